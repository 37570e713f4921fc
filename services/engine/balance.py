"""Each engine holds its share of the partitions: those beyond it are let go, for others to take."""

import asyncio
import secrets
from collections.abc import Callable

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


class Balance:
    """Knows the living engines by their signs of life."""

    def __init__(self, bus: Bus, now: Callable[[], int]) -> None:
        self._bus = bus
        self._now = now
        self._id = secrets.token_hex(8)
        self._others: dict[str, int] = {}

    def heard(self, message: Heard) -> None:
        try:
            alive = unpack(EngineAlive, message.data)
        except Malformed:
            return
        if alive.engine != self._id:
            self._others[alive.engine] = self._now()

    def living(self) -> int:
        """How many engines live, this one among them."""
        horizon = self._now() - FORGOTTEN_AFTER
        self._others = {id: seen for id, seen in self._others.items() if seen >= horizon}
        return 1 + len(self._others)

    def excess(self, held: frozenset[int], partitions: int) -> list[int]:
        """The partitions to let go: those beyond an equal share, rounded up."""
        share = -(-partitions // self.living())
        return sorted(held)[share:]

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
