"""The contract of a journal, kept by both twins."""

import asyncio

import pytest

from libs.events.ports import Conflict, Events, Refused, Stored
from tests.libs.events.twins import Twin, fresh


async def entries(events: Events, room: str, after: int = 0) -> list[Stored]:
    return [stored async for stored in events.games.read(room, after)]


class TestAppend:
    async def test_the_first_entry_of_a_room_expects_none_before_it(self, events: Events) -> None:
        room = fresh()
        fence = await events.games.append(room, b"first", id="1", expected=0)
        assert fence > 0
        assert await entries(events, room) == [Stored(fence, room, b"first", "1")]

    async def test_fences_of_a_room_grow(self, events: Events) -> None:
        room = fresh()
        first = await events.games.append(room, b"1", id="1", expected=0)
        assert await events.games.append(room, b"2", id="2", expected=first) > first

    async def test_who_comes_second_is_told_the_true_last_fence(self, events: Events) -> None:
        room = fresh()
        first = await events.games.append(room, b"1", id="1", expected=0)
        with pytest.raises(Conflict) as refused:
            await events.games.append(room, b"2", id="2", expected=0)
        assert refused.value.last == first
        assert [stored.data for stored in await entries(events, room)] == [b"1"]

    async def test_a_fence_that_never_was_meets_zero(self, events: Events) -> None:
        with pytest.raises(Conflict) as refused:
            await events.games.append(fresh(), b"1", id="1", expected=77)
        assert refused.value.last == 0

    async def test_of_many_writers_at_once_one_wins(self, events: Events) -> None:
        room = fresh()
        first = await events.games.append(room, b"0", id="0", expected=0)
        outcomes = await asyncio.gather(
            *(events.games.append(room, b"%d" % n, id=f"w{n}", expected=first) for n in range(20)),
            return_exceptions=True,
        )
        won = [outcome for outcome in outcomes if isinstance(outcome, int)]
        assert len(won) == 1
        assert all(o.last == won[0] for o in outcomes if isinstance(o, Conflict))
        assert len(await entries(events, room)) == 2

    async def test_a_repeat_whose_first_was_stored_finds_itself(self, events: Events) -> None:
        room = fresh()
        fence = await events.games.append(room, b"1", id="same", expected=0)
        assert await events.games.append(room, b"1", id="same", expected=0) == fence
        assert len(await entries(events, room)) == 1

    async def test_a_repeat_after_which_another_wrote_is_a_conflict(self, events: Events) -> None:
        room = fresh()
        first = await events.games.append(room, b"1", id="mine", expected=0)
        second = await events.games.append(room, b"2", id="theirs", expected=first)
        with pytest.raises(Conflict) as refused:
            await events.games.append(room, b"1", id="mine", expected=0)
        assert refused.value.last == second

    async def test_without_a_fence_a_repeat_is_stored_once(self, events: Events) -> None:
        room = fresh()
        first = await events.rooms.append(room, b"1", id="same")
        assert await events.rooms.append(room, b"1", id="same") == first
        assert [stored.id async for stored in events.rooms.read(room)] == ["same"]

    async def test_the_same_id_in_another_room_is_another_message(self, events: Events) -> None:
        one, other = fresh(), fresh()
        assert await events.rooms.append(one, b"1", id="same") != await events.rooms.append(
            other, b"1", id="same"
        )
        last = await events.rooms.last(other)
        assert last is not None
        assert last.key == other

    async def test_any_bytes_are_kept(self, events: Events) -> None:
        room = fresh()
        first = await events.chats.append(room, b"", id="empty")
        data = bytes(range(256)) * 400
        await events.chats.append(room, data, id="much", expected=first)
        assert [stored.data async for stored in events.chats.read(room)] == [b"", data]

    async def test_only_the_games_log_ends_timers(self, events: Events) -> None:
        with pytest.raises(Refused):
            await events.rooms.append(fresh(), b"1", id="1", ends=True)


class TestRead:
    async def test_a_room_without_messages_reads_empty(self, events: Events) -> None:
        room = fresh()
        assert await entries(events, room) == []
        assert await events.games.last(room) is None

    async def test_reading_goes_on_past_a_fence(self, events: Events) -> None:
        room = fresh()
        fences = [await events.games.append(room, b"%d" % n, id=f"{n}") for n in range(5)]
        assert [stored.fence for stored in await entries(events, room, fences[2])] == fences[3:]
        assert await entries(events, room, fences[-1]) == []

    async def test_many_pages_are_read_in_order(self, events: Events) -> None:
        room = fresh()
        await asyncio.gather(*(events.games.append(room, b"%d" % n, id=f"{n}") for n in range(700)))
        read = await entries(events, room)
        assert len({stored.data for stored in read}) == 700
        assert [stored.fence for stored in read] == sorted(stored.fence for stored in read)

    @pytest.mark.parametrize("number", [255, 256, 257, 512])
    async def test_the_edge_of_a_page_loses_nothing(self, events: Events, number: int) -> None:
        room = fresh()
        await asyncio.gather(*(events.games.append(room, b"%d" % n, id=f"{n}") for n in range(number)))
        assert len(await entries(events, room)) == number

    async def test_writing_meanwhile_leaves_no_gap(self, events: Events) -> None:
        room = fresh()
        await asyncio.gather(*(events.games.append(room, b"%d" % n, id=f"{n}") for n in range(300)))

        async def write() -> None:
            for n in range(300, 500):
                await events.games.append(room, b"%d" % n, id=f"{n}")

        writing = asyncio.create_task(write())
        read = await entries(events, room)
        await writing
        whole = await entries(events, room)
        assert len(whole) == 500
        assert len(read) >= 300
        assert read == whole[: len(read)]

    async def test_the_last_is_the_last(self, events: Events) -> None:
        room = fresh()
        await events.games.append(room, b"1", id="1")
        fence = await events.games.append(room, b"2", id="2")
        assert await events.games.last(room) == Stored(fence, room, b"2", "2")

    async def test_a_purged_room_is_as_new(self, events: Events) -> None:
        room, other = fresh(), fresh()
        for key in (room, other):
            await events.rooms.append(key, b"1", id="1")
        await events.rooms.purge(room)
        assert await events.rooms.last(room) is None
        assert await events.rooms.last(other) is not None
        assert await events.rooms.append(room, b"2", id="2", expected=0) > 0

    async def test_what_stands_before_a_fence_is_purged_and_the_fence_still_known(
        self, events: Events
    ) -> None:
        room, other = fresh(), fresh()
        await events.games.append(other, b"1", id="1")
        fences = [await events.games.append(room, b"%d" % n, id=f"{n}") for n in range(3)]
        await events.games.purge(room, before=fences[-1])
        assert await entries(events, room) == [Stored(fences[-1], room, b"2", "2")]
        assert len(await entries(events, other)) == 1
        with pytest.raises(Conflict) as refused:
            await events.games.append(room, b"anew", id="anew", expected=0)
        assert refused.value.last == fences[-1]
        assert await events.games.append(room, b"3", id="3", expected=fences[-1]) > fences[-1]

    async def test_purging_before_what_is_first_changes_nothing(self, events: Events) -> None:
        room = fresh()
        fences = [await events.games.append(room, b"%d" % n, id=f"{n}") for n in range(2)]
        for _ in range(2):
            await events.games.purge(room, before=fences[0])
        assert len(await entries(events, room)) == 2

    async def test_the_messages_of_every_key_are_counted(self, events: Events) -> None:
        rooms = {fresh(): count for count in (1, 2, 3, 1, 2)}
        for room, count in rooms.items():
            for n in range(count):
                await events.games.append(room, b"x", id=f"{n}")
        counts = await events.games.counts()
        assert {room: counts[room] for room in rooms} == rooms
        assert fresh() not in counts
        assert rooms.keys().isdisjoint(await events.rooms.counts())


class TestFollow:
    async def test_a_feed_gives_the_past_then_what_comes(self, events: Events) -> None:
        one, other = fresh(), fresh()
        fences = [await events.rooms.append(room, b"past", id="1") for room in (one, other, one)[:2]]
        async with events.rooms.follow(fences[0] - 1) as feed:
            assert feed.caught_up == fences[-1]
            read = aiter(feed)
            assert [await anext(read), await anext(read)] == [
                Stored(fences[0], one, b"past", "1"),
                Stored(fences[1], other, b"past", "1"),
            ]
            coming = asyncio.ensure_future(anext(read))
            fence = await events.rooms.append(one, b"new", id="2", expected=fences[0])
            assert await coming == Stored(fence, one, b"new", "2")

    async def test_a_feed_begins_after_the_fence_it_is_given(self, events: Events) -> None:
        room = fresh()
        first = await events.rooms.append(room, b"1", id="1")
        second = await events.rooms.append(room, b"2", id="2")
        async with events.rooms.follow(first) as feed:
            assert (await anext(aiter(feed))).fence == second

    async def test_a_long_past_is_given_whole_and_in_order(self, events: Events) -> None:
        room = fresh()
        start = await events.rooms.append(room, b"start", id="start")
        await asyncio.gather(*(events.rooms.append(room, b"%d" % n, id=f"{n}") for n in range(1500)))
        fences: list[int] = []
        async with events.rooms.follow(start) as feed:
            async for stored in feed:
                fences.append(stored.fence)
                if stored.fence >= feed.caught_up:
                    break
        assert len(fences) == 1500
        assert fences == sorted(set(fences))

    async def test_a_feed_waits_for_no_message_that_was_purged(self, events: Events) -> None:
        kept, purged = fresh(), fresh()
        fence = await events.rooms.append(kept, b"1", id="1")
        await events.rooms.append(purged, b"2", id="2")
        await events.rooms.purge(purged)
        async with events.rooms.follow() as feed:
            assert feed.caught_up == fence

    async def test_two_followers_both_hear_everything(self, twin: Twin) -> None:
        one, other = await twin.process(), await twin.process()
        room = fresh()
        start = await one.rooms.append(room, b"start", id="start")
        async with one.rooms.follow(start) as first, other.rooms.follow(start) as second:
            fence = await other.rooms.append(room, b"1", id="1")
            assert (await anext(aiter(first))).fence == fence
            assert (await anext(aiter(second))).fence == fence

    async def test_the_sharded_log_of_games_is_not_followed(self, events: Events) -> None:
        with pytest.raises(Refused):
            async with events.games.follow():
                pass


class TestErase:
    async def test_an_erased_message_is_gone_and_the_others_stay(self, events: Events) -> None:
        room = fresh()
        fences = [await events.chats.append(room, b"%d" % n, id=f"{n}") for n in range(3)]
        await events.chats.erase(room, fences[1])
        assert [stored.data async for stored in events.chats.read(room)] == [b"0", b"2"]

    async def test_after_the_last_message_is_erased_the_one_before_is_the_fence(self, events: Events) -> None:
        room = fresh()
        first = await events.chats.append(room, b"1", id="1", expected=0)
        second = await events.chats.append(room, b"2", id="2", expected=first)
        await events.chats.erase(room, second)
        last = await events.chats.last(room)
        assert last is not None
        assert last.fence == first
        with pytest.raises(Conflict) as refused:
            await events.chats.append(room, b"3", id="3", expected=second)
        assert refused.value.last == first
        assert await events.chats.append(room, b"3", id="3", expected=first) > second

    async def test_what_is_gone_already_is_erased_again_without_harm(self, events: Events) -> None:
        room = fresh()
        fence = await events.chats.append(room, b"1", id="1")
        await events.chats.erase(room, fence)
        await events.chats.erase(room, fence)
        await events.chats.erase(room, fence + 1_000_000)
        assert await events.chats.last(room) is None

    async def test_the_past_of_a_feed_ends_before_an_erased_message(self, events: Events) -> None:
        room = fresh()
        kept = await events.chats.append(room, b"1", id="1")
        erased = await events.chats.append(room, b"2", id="2")
        await events.chats.erase(room, erased)
        async with events.chats.follow() as feed:
            assert feed.caught_up == kept

    async def test_nothing_is_erased_from_the_games_log(self, events: Events) -> None:
        room = fresh()
        fence = await events.games.append(room, b"1", id="1", expected=0)
        with pytest.raises(Refused):
            await events.games.erase(room, fence)
        assert len(await entries(events, room)) == 1


class TestReadAll:
    async def test_every_keys_messages_come_in_the_order_of_the_stream(self, events: Events) -> None:
        one, other = fresh(), fresh()
        written = [
            (key, await events.chats.append(key, b"x", id=f"{n}")) for n, key in enumerate((one, other, one))
        ]
        found = [(stored.key, stored.fence) async for stored in events.chats.read_all()]
        assert [pair for pair in found if pair[0] in (one, other)] == written

    async def test_the_games_log_has_no_such_order(self, events: Events) -> None:
        with pytest.raises(Refused):
            [stored async for stored in events.games.read_all()]
