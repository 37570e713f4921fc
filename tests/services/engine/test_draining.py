"""Engines that give up their rooms: asked by an operator, or told to stop."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest

from divan.draining import Wanted, run_drain
from divan.exits import Exit, Trouble
from libs.events.admin import AdminEvent
from libs.events.engines import EngineAlive
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Heard
from libs.events.wire import unpack
from libs.runtime.wall_clock import unix_milliseconds
from services.engine.config import Config
from services.engine.wiring import engine
from tests.libs.events import twins


async def until(condition: Callable[[], bool]) -> None:
    await twins.until(condition, within=8)


class Engines:
    """Engines on one memory server, whose time passes by itself, and their signs of life."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self.server = MemoryServer(clock=unix_milliseconds)
        self.events = MemoryEvents(self.server)
        self.said: dict[str, EngineAlive] = {}
        self._stack = stack

    def heard(self, message: Heard) -> None:
        alive = unpack(EngineAlive, message.data)
        self.said[alive.engine] = alive

    async def start(self, stack: AsyncExitStack | None = None) -> str:
        """Start one, and return its id."""
        before = set(self.said)
        config = Config(nats_url="", master_key="5e" * 32, publish=False)
        await (stack or self._stack).enter_async_context(
            engine(config, MemoryEvents(self.server), now=self.server.now)
        )
        await until(lambda: len(self.said) > len(before))
        (id,) = set(self.said) - before
        return id

    def held(self, id: str) -> int:
        return self.said[id].held

    async def trail(self) -> list[tuple[str, str, str]]:
        events = [unpack(AdminEvent, stored.data) async for stored in self.events.admin.read_all()]
        return [(event.action, event.target, event.outcome) for event in events]


@pytest.fixture
async def engines() -> AsyncIterator[Engines]:
    async with AsyncExitStack() as stack:
        one = Engines(stack)
        await one.events.bus.listen("engines.alive", one.heard)
        yield one


async def test_an_engine_that_is_drained_gives_all_to_the_other_and_takes_its_share_again_on_undo(
    engines: Engines, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = await engines.start(), await engines.start()
    await until(lambda: engines.held(first) == engines.held(second) == 8)
    assert await run_drain(engines.events, Wanted(process=first[:8], operator="ada"))
    await until(lambda: (engines.held(first), engines.said[first].draining) == (0, True))
    await until(lambda: engines.held(second) == 16)
    capsys.readouterr()
    assert await run_drain(engines.events, Wanted(as_json=True))
    lines = capsys.readouterr().out.splitlines()
    listed = {line["id"]: line for line in map(json.loads, filter(lambda line: line[0] == "{", lines))}
    assert {id: (line["service"], line["held"], line["draining"]) for id, line in listed.items()} == {
        first: ("engine", 0, True),
        second: ("engine", 16, False),
    }
    assert await run_drain(engines.events, Wanted(process=first, undo=True, operator="ada"))
    await until(lambda: engines.held(first) == 8)
    assert await engines.trail() == [
        ("drain", first, "begun"),
        ("drain", first, "done"),
        ("undrain", first, "begun"),
        ("undrain", first, "done"),
    ]


async def test_the_only_engine_is_not_drained(engines: Engines) -> None:
    only = await engines.start()
    with pytest.raises(Trouble, match="no other process of engine"):
        await run_drain(engines.events, Wanted(process=only))
    await until(lambda: engines.held(only) == 16)
    assert await engines.trail() == []


@pytest.mark.parametrize(
    ("named", "why", "code"),
    [
        pytest.param("nobody", "no such process", Exit.UNAVAILABLE, id="unknown"),
        pytest.param("", "no such process", Exit.UNAVAILABLE, id="empty"),
    ],
)
async def test_a_process_that_is_not_there_is_told(
    engines: Engines, named: str, why: str, code: Exit
) -> None:
    await engines.start()
    with pytest.raises(Trouble, match=why) as refused:
        await run_drain(engines.events, Wanted(process=named))
    assert refused.value.code is code


async def test_where_nothing_runs_nothing_is_listed(engines: Engines) -> None:
    with pytest.raises(Trouble, match="no process answers") as refused:
        await run_drain(engines.events, Wanted())
    assert refused.value.code is Exit.UNAVAILABLE


async def test_an_engine_that_is_told_to_stop_hands_its_rooms_over(engines: Engines) -> None:
    first = await engines.start()
    async with AsyncExitStack() as leaving:
        second = await engines.start(leaving)
        await until(lambda: engines.held(first) == engines.held(second) == 8)
    await until(lambda: engines.held(first) == 16)
    assert engines.said[second].draining
