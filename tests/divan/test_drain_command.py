"""`divan drain` on the memory server: what it refuses, and what it says is to be done next."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from divan import processes
from divan.draining import Wanted, run_drain
from divan.exits import Trouble
from libs.events.memory import MemoryEvents, MemoryServer
from libs.runtime.draining import Hold
from libs.runtime.watching import Watch, watched


@pytest.fixture(autouse=True)
def all_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "ANSWERS_WITHIN", 0.1)


@asynccontextmanager
async def running(server: MemoryServer, *services: str) -> AsyncIterator[list[Watch]]:
    """Processes that are ready, and hold nothing."""
    async with AsyncExitStack() as stack:
        watches = [Watch(service) for service in services]
        for watch in watches:
            await stack.enter_async_context(watched(watch, MemoryEvents(server)))
            watch.draining.of(Hold(held=lambda: 0, drain=lambda _: None))
            stack.enter_context(watch.health.open())
        yield watches


async def test_two_operators_at_once_do_not_take_away_the_last_two() -> None:
    server = MemoryServer()
    async with running(server, "ai", "ai") as bots:
        drains = [run_drain(MemoryEvents(server), Wanted(process=each.draining.id)) for each in bots]
        ends = await asyncio.gather(*drains, return_exceptions=True)
        assert any(isinstance(end, Trouble) for end in ends)
        assert not all(each.draining.is_on for each in bots)


async def test_one_of_two_is_taken_away() -> None:
    server = MemoryServer()
    async with running(server, "ai", "ai") as (first, second):
        assert await run_drain(MemoryEvents(server), Wanted(process=first.draining.id))
        assert (first.draining.is_on, second.draining.is_on) == (True, False)


@pytest.mark.parametrize(
    ("service", "idle"),
    [
        pytest.param("ai", True, id="ai does not know of the others"),
        pytest.param("engine", False, id="an engine stays in wait"),
    ],
)
async def test_it_says_that_what_is_drained_is_to_be_stopped(
    service: str, idle: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    server = MemoryServer()
    async with running(server, service, service) as (first, _):
        assert await run_drain(MemoryEvents(server), Wanted(process=first.draining.id))
        said = capsys.readouterr().err
        assert f"Now stop it; or have it work again: `divan drain {first.draining.id} --undo`." in said
        assert (f"Until then {service} does nothing there" in said) == idle
        assert await run_drain(MemoryEvents(server), Wanted(process=first.draining.id, undo=True))
        assert "stop" not in capsys.readouterr().err


async def test_from_a_container_this_host_is_refused_with_the_names_that_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = MemoryServer()
    async with running(server, "ai", "engine"):
        await server.settle()
        there = socket.gethostname()
        monkeypatch.setattr(socket, "gethostname", lambda: "cli-container")
        with pytest.raises(Trouble, match=f"from cli-container, .* instead of --this-host: {there}"):
            await run_drain(MemoryEvents(server), Wanted(this_host=True))


async def test_a_process_that_is_not_there_is_refused_with_the_machines_that_there_are() -> None:
    server = MemoryServer()
    async with running(server, "ai"):
        with pytest.raises(Trouble, match=f"answers: nobody.* machines are {socket.gethostname()}"):
            await run_drain(MemoryEvents(server), Wanted(process="nobody"))
        with pytest.raises(Trouble, match=r"no process of engine answers\."):
            await run_drain(MemoryEvents(server), Wanted(process="nobody", service="engine"))
