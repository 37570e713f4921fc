"""A question from the queue to its answer in the log, whatever happens on the way."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from libs.events.memory import MemoryEvents, MemoryServer
from libs.runtime.metrics import REGISTRY
from services.ai.config import Config
from services.ai.handlers import MOST_TRIES
from services.ai.pause import MARGIN
from services.ai.wiring import ai
from tests.services.ai.asking import ASKED_AT, AT_ONCE, BAD_BOTS, EngineSide, MovableSleep, ask, question
from tests.services.taking_away import processes_of, tell


@asynccontextmanager
async def serving(
    server: MemoryServer, config: Config = AT_ONCE, sleep: MovableSleep | None = None
) -> AsyncIterator[MemoryEvents]:
    """An ai service at work, and another process's connection to the same server."""
    sleep = sleep or MovableSleep(server)
    async with ai(config, MemoryEvents(server), now=server.now, sleep=sleep, registry=BAD_BOTS):
        yield MemoryEvents(server)


async def until_done(server: MemoryServer) -> None:
    """Until no question is left."""
    for _ in range(1_000):
        if not len(server.queue):
            return
        await server.settle()
    raise AssertionError("questions are left")


async def test_an_answer_names_its_question_and_the_view_it_was_made_from() -> None:
    server = MemoryServer()
    async with serving(server) as events:
        engine = await EngineSide().listen(events)
        await ask(events, question(number=4))
        command = await engine.next()
        await until_done(server)
    assert (command.id, command.origin, command.seat) == ("bot-1-7-0", "bot", 1)
    assert (command.seen, command.question) == (4, 7)
    assert command.body == {"type": "place", "cell": 0}
    assert engine.commands == [command]


@pytest.mark.parametrize("code", ["stale", "not_in_control", "game_over"])
async def test_a_question_that_is_none_any_more_is_done(code: str) -> None:
    server = MemoryServer()
    async with serving(server) as events:
        engine = await EngineSide(code).listen(events)
        await ask(events, question())
        await engine.next()
        await until_done(server)
    assert len(engine.commands) == 1


@pytest.mark.parametrize("kind", ["raises", "crashes", "hangs", "nobody", "answers_a_list"])
async def test_a_bot_that_fails_falls_back_to_a_legal_option(kind: str) -> None:
    server = MemoryServer()
    async with serving(server, replace(AT_ONCE, bot_seconds=0.1)) as events:
        engine = await EngineSide().listen(events)
        await ask(events, question(kind))
        command = await engine.next()
        await until_done(server)
    assert command.id == "bot-1-7-0"
    assert command.body["cell"] in (0, 1, 2)
    assert len(engine.commands) == 1


async def test_a_command_that_the_rules_refuse_is_followed_by_another_option() -> None:
    server = MemoryServer()
    async with serving(server) as events:
        engine = await EngineSide("unknown_command", "taken").listen(events)
        await ask(events, question("forbidden"))
        commands = [await engine.next() for _ in range(3)]
        await until_done(server)
    assert [command.id for command in commands] == ["bot-1-7-0", "bot-1-7-1", "bot-1-7-2"]
    assert commands[0].body == {"type": "cheat"}
    assert len({command.body["cell"] for command in commands[1:]}) == 2


async def test_a_bot_that_is_refused_is_asked_again_without_that_option() -> None:
    server = MemoryServer()
    async with serving(server) as events:
        engine = await EngineSide("taken", "taken").listen(events)
        await ask(events, question("first"))
        commands = [await engine.next() for _ in range(3)]
        await until_done(server)
    assert [command.body["cell"] for command in commands] == [0, 1, 2]


async def test_a_refused_choice_is_not_offered_again_as_a_fallback() -> None:
    server = MemoryServer()
    async with serving(server) as events:
        engine = await EngineSide(*["no"] * 9).listen(events)
        await ask(events, question("first"))
        await engine.next()
        await until_done(server)
    assert sorted(command.body["cell"] for command in engine.commands) == [0, 1, 2]


async def test_tries_are_bounded() -> None:
    server = MemoryServer()
    options = [{"command": {"type": "place", "cell": cell}, "fields": {}} for cell in range(40)]
    async with serving(server) as events:
        engine = await EngineSide(*["no"] * 99).listen(events)
        await ask(events, question(options=options))
        await engine.next()
        await until_done(server)
    assert len(engine.commands) == MOST_TRIES


async def test_an_engine_that_is_away_for_a_while_gets_the_same_answer() -> None:
    server = MemoryServer()
    async with serving(server) as events:
        engine = await EngineSide("retry", "retry").listen(events)
        await ask(events, question())
        first = await engine.next()
        await server.advance(2_000)
        await until_done(server)
    assert engine.commands == [first] * 3


async def test_a_bot_waits_like_a_person_and_not_longer() -> None:
    server = MemoryServer()
    sleep = MovableSleep(server)
    async with serving(server, replace(AT_ONCE, bot_pause_min=2, bot_pause_max=2), sleep) as events:
        engine = await EngineSide().listen(events)
        await ask(events, question())
        await sleep.begun.wait()
        await server.advance(1_999)
        assert engine.commands == []
        await server.advance(1)
        await engine.next()


async def test_the_pause_ends_before_the_wait_does() -> None:
    server = MemoryServer()
    sleep = MovableSleep(server)
    async with serving(server, replace(AT_ONCE, bot_pause_min=60, bot_pause_max=60), sleep) as events:
        engine = await EngineSide().listen(events)
        await ask(events, question(ends_at=ASKED_AT + 30_000))
        await sleep.begun.wait()
        await server.advance(30_000 - MARGIN)
        await engine.next()
        assert server.now() <= ASKED_AT + 30_000 - MARGIN


async def test_a_question_whose_time_is_over_is_not_answered() -> None:
    server = MemoryServer()
    async with serving(server) as events:
        engine = await EngineSide().listen(events)
        await ask(events, question(ends_at=ASKED_AT))
        await until_done(server)
    assert engine.commands == []


async def test_with_too_little_time_to_think_an_option_is_taken() -> None:
    server = MemoryServer()
    async with serving(server) as events:
        engine = await EngineSide().listen(events)
        await ask(events, question("forbidden", ends_at=ASKED_AT + MARGIN))
        command = await engine.next()
    assert command.body["type"] == "place"


async def test_one_bot_that_hangs_keeps_no_other_waiting() -> None:
    server = MemoryServer()
    async with serving(server, replace(AT_ONCE, bot_processes=2, bot_seconds=30)) as events:
        engine = await EngineSide().listen(events)
        await ask(events, question("hangs", room="stuck"))
        for number in range(5):
            await ask(events, question(room=f"room{number}"))
        rooms = {(await engine.next()).room for _ in range(5)}
    assert rooms == {f"room{number}" for number in range(5)}


async def test_a_worker_that_is_drained_ends_what_it_holds_and_takes_no_more() -> None:
    server = MemoryServer()
    async with serving(server, replace(AT_ONCE, bot_pause_min=2, bot_pause_max=2)) as events:
        engine = await EngineSide().listen(events)
        (worker,) = await processes_of(server, "ai")
        await ask(events, question(asked_at=server.now()))
        await server.settle()
        await tell(server, worker.id)
        (draining,) = await processes_of(server, "ai")
        assert (draining.held, draining.draining, draining.ready) == (1, True, False)
        await ask(events, question(room="room2", asked_at=server.now()))
        await server.advance(3_000)
        assert [command.room for command in engine.commands] == ["room1"]
        (drained,) = await processes_of(server, "ai")
        assert drained.held == 0
        await tell(server, worker.id, undo=True)
        # Its pause is over. Less than it takes until a question is asked of another worker.
        await server.advance(1_000)
        await until_done(server)
    assert [command.room for command in engine.commands] == ["room1", "room2"]


async def test_a_dead_worker_s_question_is_answered_by_another() -> None:
    server = MemoryServer()
    events = MemoryEvents(server)
    engine = await EngineSide().listen(events)
    async with events.bots.work(at_once=1) as jobs:
        await ask(events, question())
        # It takes the question and is never heard of again.
        taken = await anext(aiter(jobs))
        async with serving(server):
            await server.advance(2_900)
            assert engine.commands == []
            await server.advance(2_000)
            await engine.next()
            await until_done(server)
    assert taken.attempt == 1


async def test_a_worker_that_is_told_to_stop_hands_its_questions_back_at_once() -> None:
    server = MemoryServer()
    sleep = MovableSleep(server)
    events = MemoryEvents(server)
    engine = await EngineSide().listen(events)
    async with serving(server, replace(AT_ONCE, bot_pause_min=60, bot_pause_max=60), sleep):
        await ask(events, question())
        await sleep.begun.wait()
    async with serving(server):
        await engine.next()
        await until_done(server)


async def test_two_workers_with_one_question_give_one_answer() -> None:
    server = MemoryServer()
    async with serving(server), serving(server) as events:
        engine = await EngineSide().listen(events)
        await ask(events, question("any_cell"))
        await ask(events, question("any_cell"))
        first, second = await engine.next(), await engine.next()
    assert first == second


async def test_a_malformed_question_is_dropped_and_counted() -> None:
    server = MemoryServer()
    before = malformed()
    async with serving(server) as events:
        engine = await EngineSide().listen(events)
        await events.bots.put("tictactoe.room1", b"\xc1garbage")
        await ask(events, question())
        await engine.next()
        await until_done(server)
    assert malformed() == before + 1


@pytest.mark.slow
async def test_a_question_that_makes_the_service_fail_is_handed_back_and_then_dropped() -> None:
    server = MemoryServer()
    async with serving(server) as events:
        engine = await EngineSide().listen(events)
        await ask(events, question("raises", room="broken", options=[{"no": "command"}]))
        await ask(events, question())
        assert (await engine.next()).room == "room1"
        for _ in range(5):
            await server.advance(6_000)
        await until_done(server)
    assert len(engine.commands) == 1


def malformed() -> float:
    return REGISTRY.get_sample_value("divan_bot_questions_malformed_total") or 0.0
