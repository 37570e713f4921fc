"""A bot's command is repeated with the same id until the engine answers it."""

import asyncio

import pytest

from libs.events.commands import Answer, Command
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Heard
from services.ai.delivery import Delivery
from tests.services.ai.asking import ASKED_AT, ROOM, EngineSide, MovableSleep, accepted, refused

COMMAND = Command(
    room=ROOM, id="bot-1-7-0", origin="bot", seat=1, seen=4, question=7, body={"type": "place", "cell": 0}
)


def delivery(server: MemoryServer) -> tuple[Delivery, MovableSleep]:
    events, sleep = MemoryEvents(server), MovableSleep(server)
    return Delivery(events.bus, events.partitions, now=server.now, sleep=sleep), sleep


async def delivered(server: MemoryServer, *, until: int | None = None) -> tuple[Answer | None, list[float]]:
    """The answer, and the pauses before each repetition."""
    posting, sleep = delivery(server)
    task = asyncio.create_task(posting.answer(COMMAND, until=until))
    for _ in range(60):
        await server.advance(1_000)
    return await task, sleep.slept


async def test_a_decision_ends_it() -> None:
    server = MemoryServer()
    engine = await EngineSide().listen(MemoryEvents(server))
    assert await delivered(server) == (accepted(COMMAND), [])
    assert engine.commands == [COMMAND]


async def test_a_refusal_is_a_decision() -> None:
    server = MemoryServer()
    await EngineSide("stale").listen(MemoryEvents(server))
    assert await delivered(server) == (refused(COMMAND, "stale"), [])


async def test_an_engine_that_has_no_decision_yet_is_asked_again_with_the_same_id() -> None:
    server = MemoryServer()
    engine = await EngineSide("retry", "retry", "retry").listen(MemoryEvents(server))
    assert await delivered(server) == (accepted(COMMAND), [0.3, 0.7, 0.7])
    assert engine.commands == [COMMAND] * 4


async def test_without_an_engine_it_is_given_up_before_the_engine_would_ask_again() -> None:
    server = MemoryServer()
    answer, slept = await delivered(server)
    assert answer is None
    assert 20 < sum(slept) <= 25


async def test_after_the_end_of_the_wait_nobody_is_asked_any_more() -> None:
    server = MemoryServer()
    assert await delivered(server, until=ASKED_AT + 900) == (None, [0.3])


@pytest.mark.parametrize("reply", [b"\xc1garbage", b""])
async def test_an_answer_that_cannot_be_read_is_none(reply: bytes) -> None:
    server = MemoryServer()
    events = MemoryEvents(server)

    def garble(heard: Heard) -> None:
        task = asyncio.get_running_loop().create_task(_reply(heard, reply))
        tasks.add(task)

    tasks: set[asyncio.Task[None]] = set()
    listening = await events.bus.listen("command.bot.*.*", garble)
    posting, _ = delivery(server)
    asked = asyncio.create_task(posting.answer(COMMAND, until=None))
    await server.settle()
    await listening.stop()
    await EngineSide().listen(events)
    await server.advance(1_000)
    assert await asked == accepted(COMMAND)


async def _reply(heard: Heard, reply: bytes) -> None:
    await heard.answer(reply)
