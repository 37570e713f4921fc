"""The switches by which a test makes things go wrong in memory."""

from contextlib import AsyncExitStack

import pytest

from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Full, Unavailable
from libs.events.streams import BOTS, CHAT
from tests.libs.events.test_partitions import ALL, start


@pytest.fixture
def server() -> MemoryServer:
    return MemoryServer()


@pytest.fixture
def events(server: MemoryServer) -> MemoryEvents:
    return MemoryEvents(server)


async def test_an_append_fails_where_the_test_says_so(server: MemoryServer, events: MemoryEvents) -> None:
    server.fail_next_append()
    with pytest.raises(Unavailable):
        await events.games.append("room", b"1", id="1", expected=0)
    assert await events.games.last("room") is None
    assert await events.games.append("room", b"1", id="1", expected=0) == 1


async def test_an_append_of_one_room_fails_and_others_do_not(
    server: MemoryServer, events: MemoryEvents
) -> None:
    server.fail_next_append(Full("the test says so"), key="room")
    await events.games.append("other", b"1", id="1", expected=0)
    with pytest.raises(Full):
        await events.games.append("room", b"1", id="1", expected=0)


async def test_a_dropped_acknowledgement_leaves_the_entry_stored(
    server: MemoryServer, events: MemoryEvents
) -> None:
    server.drop_next_ack()
    with pytest.raises(Unavailable):
        await events.games.append("room", b"1", id="1", expected=0)
    stored = await events.games.last("room")
    assert stored is not None
    assert await events.games.append("room", b"1", id="1", expected=0) == stored.fence


async def test_an_unreachable_server_is_unavailable_until_it_is_back(
    server: MemoryServer, events: MemoryEvents
) -> None:
    server.reachable = False
    assert not await events.alive()
    with pytest.raises(Unavailable):
        await events.games.last("room")
    with pytest.raises(Unavailable):
        await events.bus.request("ask.1.room", b"", within=1)
    await events.bus.publish("view.room.0", b"")
    server.reachable = True
    assert await events.alive()


async def test_a_core_message_is_lost_where_the_test_says_so(
    server: MemoryServer, events: MemoryEvents
) -> None:
    heard: list[bytes] = []
    await events.bus.listen("view.room.*", lambda it: heard.append(it.data))
    server.lose_next("view.room.*")
    await events.bus.publish("view.room.0", b"lost")
    await events.bus.publish("view.room.0", b"heard")
    await server.settle()
    assert heard == [b"heard"]


async def test_a_stolen_pin_goes_to_the_other_engine(server: MemoryServer, events: MemoryEvents) -> None:
    async with AsyncExitStack() as stack:
        engine, first = await start(stack, events)
        other, second = await start(stack, MemoryEvents(server))
        server.steal_pin(3)
        await server.settle()
        assert first.held == engine.holds() == ALL - {3}
        assert second.held == other.holds() == {3}


async def test_a_zombie_believes_in_its_pin_until_it_notices(
    server: MemoryServer, events: MemoryEvents
) -> None:
    async with AsyncExitStack() as stack:
        engine, first = await start(stack, events)
        _, second = await start(stack, MemoryEvents(server))
        server.steal_pin(3, noticed=False)
        await server.settle()
        assert first.held == ALL
        assert second.held == {3}
        server.notice_loss(3)
        await server.settle()
        assert engine.holds() == ALL - {3}
        assert first.held == ALL - {3}


async def test_timers_fire_in_order_as_the_clock_is_moved(server: MemoryServer, events: MemoryEvents) -> None:
    async with AsyncExitStack() as stack:
        engine, _ = await start(stack, events)
        await events.timers.arm("late", server.now() + 5_000)
        await events.timers.arm("early", server.now() + 1_000)
        await server.advance(4_999)
        assert engine.due_rooms == ["early"]
        await server.advance(1)
        assert engine.due_rooms == ["early", "late"]


async def test_a_timer_fires_at_will(server: MemoryServer, events: MemoryEvents) -> None:
    async with AsyncExitStack() as stack:
        engine, _ = await start(stack, events)
        server.fire("room")
        await server.settle()
        assert engine.due_rooms == ["room"]


async def test_a_given_clock_drives_the_timers() -> None:
    now = 1_000
    server = MemoryServer(clock=lambda: now)
    events = MemoryEvents(server)
    async with AsyncExitStack() as stack:
        engine, _ = await start(stack, events)
        await events.timers.arm("room", now)
        await engine.dealt.wait()
        assert engine.due_rooms == ["room"]


async def test_the_queue_of_bots_is_bounded_and_forgets_old_questions(
    server: MemoryServer, events: MemoryEvents
) -> None:
    for number in range(BOTS.max_messages):
        server.queue.put("game.room", b"%d" % number)
    with pytest.raises(Full):
        await events.bots.put("game.room", b"one more")
    await server.advance(int(BOTS.max_age * 1000))
    await events.bots.put("game.room", b"new")
    assert len(server.queue) == 1


async def test_chat_keeps_the_last_of_each_room_for_a_week(
    server: MemoryServer, events: MemoryEvents
) -> None:
    most = CHAT.max_per_subject
    for number in range(most + 50):
        await events.chats.append("room", b"%d" % number, id=f"{number}")
    kept = [int(stored.data) async for stored in events.chats.read("room")]
    assert kept == list(range(50, most + 50))
    await server.advance(7 * 24 * 3600 * 1000)
    assert [stored async for stored in events.chats.read("room")] == []


async def test_sessions_end_with_their_age(server: MemoryServer, events: MemoryEvents) -> None:
    sessions = events.bucket("sessions")
    await sessions.create("token", b"1")
    await server.advance(31 * 24 * 3600 * 1000)
    assert await sessions.get("token") is None
