"""One run: a world, its clients, faults one after another, and what has come of it."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from libs.events import subjects
from tests.chaos.bars import Held, held
from tests.chaos.crowd import Crowd, Tally, at_sockets, at_subjects
from tests.chaos.faults import KINDS, Faults
from tests.chaos.handover import changes, handovers
from tests.chaos.stalls import Stalls, longest, stalls
from tests.chaos.world import Ending, World, world
from tests.support.nats_server import free_port

BEHIND = ("engine-1", "engine-2", "ai-1", "ai-2", "chat-1", "chat-2")
EDGES = ("rooms-1", "rooms-2")

PAUSE = (0.6, 1.6)
"""Seconds of calm after a fault is over."""

BURST = 0.15
"""How often, of one, the next fault comes without any calm."""

LONGEST = 8
"""So many of the longest waits are named."""

ENDS_WITHIN = 90.0
"""Seconds within which every room that is open at the end must be over: the longest wait of a room is 60."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run has shown.

    hits       shots that fell between append and answer
    endings    of processes that were replaced
    handovers  seconds that each partition had no engine while engines were replaced
    """

    seconds: float
    faults: int
    kills: int
    shots: int
    hits: int
    tally: Tally
    stalls: list[Stalls]
    bot_stalls: list[Stalls]
    start_stalls: list[Stalls]
    begin_stalls: list[Stalls]
    socket_stalls: list[Stalls]
    longest: list[str]
    bars: list[Held]
    endings: list[Ending]
    handovers: list[float]
    logged: Counter[str]
    bugs: list[str]
    logs: dict[str, list[str]]

    @property
    def failures(self) -> list[str]:
        """Everything that must not be; empty: every promise was kept."""
        found = [f"{each.kind}: {each.room}: {each.text}" for each in self.tally.violations]
        ended_badly = [fault for ending in self.endings if (fault := ending.fault) is not None]
        return [*found, *self.tally.trouble, *ended_badly, *self.bugs]


Progress = Callable[[Faults, Tally], None]


def drawn(rng: random.Random, kinds: Sequence[str]) -> Iterator[str]:
    """Faults of these kinds without end, by how often each is to be drawn."""
    while True:
        yield rng.choices(kinds, [KINDS[kind][0] for kind in kinds])[0]


async def run(
    kinds: Iterable[str],
    rng: random.Random,
    *,
    kills: int = 1_000_000,
    sockets: bool = False,
    rooms: int = 24,
    limit: float = 3600.0,
    sync: str | None = None,
    servers: int = 1,
    forgetful: bool = False,
    progress: Progress = lambda faults, tally: None,
) -> Outcome:
    """Play over the subjects or through sockets while these faults befall the processes, one by one.

    On so many NATS servers. It ends with the last of them, after so many kills, or so many seconds. The
    power can be lost where the one server's disk is `forgetful`.
    """
    began = time.monotonic()
    ports = {name: free_port() for name in EDGES} if sockets else {}
    slots: dict[str, dict[str, str]] = {name: {} for name in BEHIND}
    slots |= {name: {"DIVAN_HTTP_PORT": str(port)} for name, port in ports.items()}
    async with AsyncExitStack() as stack:
        whole = await stack.enter_async_context(world(slots, sync=sync, servers=servers, forgetful=forgetful))
        url = whole.nats.url
        people = await stack.enter_async_context(
            at_sockets(url, whole.edges, rng) if sockets else at_subjects(url, rng)
        )
        faults = Faults(
            world=whole,
            rng=rng,
            snapshots=people.snapshots,
            rooms_in_play=lambda: people.rooms,
            partition=lambda room: subjects.partition(room, 16),
        )
        async with _playing(people, rooms):
            await asyncio.sleep(1.0)
            for kind in kinds:
                if faults.kills >= kills or time.monotonic() - began >= limit:
                    break
                await faults.one(kind)
                progress(faults, people.tally)
                if rng.random() >= BURST:
                    await asyncio.sleep(rng.uniform(*PAUSE))
            people.leave()
        await people.check_public_stream()
        return _outcome(time.monotonic() - began, whole, faults, people)


@asynccontextmanager
async def _playing(people: Crowd, rooms: int) -> AsyncIterator[None]:
    """So many rooms in play at a time; on leaving they are played to their end."""
    playing = [asyncio.create_task(people.play()) for _ in range(rooms)]
    try:
        yield
        async with asyncio.timeout(ENDS_WITHIN):
            await asyncio.gather(*playing)
    except TimeoutError:
        people.tally.trouble += [f"{room}: still open at the end" for room in people.rooms]
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def _outcome(seconds: float, whole: World, faults: Faults, people: Crowd) -> Outcome:
    waits = people.tally.waits
    commands = [wait for wait in waits if wait.what == "command"]
    return Outcome(
        seconds=seconds,
        faults=len(faults.done),
        kills=faults.kills,
        shots=len(faults.shots),
        hits=sum(people.was_cut_off(shot.room, shot.at) for shot in faults.shots),
        tally=people.tally,
        stalls=stalls(faults.done, commands),
        bot_stalls=stalls(faults.done, [wait for wait in waits if wait.what == "bot"]),
        start_stalls=stalls(faults.done, [wait for wait in waits if wait.what == "open and start"]),
        begin_stalls=stalls(faults.done, [wait for wait in waits if wait.what == "begin"]),
        socket_stalls=stalls(faults.done, [wait for wait in waits if wait.what == "socket"]),
        longest=longest(faults.done, waits, LONGEST),
        bars=held(faults.done, commands),
        endings=whole.endings,
        handovers=_handovers(whole, faults),
        logged=whole.logged(),
        bugs=whole.bugs(),
        logs=whole.logs(),
    )


def _handovers(whole: World, faults: Faults) -> list[float]:
    lines = [line for slot in whole.slots.values() if slot.service == "engine" for line in slot.lines()]
    found = changes(lines)
    return [
        seconds
        for fault in faults.done
        if fault.kind == "engines replaced"
        for seconds in handovers(found, fault.began, fault.ended)
    ]
