"""Each engine holds its share of the partitions: those beyond it are let go, for others to take."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import structlog

from libs.events import subjects
from libs.events.engines import EngineAlive
from libs.events.holding import Partitions
from libs.events.ports import Bus, EventsError, Heard
from libs.events.wire import Malformed, pack, unpack

log = structlog.get_logger()

EVERY = 0.5
"""Seconds between two signs of life."""

SOON = 0.02
"""Seconds between two looks whether all is handed over."""

Before = Callable[[int], Awaitable[None]]

FORGOTTEN_AFTER = 2_000
"""Milliseconds after its last sign of life at which an engine counts as dead."""

LACKING_WITHIN = 1_000
"""Milliseconds after its last sign of life for which an engine is given anything. A pin lasts longer."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another engine: its last sign of life, in Unix milliseconds, and how many partitions it held then.

    One that is `draining` gives them up.
    """

    seen: int
    held: int
    draining: bool = False


class Balance:
    """Knows the living engines by their signs of life, and how much each of them holds."""

    def __init__(self, bus: Bus, now: Callable[[], int], id: str) -> None:
        self._bus = bus
        self._now = now
        self.id = id
        self.draining = False
        self._host = socket.gethostname()[:64]
        self._others: dict[str, Other] = {}
        self._wake = asyncio.Event()

    def heard(self, message: Heard) -> None:
        try:
            alive = unpack(EngineAlive, message.data)
        except Malformed:
            return
        if alive.engine != self.id:
            self._others[alive.engine] = Other(self._now(), alive.held, alive.draining)

    def living(self) -> int:
        """How many engines live, this one among them."""
        horizon = self._now() - FORGOTTEN_AFTER
        self._others = {id: other for id, other in self._others.items() if other.seen >= horizon}
        return 1 + len(self._others)

    def takers(self) -> int:
        """How many other engines live that want partitions."""
        self.living()
        return sum(not other.draining for other in self._others.values())

    def excess(self, held: frozenset[int], partitions: int) -> list[int]:
        """The partitions to let go: those beyond an equal share, rounded up, that others lack.

        Who died or stands still since a moment ago still counts as living, but lacks nothing: what was
        taken over from it is not let go for nobody to take. While draining all are beyond our share; with
        nobody to take them they stay.
        """
        engines = self.takers() + (not self.draining)
        if engines == 0:
            return []
        share = -(-partitions // engines)
        horizon = self._now() - LACKING_WITHIN
        lacking = sum(
            max(0, share - other.held)
            for other in self._others.values()
            if other.seen > horizon and not other.draining
        )
        return sorted(held)[0 if self.draining else share :][:lacking]

    def drain(self, draining: bool, holding: Partitions) -> None:
        """Give up all partitions as others take them and ask for none, or (False) take a share again."""
        if draining != self.draining:
            log.info("engine_draining", engine=self.id, draining=draining, held=len(holding.held))
        self.draining = draining
        self._wake.set()

    async def give_up(self, holding: Partitions, within: float) -> None:
        """Before the end: hand over what is held, as long as there is somebody to take it."""
        self.drain(True, holding)
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while True:
                    if not holding.held or not self.takers():
                        return
                    await asyncio.sleep(SOON)

    async def run(self, holding: Partitions, partitions: int, before: Before) -> None:
        """Give signs of life, and let go of what is too much, until cancelled.

        `before` is awaited for each partition that is about to be let go.
        """
        while True:
            self._wake.clear()
            try:
                # With nobody else to take them, rooms are better with an engine that is about to go.
                holding.abstain(self.draining and self.takers() > 0)
                held = holding.held
                alive = EngineAlive(engine=self.id, held=len(held), host=self._host, draining=self.draining)
                await self._bus.publish(subjects.ENGINES, pack(alive))
                for partition in self.excess(held, partitions):
                    await before(partition)
                    log.info("partition_let_go", partition=partition, engines=self.living())
                    await holding.release(partition)
            except EventsError as error:
                log.warning("balance_interrupted", reason=str(error))
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()
