"""What the adapter does when the server, or the way to it, is gone for a while."""

import asyncio
import time

import pytest

from libs.events import streams
from libs.events.nats import link, open_events
from libs.events.nats.inspection import _compare
from libs.events.ports import Refused, Unavailable
from libs.events.streams import Installation
from tests.libs.events.twins import fresh, until
from tests.support.nats_server import NatsServer, Server, free_port
from tests.support.proxy import proxied

pytestmark = pytest.mark.nats


async def test_an_append_whose_acknowledgement_was_lost_is_stored_once_and_answered() -> None:
    with NatsServer() as server:
        async with proxied(server.port) as wire, open_events(wire.url, name="test") as events:
            room = fresh()
            first = await events.games.append(room, b"1", id="1", expected=0)
            wire.mute = True
            appending = asyncio.create_task(events.games.append(room, b"2", id="2", expected=first))
            await asyncio.sleep(0.2)
            wire.mute = False
            wire.cut()
            fence = await appending
            assert [stored.fence async for stored in events.games.read(room)] == [first, fence]


async def test_a_name_whose_acknowledgement_was_lost_is_ours() -> None:
    with NatsServer() as server:
        async with proxied(server.port) as wire, open_events(wire.url, name="test") as events:
            names, name = events.bucket("names"), fresh("name")
            wire.mute = True
            creating = asyncio.create_task(names.create(name, b"mine"))
            await asyncio.sleep(0.2)
            wire.mute = False
            wire.cut()
            revision = await creating
            kept = await names.get(name)
            assert kept is not None
            assert kept.revision == revision


async def test_a_page_cut_in_the_middle_is_read_on_from_there() -> None:
    with NatsServer() as server:
        async with proxied(server.port) as wire, open_events(wire.url, name="test") as events:
            room = fresh()
            await asyncio.gather(*(events.games.append(room, b"x" * 4000, id=f"{n}") for n in range(600)))
            fences: list[int] = []
            async for stored in events.games.read(room):
                fences.append(stored.fence)
                if len(fences) in (10, 300):
                    wire.cut()
            assert len(fences) == 600
            assert fences == sorted(set(fences))


@pytest.mark.slow
async def test_silence_ends_in_unavailable_in_time() -> None:
    with NatsServer() as server:
        async with proxied(server.port) as wire, open_events(wire.url, name="test") as events:
            wire.mute = True
            started = time.monotonic()
            outcomes = await asyncio.gather(
                events.games.append(fresh(), b"1", id="1", expected=0),
                events.games.last(fresh()),
                events.tables.put(fresh(), b"1"),
                events.timers.arm(fresh(), 0),
                events.bucket("names").get("x"),
                events.bus.request("ask.1.room", b"", within=3),
                events.rooms.purge(fresh()),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes] == [Unavailable] * 7
            assert time.monotonic() - started < 6
            assert not await events.alive()
            wire.mute = False


@pytest.mark.slow
async def test_without_a_server_nothing_hangs_and_later_everything_works(own_nats_server: Server) -> None:
    async with open_events(own_nats_server.url, name="test") as events:
        room = fresh()
        own_nats_server.kill()
        started = time.monotonic()
        await events.bus.publish("view.room.0", b"")
        with pytest.raises(Unavailable):
            await events.games.append(room, b"1", id="1", expected=0)
        assert 4 < time.monotonic() - started < 6
        # Longer than the sixty attempts after which nats-py would give up.
        await asyncio.sleep(3)
        own_nats_server.start()
        assert await events.games.append(room, b"1", id="1", expected=0) > 0


async def test_an_append_in_a_short_outage_is_only_late(own_nats_server: Server) -> None:
    async with open_events(own_nats_server.url, name="test") as events:
        room = fresh()
        own_nats_server.kill()
        appending = asyncio.create_task(events.games.append(room, b"1", id="1", expected=0))
        await asyncio.sleep(0.3)
        own_nats_server.start()
        fence = await appending
        assert [stored.fence async for stored in events.games.read(room)] == [fence]


async def test_nothing_acknowledged_is_lost_nor_doubled_over_a_kill(own_nats_server: Server) -> None:
    async with open_events(own_nats_server.url, name="test") as events:
        rooms = [fresh() for _ in range(10)]
        acknowledged: dict[str, list[int]] = {room: [] for room in rooms}

        async def write(room: str) -> None:
            for number in range(150):
                fences = acknowledged[room]
                last = fences[-1] if fences else 0
                fences.append(await events.games.append(room, b"%d" % number, id=f"{number}", expected=last))

        writing = [asyncio.create_task(write(room)) for room in rooms]
        for _ in range(2):
            await asyncio.sleep(0.03)
            own_nats_server.kill()
            own_nats_server.start()
        await asyncio.gather(*writing)
        for room in rooms:
            stored = [(it.fence, int(it.data)) async for it in events.games.read(room)]
            assert stored == list(zip(acknowledged[room], range(150), strict=True))


async def test_a_feed_goes_on_without_gap_or_repeat_over_kills(own_nats_server: Server) -> None:
    async with (
        open_events(own_nats_server.url, name="reader") as reader,
        open_events(own_nats_server.url, name="writer") as writer,
    ):
        read: list[int] = []

        async def follow() -> None:
            async with reader.rooms.follow() as feed:
                async for stored in feed:
                    read.append(int(stored.data))

        following = asyncio.create_task(follow())
        for number in range(60):
            await writer.rooms.append(fresh(), b"%d" % number, id="1")
            if number in (20, 40):
                own_nats_server.kill()
                own_nats_server.start()
        await until(lambda: len(read) >= 60, within=3)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        assert read == list(range(60))


async def test_a_feed_makes_a_consumer_that_was_deleted_anew(own_nats_server: Server) -> None:
    async with open_events(own_nats_server.url, name="test") as events, events.rooms.follow() as feed:
        read = aiter(feed)
        await events.rooms.append(fresh(), b"1", id="1")
        assert (await anext(read)).data == b"1"
        listed = await events._link.api("CONSUMER.NAMES.ROOMS", {})
        for consumer in listed["consumers"]:
            await events._link.api(f"CONSUMER.DELETE.ROOMS.{consumer}")
        coming = asyncio.ensure_future(anext(read))
        await events.rooms.append(fresh(), b"2", id="2")
        async with asyncio.timeout(5):
            assert (await coming).data == b"2"


async def test_work_goes_on_after_a_kill_and_without_its_consumer(own_nats_server: Server) -> None:
    async with open_events(own_nats_server.url, name="test") as events:
        done: list[bytes] = []

        async def work() -> None:
            async with events.bots.work(at_once=2) as jobs:
                async for job in jobs:
                    done.append(job.data)
                    await job.done()

        working = asyncio.create_task(work())
        await asyncio.sleep(0.1)
        own_nats_server.kill()
        own_nats_server.start()
        await events.bots.put("game.room", b"after the kill")
        await until(lambda: done == [b"after the kill"], within=3)
        name = await events._link.name_of(streams.BOT_WORKERS)
        await events._link.api(f"CONSUMER.DELETE.BOTS.{name}")
        await events.bots.put("game.room", b"without consumer")
        await until(lambda: done[1:] == [b"without consumer"], within=9)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def test_a_stream_that_is_away_for_a_moment_is_waited_for() -> None:
    with NatsServer() as server:
        async with open_events(server.url, name="test") as events:
            config = (await events._link.api("STREAM.INFO.ROOMS"))["config"]
            await events._link.api("STREAM.DELETE.ROOMS")
            appending = asyncio.create_task(events.rooms.append(fresh(), b"1", id="1"))
            await asyncio.sleep(0.3)
            await events._link.api("STREAM.CREATE.ROOMS", config)
            assert await appending == 1


async def test_a_stream_that_is_not_there_is_unavailable_soon() -> None:
    with NatsServer() as server:
        async with open_events(server.url, name="test") as events:
            await events._link.api("STREAM.DELETE.ROOMS")
            async with asyncio.timeout(2):
                with pytest.raises(Unavailable):
                    await events.rooms.append(fresh(), b"1", id="1")


async def test_connecting_to_nobody_fails_in_time_and_says_where() -> None:
    port = free_port()
    async with asyncio.timeout(7):
        with pytest.raises(Unavailable, match=str(port)):
            async with open_events(f"nats://127.0.0.1:{port}", name="test"):
                pass


async def test_a_wrong_password_is_refused_at_once_and_not_shown() -> None:
    with NatsServer(more='authorization { user: "divan", password: "right" }') as server:
        url = f"nats://divan:wrong@127.0.0.1:{server.port}"
        async with asyncio.timeout(2):
            with pytest.raises(Refused) as refused:
                async with open_events(url, name="test"):
                    pass
    assert "wrong" not in str(refused.value)


async def test_a_look_at_a_server_that_falls_silent_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    with NatsServer() as server:
        async with proxied(server.port) as wire, open_events(wire.url, name="test") as events:
            wire.mute = True
            monkeypatch.setattr(link, "LIMIT", 0.2)
            async with asyncio.timeout(4):
                with pytest.raises(Unavailable, match="did not answer"):
                    await _compare(events._link, Installation())


async def test_of_a_password_with_a_comma_nothing_is_shown() -> None:
    with pytest.raises(Unavailable) as refused:
        async with open_events("nats://divan:half,other@host,next:4222", name="test"):
            pass
    assert "…,host,next:4222" in str(refused.value)


async def test_who_begins_to_listen_while_the_server_is_killed_listens_afterwards() -> None:
    with NatsServer() as server:
        async with proxied(server.port) as wire, open_events(wire.url, name="test") as events:
            subject, heard = f"presence.{fresh()}", list[bytes]()
            wire.mute = True
            beginning = asyncio.create_task(events.bus.listen(subject, lambda it: heard.append(it.data)))
            await asyncio.sleep(0.2)
            wire.mute = False
            wire.cut()
            await beginning
            await events.bus.publish(subject, b"1")
            await until(lambda: heard == [b"1"], within=2)
