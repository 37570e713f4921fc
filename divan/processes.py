"""The processes of an installation, as they tell of themselves when they are asked over NATS."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from libs.events import subjects
from libs.events.ports import Bus, Heard
from libs.events.stats import ServiceStats
from libs.events.wire import Malformed, unpack

SERVICES = ("rooms", "engine", "ai", "chat")
"""In the order in which they are shown."""

ANSWERS_WITHIN = 1.0
"""Seconds in which processes answer; one that takes longer is missed."""

SILENT_AFTER = 4.0
"""Seconds without an answer, though it was asked meanwhile, after which a process counts as gone."""


class Processes:
    """What each process said last, and when it did by the loop's clock."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._told: dict[str, tuple[float, ServiceStats]] = {}

    def told(self, heard: Heard) -> None:
        try:
            stats = unpack(ServiceStats, heard.data)
        except Malformed:
            # A newer build may say what this one does not understand: it is missing.
            return
        # One of an older build has no id, and cannot be told anything.
        if stats.id:
            self._told[stats.id] = asyncio.get_running_loop().time(), stats

    async def ask(self) -> None:
        await self._bus.publish(subjects.ASK_STATS, b"")

    def living(self) -> list[ServiceStats]:
        """Those that have told of themselves a moment ago, in the order in which they are shown."""
        horizon = asyncio.get_running_loop().time() - SILENT_AFTER
        return sorted((stats for told, stats in self._told.values() if told >= horizon), key=_order)


def _order(stats: ServiceStats) -> tuple[int, str, str]:
    place = SERVICES.index(stats.service) if stats.service in SERVICES else len(SERVICES)
    return place, stats.host, stats.id


@asynccontextmanager
async def processes(bus: Bus) -> AsyncIterator[Processes]:
    """All that answer, asked once; they are listened to while inside."""
    found = Processes(bus)
    listening = await bus.listen(subjects.STATS, found.told)
    try:
        await found.ask()
        await asyncio.sleep(ANSWERS_WITHIN)
        yield found
    finally:
        await listening.stop()
