"""Bots think in processes of their own, which may hang, die or fail."""

import asyncio
import os
import signal
from typing import Any

import pytest

from services.ai.process import Dead, Program, start_process
from services.ai.thinking import PROBATION, NoThought, Thinkers, open_thinkers
from tests.services.ai.asking import PROGRAM, question


async def thought(thinkers: Thinkers, kind: str, *, within: float = 10.0, left: float = 20.0) -> Any:
    """The bot's command, or the code of why there is none."""
    try:
        return await thinkers.think(question(kind), within=within, left=left)
    except NoThought as failure:
        return failure.code


async def test_a_bot_is_shown_its_view_and_options_and_nothing_else() -> None:
    async with open_thinkers(PROGRAM, 1) as thinkers:
        echo = await thought(thinkers, "echo")
        asked = question("echo")
        assert echo == {"type": "echo", "view": asked.view, "options": list(asked.options)}


async def test_the_same_question_gets_the_same_answer_from_any_process() -> None:
    async with open_thinkers(PROGRAM, 1) as one, open_thinkers(PROGRAM, 1) as other:
        first = await one.think(question("any_cell"), within=10, left=20)
        assert await other.think(question("any_cell"), within=10, left=20) == first
        assert await other.think(question("any_cell", seat=0), within=10, left=20) != first


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("nobody", "no_such_bot"),
        ("raises", "raised"),
        ("answers_a_list", "no_command"),
        ("answers_a_set", "no_command"),
        ("answers_no_number", "no_command"),
        ("eats", "raised"),
        ("crashes", "crashed"),
        ("leaves", "crashed"),
    ],
)
async def test_a_bot_that_fails_gives_a_code(kind: str, code: str) -> None:
    async with open_thinkers(PROGRAM, 1) as thinkers:
        assert await thought(thinkers, kind) == code
        assert await thought(thinkers, "first") == {"type": "place", "cell": 0}


async def test_what_a_failing_bot_knows_does_not_come_out(capfd: pytest.CaptureFixture[str]) -> None:
    async with open_thinkers(PROGRAM, 1) as thinkers:
        with pytest.raises(NoThought) as raised:
            await thinkers.think(question("raises"), within=10, left=20)
        assert raised.value.facts["error"] == "ValueError"
        assert raised.value.facts["where"].startswith("bad_bots.py:")
        assert await thought(thinkers, "prints") == {"type": "place", "cell": 0}
    assert "xyzzy" not in str(raised.value.facts)
    captured = capfd.readouterr()
    assert "xyzzy" not in captured.out + captured.err


@pytest.mark.parametrize("kind", ["hangs", "spins"])
async def test_a_bot_that_is_too_slow_is_killed_and_its_process_replaced(kind: str) -> None:
    async with open_thinkers(PROGRAM, 1) as thinkers:
        (former,) = thinkers.pids
        assert await thought(thinkers, kind, within=0.1) == "too_slow"
        assert await thought(thinkers, "first") == {"type": "place", "cell": 0}
        assert former not in thinkers.pids
        assert len(thinkers.pids) == 1
        assert not is_running(former)


async def test_a_bot_that_hangs_keeps_no_other_from_thinking() -> None:
    async with open_thinkers(PROGRAM, 2) as thinkers:
        hanging = asyncio.create_task(thought(thinkers, "hangs", within=30))
        await asyncio.sleep(0)
        answers = await asyncio.gather(*(thought(thinkers, "first") for _ in range(20)))
        assert answers == [{"type": "place", "cell": 0}] * 20
        assert not hanging.done()
        hanging.cancel()


async def test_bots_that_hang_again_and_again_keep_but_one_process_busy() -> None:
    async with open_thinkers(PROGRAM, 2) as thinkers:
        assert await thought(thinkers, "hangs", within=0.1) == "too_slow"
        hanging = [asyncio.create_task(thought(thinkers, "hangs", within=30)) for _ in range(5)]
        answers = await asyncio.gather(*(thought(thinkers, "first") for _ in range(5)))
        assert answers == [{"type": "place", "cell": 0}] * 5
        for task in hanging:
            task.cancel()


@pytest.mark.slow
async def test_probation_ends() -> None:
    now = 0.0
    async with open_thinkers(PROGRAM, 2, lambda: now) as thinkers:
        assert await thought(thinkers, "hangs", within=0.1) == "too_slow"
        hanging = asyncio.create_task(thought(thinkers, "hangs", within=30))
        await asyncio.sleep(0)
        assert await thought(thinkers, "hangs", left=0.1) == "busy"
        now += PROBATION
        assert await thought(thinkers, "hangs", within=0.1) == "too_slow"
        hanging.cancel()


async def test_who_waits_for_a_process_too_long_gets_none() -> None:
    async with open_thinkers(PROGRAM, 1) as thinkers:
        hanging = asyncio.create_task(thought(thinkers, "hangs", within=30))
        await asyncio.sleep(0)
        assert await thought(thinkers, "first", left=0.1) == "busy"
        hanging.cancel()


async def test_a_process_that_was_killed_while_idle_is_no_bot_s_fault() -> None:
    async with open_thinkers(PROGRAM, 1) as thinkers:
        (pid,) = thinkers.pids
        os.kill(pid, signal.SIGKILL)
        # The system knows it before this process does; one that is asked in between counts as crashed.
        async with asyncio.timeout(5):
            while thinkers.pids:  # noqa: ASYNC110  -- its end is no event of ours
                await asyncio.sleep(0.01)
        assert await thought(thinkers, "first") == {"type": "place", "cell": 0}


async def test_a_thought_that_nobody_wants_any_more_frees_its_process() -> None:
    async with open_thinkers(PROGRAM, 1) as thinkers:
        unwanted = asyncio.create_task(thought(thinkers, "hangs", within=30))
        await asyncio.sleep(0.01)
        unwanted.cancel()
        assert await thought(thinkers, "first") == {"type": "place", "cell": 0}


async def test_leaving_ends_every_process_even_one_that_thinks() -> None:
    async with open_thinkers(PROGRAM, 2) as thinkers:
        pids = thinkers.pids
        hanging = asyncio.create_task(thought(thinkers, "spins", within=30))
        await asyncio.sleep(0.05)
        hanging.cancel()
    assert len(pids) == 2
    assert not any(is_running(pid) for pid in pids)


async def test_a_process_ends_with_its_parent_even_while_it_thinks() -> None:
    thinking = await start_process(PROGRAM)
    asked = {"game": "tictactoe", "kind": "spins", "seed": "", "view": {}, "options": []}
    with pytest.raises(TimeoutError):
        await thinking.ask(asked, 0.05)
    # What the system does with the pipe of a parent that was killed.
    thinking.hang_up()
    await until_gone(thinking.pid)
    await thinking.end()


async def test_a_registry_that_cannot_be_loaded_is_an_error_at_the_start(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(Dead):
        await start_process(Program(registry="services.ai.no_such_module:BOTS"))
    assert "no_such_module" in capfd.readouterr().err


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until_gone(pid: int) -> None:
    async with asyncio.timeout(10):
        while is_running(pid):  # noqa: ASYNC110  -- a process that is no child of the loop gives no event
            await asyncio.sleep(0.01)
