"""Draining engines for an operator: who there is, giving up their rooms, and how far they are."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from divan.audit import audit
from divan.exits import Exit, Trouble
from divan.progress import progress
from libs.events import subjects
from libs.events.engines import Drain, EngineAlive
from libs.events.ports import Events, Heard
from libs.events.wire import Malformed, pack, unpack

HEARING = 1.3
"""Seconds in which every living engine gives two signs of life."""

ANSWERS_WITHIN = 2.0
LOOK_EVERY = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which engines: by id (or its beginning), by host, or those of this machine; none: they are listed."""

    engine: str | None = None
    this_host: bool = False
    undo: bool = False
    within: float = 60.0
    operator: str | None = None

    def has(self, alive: EngineAlive) -> bool:
        if self.this_host:
            return alive.host == socket.gethostname()
        return self.engine is not None and (alive.host == self.engine or alive.engine.startswith(self.engine))


class Engines:
    """The last sign of life of each engine, and when it came by the loop's clock."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[float, EngineAlive]] = {}

    def heard(self, message: Heard) -> None:
        try:
            alive = unpack(EngineAlive, message.data)
        except Malformed:
            return
        self._heard[alive.engine] = asyncio.get_running_loop().time(), alive

    def living(self) -> list[EngineAlive]:
        horizon = asyncio.get_running_loop().time() - HEARING
        return [alive for seen, alive in self._heard.values() if seen >= horizon]


@asynccontextmanager
async def _hearing(events: Events) -> AsyncIterator[Engines]:
    engines = Engines()
    listening = await events.bus.listen(subjects.ENGINES, engines.heard)
    try:
        await asyncio.sleep(HEARING)
        yield engines
    finally:
        await listening.stop()


async def run_drain(events: Events, wanted: Wanted) -> bool:
    """Whether they hold nothing any more (or were told to take their share again). Raises Trouble."""
    async with _hearing(events) as engines:
        living = engines.living()
        if wanted.engine is None and not wanted.this_host:
            _list(living)
            return True
        chosen = [alive for alive in living if wanted.has(alive)]
        if not chosen:
            raise Trouble("no such engine gives a sign of life: `divan drain` lists them.", Exit.UNAVAILABLE)
        ids = {alive.engine for alive in chosen}
        if not wanted.undo and all(alive.engine in ids or alive.draining for alive in living):
            raise Trouble("no other engine is there to take the rooms: start one first.", Exit.UNAVAILABLE)
        acting = audit(events, wanted.operator)
        async with AsyncExitStack() as stack:
            endings = {}
            for id in sorted(ids):
                action = acting.action("undrain" if wanted.undo else "drain", id)
                endings[id] = await stack.enter_async_context(action)
                drain = pack(Drain(undo=wanted.undo))
                await events.bus.request(subjects.drain(id), drain, within=ANSWERS_WITHIN)
            left = {} if wanted.undo else await _left(engines, chosen, wanted.within)
            for id, held in left.items():
                endings[id].note = f"{held} partitions not taken yet"
    for alive in chosen:
        said = "takes its share again" if wanted.undo else f"holds {left.get(alive.engine, 0)} partitions"
        print(f"{alive.engine} on {alive.host} {said}")
    return not left


async def _left(engines: Engines, chosen: list[EngineAlive], within: float) -> dict[str, int]:
    """What each still holds when all is handed over, or after so many seconds. The dead hold nothing."""
    all_held = sum(alive.held for alive in chosen)
    ids = {alive.engine for alive in chosen}
    loop = asyncio.get_running_loop()
    end = loop.time() + within
    with progress() as tell:
        while True:
            left = {
                alive.engine: alive.held
                for alive in engines.living()
                if alive.engine in ids and (alive.held or not alive.draining)
            }
            held = sum(left.values())
            tell(all_held - held, max(all_held, 1), f"{held} of {all_held} partitions left")
            if not left or loop.time() >= end:
                return left
            await asyncio.sleep(LOOK_EVERY)


def _list(living: list[EngineAlive]) -> None:
    for alive in sorted(living, key=lambda alive: (alive.host, alive.engine)):
        state = "draining" if alive.draining else ""
        print(f"{alive.engine}  {alive.host:<24}  {alive.held:>3}  {state}".rstrip())
