"""One run: every store is written to, the power is cut, and what stands on the disk is held against it."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

from libs.events.nats import open_events
from libs.events.nats.connect import connect
from tests.power.deeds import Deeds, Undone
from tests.power.disk import MountedDisk
from tests.power.forgetful import Forgotten, Names
from tests.power.stores import QUICK, Stores, marks
from tests.support.nats_server import NatsServer

ALWAYS = "always"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One loss of power.

    deeds    acknowledged since the one before
    undone   of them, those that did not hold; of `quick` streams apart
    unknown  marks that nobody had ever written
    """

    torn: bool
    forgotten: Forgotten
    deeds: int
    undone: list[Undone]
    quick: list[Undone]
    unknown: set[str]


@dataclass
class Outcome:
    """What a run has shown."""

    sync: str
    names: Names
    cuts: list[Cut] = field(default_factory=list)

    @property
    def deeds(self) -> int:
        return sum(cut.deeds for cut in self.cuts)

    @property
    def undone(self) -> list[Undone]:
        return [each for cut in self.cuts for each in cut.undone]

    @property
    def quick(self) -> list[Undone]:
        return [each for cut in self.cuts for each in cut.quick]

    @property
    def unknown(self) -> set[str]:
        return {mark for cut in self.cuts for mark in cut.unknown}

    def failures(self, allowed: float) -> list[str]:
        """What must not be, where what was acknowledged so many seconds before a cut may be undone."""
        found = [str(each) for each in self.undone if each.age > allowed or allowed == 0]
        return [*found, *(f"{mark[:40]} was never written" for mark in self.unknown)]


async def cut_often(
    sync: str,
    rng: random.Random,
    *,
    cuts: int,
    play: tuple[float, float],
    names: Names = "journal",
    torn: bool = True,
    limit: float = 3600.0,
    progress: Callable[[Cut], None] = lambda cut: None,
) -> Outcome:
    """Cut the power so many times, each after so many seconds of writing, every second time `torn`.

    The first set-up has had its time to reach the disk: with an interval NATS never syncs how a stream was
    declared, and leaves it to the kernel.
    """
    outcome = Outcome(sync=sync, names=names)
    deeds, numbers = Deeds(), count()
    began = time.monotonic()
    with MountedDisk(names) as disk, NatsServer(sync=sync, store=disk.folder / "jetstream") as server:
        async with _stores(server, deeds, rng, numbers):
            disk.settle()
        for number in range(cuts):
            if time.monotonic() - began > limit:
                break
            async with _stores(server, deeds, rng, numbers) as stores:
                at = await _written_until_killed(stores, server, rng.uniform(*play))
            tears = torn and number % 2 == 1
            forgotten = disk.cut(rng.random() if tears else None)
            await asyncio.to_thread(server.start)
            async with _stores(server, deeds, rng, numbers) as stores:
                found = marks(await stores.standing())
            cut = _cut(forgotten, tears, deeds, found, at)
            deeds.settle(found, at)
            outcome.cuts.append(cut)
            progress(cut)
    return outcome


@asynccontextmanager
async def _stores(
    server: NatsServer, deeds: Deeds, rng: random.Random, numbers: "count[int]"
) -> AsyncIterator[Stores]:
    """All that is set up, as a service does it when it starts."""
    async with open_events(server.url, name="power") as events, connect(server.url, name="power raw") as link:
        yield Stores(events, link, deeds, rng, numbers)


async def _written_until_killed(stores: Stores, server: NatsServer, seconds: float) -> float:
    """Write for so long, then the server is dead; returns when."""
    writing = asyncio.create_task(stores.write(await stores.standing()))
    await asyncio.wait({writing}, timeout=seconds)
    server.kill()
    at = time.monotonic()
    # Whoever still waits for an answer must not ask again once the server is back.
    writing.cancel()
    await asyncio.wait({writing})
    if not writing.cancelled():
        writing.result()
    return at


def _cut(forgotten: Forgotten, torn: bool, deeds: Deeds, found: set[str], at: float) -> Cut:
    undone = list(deeds.undone(found, at))
    return Cut(
        torn=torn,
        forgotten=forgotten,
        deeds=sum(deed.done is not None and deed.store != "any" for deed in deeds.deeds),
        undone=[each for each in undone if not _is_quick(each)],
        quick=[each for each in undone if _is_quick(each)],
        unknown=deeds.unknown(found),
    )


def _is_quick(undone: Undone) -> bool:
    return undone.mark.startswith(QUICK)
