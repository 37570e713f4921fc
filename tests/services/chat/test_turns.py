"""A flood delays itself, and not the rooms beside it."""

import asyncio
from collections.abc import Awaitable, Callable

from libs.events.memory import MemoryEvents, MemoryServer
from services.chat.config import Config
from services.chat.turns import PERSON_MAY_WAIT, ROOM_MAY_WAIT, SPECTATORS_MAY_WAIT, Turns
from services.chat.wiring import chat
from tests.services.chat.saying import CONFIG, ROOM, Edge


class Notes:
    """Work that notes its name, in the order in which it is done."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def work(self, name: str) -> Callable[[], Awaitable[None]]:
        async def work() -> None:
            await asyncio.sleep(0)
            self.done.append(name)

        return work


async def until_idle(turns: Turns) -> None:
    task = asyncio.create_task(turns.run())
    for _ in range(2_000):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_room_s_messages_keep_their_order() -> None:
    turns, notes = Turns(at_once=4), Notes()
    for number in range(20):
        turns.put("a", str(number), notes.work(str(number)))
    await until_idle(turns)
    assert notes.done == [str(number) for number in range(20)]


async def test_rooms_take_turns() -> None:
    turns, notes = Turns(at_once=1), Notes()
    for number in range(100):
        turns.put("loud", str(number), notes.work("loud"))
    turns.put("calm", "ayşe", notes.work("calm"))
    await until_idle(turns)
    assert notes.done.index("calm") == 1
    assert len(notes.done) == 101


def test_one_person_leaves_the_room_to_the_others() -> None:
    turns, notes = Turns(at_once=1), Notes()
    taken = [turns.put("a", "loud", notes.work("")) for _ in range(PERSON_MAY_WAIT + 2)]
    assert taken == [True] * PERSON_MAY_WAIT + [False] * 2
    assert turns.put("a", "calm", notes.work(""))


def test_spectators_leave_the_room_to_its_members() -> None:
    turns, notes = Turns(at_once=1), Notes()
    assert sum(turns.put("a", None, notes.work("")) for _ in range(1_000)) == SPECTATORS_MAY_WAIT
    assert turns.put("a", "ayşe", notes.work(""))


def test_what_waits_for_a_room_is_bounded() -> None:
    turns, notes = Turns(at_once=1), Notes()
    assert sum(turns.put("a", str(number), notes.work("")) for number in range(1_000)) == ROOM_MAY_WAIT


async def test_work_that_fails_stops_nobody() -> None:
    turns, notes = Turns(at_once=1), Notes()

    async def fail() -> None:
        raise RuntimeError("a bug")

    turns.put("a", "ayşe", fail)
    turns.put("a", "ayşe", notes.work("next"))
    await until_idle(turns)
    assert notes.done == ["next"]


async def test_what_waits_when_the_service_is_told_to_stop_is_answered(server: MemoryServer) -> None:
    edge = Edge(MemoryEvents(server))
    await edge.seat("ayşe")
    async with chat(CONFIG, MemoryEvents(server), server.now):
        saying = [asyncio.create_task(edge.say("ayşe")) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert [(await task).code for task in saying] == [None] * 3


async def test_a_flood_gets_an_answer_to_each_and_stores_five(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe", "bora")
    flood = [asyncio.create_task(edge.say("ayşe")) for _ in range(100)]
    calm = await edge.say("bora", "can you hear me?")
    codes = [(await task).code for task in flood]
    assert calm.code is None
    assert codes.count(None) == 5
    assert set(codes) == {None, "rate_limited", "unavailable"}


async def test_rooms_at_hand_are_bounded(server: MemoryServer) -> None:
    edge = Edge(MemoryEvents(server))
    config = Config(nats_url=CONFIG.nats_url, chat_rooms_at_hand=2)
    async with chat(config, MemoryEvents(server), server.now):
        for number in range(5):
            await edge.seat("ayşe", room=f"room{number}")
            assert (await edge.say("ayşe", room=f"room{number}")).code is None
        # The first was forgotten and is read again, its limit with it.
        assert await edge.codes("ayşe", 5, room="room0") == [None] * 4 + ["rate_limited"]


async def test_made_up_rooms_push_nothing_out(server: MemoryServer) -> None:
    edge = Edge(MemoryEvents(server))
    config = Config(nats_url=CONFIG.nats_url, chat_rooms_at_hand=2)
    async with chat(config, MemoryEvents(server), server.now):
        await edge.seat("ayşe")
        for number in range(5):
            assert await edge.codes("ayşe", 1, room=f"none{number}") == ["no_such_room"]
        assert await edge.codes("ayşe", 1, room=ROOM) == [None]
