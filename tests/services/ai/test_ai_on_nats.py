"""Bots on a real server: workers that are killed, stopped and woken; a server that is killed."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from libs.events.nats import open_events
from libs.events.ports import Events
from tests.divan.processes import eventually, marked
from tests.services.ai.asking import EngineSide, ask, question
from tests.support.nats_server import NatsServer
from tests.support.service_process import ServiceProcess, service_process

pytestmark = [pytest.mark.nats, pytest.mark.slow]

AT_ONCE = {"DIVAN_BOT_PAUSE_MIN": "0", "DIVAN_BOT_PAUSE_MAX": "0"}
SLOWLY = {"DIVAN_BOT_PAUSE_MIN": "2", "DIVAN_BOT_PAUSE_MAX": "2", "DIVAN_LOG_LEVEL": "debug"}


@pytest.fixture
async def events(nats: NatsServer) -> AsyncIterator[Events]:
    async with open_events(nats.url, name="engine") as events:
        yield events


async def until(said: str, process: ServiceProcess) -> None:
    async with asyncio.timeout(10):
        while said not in process.log:  # noqa: ASYNC110  -- another process's log
            await asyncio.sleep(0.01)


def now() -> int:
    return time.time_ns() // 1_000_000


async def test_a_killed_worker_s_question_is_answered_by_another_as_it_would_have_been(
    nats: NatsServer, events: Events
) -> None:
    engine = await EngineSide().listen(events)
    mark = {"DIVAN_TEST_MARK": uuid4().hex}
    async with service_process("ai", nats.url, SLOWLY | mark) as process:
        await ask(events, question("easy", asked_at=now()))
        await until("question_taken", process)
        await process.kill()
    assert eventually(lambda: not marked(mark["DIVAN_TEST_MARK"]))
    assert engine.commands == []
    killed_at = time.monotonic()
    async with service_process("ai", nats.url, AT_ONCE):
        command = await engine.next()
    assert time.monotonic() - killed_at < 8
    assert command.id == "bot-1-7-0"


async def test_a_worker_that_was_stopped_and_woken_gives_the_same_answer(
    nats: NatsServer, events: Events
) -> None:
    engine = await EngineSide().listen(events)
    async with service_process("ai", nats.url, SLOWLY) as sleeper:
        await ask(events, question("easy", asked_at=now()))
        # Stopped in the middle of a thought it would wake up too late for it, and fall back.
        await until("question_thought", sleeper)
        os.kill(sleeper.pid, signal.SIGSTOP)
        async with service_process("ai", nats.url, AT_ONCE):
            first = await engine.next()
            os.kill(sleeper.pid, signal.SIGCONT)
            again = await engine.next()
    assert again == first


async def test_a_worker_told_to_stop_hands_back_and_ends_well(nats: NatsServer, events: Events) -> None:
    engine = await EngineSide().listen(events)
    mark = {"DIVAN_TEST_MARK": uuid4().hex}
    async with service_process("ai", nats.url, SLOWLY | mark) as process:
        await ask(events, question("hangs", asked_at=now()))
        await until("question_taken", process)
        assert await process.stop() == 0
    assert not marked(mark["DIVAN_TEST_MARK"])
    assert "xyzzy" not in process.log
    async with service_process("ai", nats.url, AT_ONCE):
        await engine.next()


async def test_an_answer_comes_through_though_the_server_was_killed_meanwhile(
    nats: NatsServer, events: Events
) -> None:
    engine = await EngineSide().listen(events)
    async with service_process("ai", nats.url, SLOWLY) as process:
        await ask(events, question("easy", asked_at=now()))
        await until("question_taken", process)
        nats.restart()
        command = await engine.next()
        assert command.id == "bot-1-7-0"
        # And the next question is heard as if nothing had been.
        await ask(events, question("easy", room="room2", asked_at=now()))
        while command.room != "room2":
            command = await engine.next()
