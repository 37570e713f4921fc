"""Each engine holds its share of the partitions: those beyond it are let go, for others to take."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from libs.events import subjects
from libs.events.engines import EngineAlive
from libs.events.ports import Bus, EventsError, Heard, Partitions
from libs.events.wire import Malformed, pack, unpack

log = structlog.get_logger()

EVERY = 0.5
"""Seconds between two signs of life."""

FORGOTTEN_AFTER = 2_000
"""Milliseconds after its last sign of life at which an engine counts as dead."""

LACKING_WITHIN = 1_000
"""Milliseconds after its last sign of life for which an engine is given anything. A pin lasts longer."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another engine: its last sign of life, in Unix milliseconds, and how many partitions it held then."""

    seen: int
    held: int


class Balance:
    """Knows the living engines by their signs of life, and how much each of them holds."""

    def __init__(self, bus: Bus, now: Callable[[], int]) -> None:
        self._bus = bus
        self._now = now
        self._id = secrets.token_hex(8)
        self._others: dict[str, Other] = {}

    def heard(self, message: Heard) -> None:
        try:
            alive = unpack(EngineAlive, message.data)
        except Malformed:
            return
        if alive.engine != self._id:
            self._others[alive.engine] = Other(self._now(), alive.held)

    def living(self) -> int:
        """How many engines live, this one among them."""
        horizon = self._now() - FORGOTTEN_AFTER
        self._others = {id: other for id, other in self._others.items() if other.seen >= horizon}
        return 1 + len(self._others)

    def excess(self, held: frozenset[int], partitions: int) -> list[int]:
        """The partitions to let go: those beyond an equal share, rounded up, that others lack.

        Who died or stands still since a moment ago still counts as living, but lacks nothing: what was
        taken over from it is not let go for nobody to take.
        """
        share = -(-partitions // self.living())
        horizon = self._now() - LACKING_WITHIN
        lacking = sum(max(0, share - other.held) for other in self._others.values() if other.seen > horizon)
        return sorted(held)[share:][:lacking]

    async def run(self, holding: Partitions, partitions: int) -> None:
        """Give signs of life, and let go of what is too much, until cancelled."""
        while True:
            try:
                held = holding.held
                await self._bus.publish(subjects.ENGINES, pack(EngineAlive(engine=self._id, held=len(held))))
                for partition in self.excess(held, partitions):
                    log.info("partition_let_go", partition=partition, engines=self.living())
                    await holding.release(partition)
            except EventsError as error:
                log.warning("balance_interrupted", reason=str(error))
            await asyncio.sleep(EVERY)
