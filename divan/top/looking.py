"""Looks at an installation: every process is asked how it does, and NATS what its streams hold."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from libs.events import subjects
from libs.events.nats.bus import NatsBus
from libs.events.nats.connect import connect
from libs.events.nats.inspection import Size, sizes
from libs.events.nats.link import Link
from libs.events.ports import Heard
from libs.events.stats import ServiceStats
from libs.events.wire import Malformed, unpack
from libs.runtime.wall_clock import unix_milliseconds

ANSWERS_WITHIN = 1.0
"""Seconds in which processes answer; one that takes longer is missing in the look."""

Process = tuple[str, str, int, int]
"""Service, host, pid and start: one process, which counts from 0 when it is started anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What was told at a time (Unix milliseconds)."""

    at: int
    services: dict[Process, ServiceStats]
    streams: dict[str, Size]


class Looker:
    """Made by `looking`."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._bus = NatsBus(link)
        self._told: dict[Process, ServiceStats] = {}
        self._known: frozenset[Process] = frozenset()
        self._more = asyncio.Event()

    async def listen(self) -> None:
        _ = await self._bus.listen(subjects.STATS, self._hear)

    def _hear(self, heard: Heard) -> None:
        try:
            stats = unpack(ServiceStats, heard.data)
        except Malformed:
            # A newer build may say what this one does not understand: it is missing in the look.
            return
        self._told[stats.service, stats.host, stats.pid, stats.started_at] = stats
        self._more.set()

    async def look(self) -> Look:
        """Ask, and wait until all who answered the last time have, or their time is over.

        Raises Unavailable, and Refused where this user may not look at streams.
        """
        self._told = {}
        await self._bus.publish(subjects.ASK_STATS, b"")
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                while not self._known or not self._known <= self._told.keys():
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            pass
        self._known = frozenset(self._told)
        return Look(at=unix_milliseconds(), services=dict(self._told), streams=await sizes(self._link))


@asynccontextmanager
async def looking(url: str) -> AsyncGenerator[Looker, None]:
    """Looks over one connection. Raises Unavailable, Refused."""
    async with connect(url, name="divan top") as link:
        looker = Looker(link)
        await looker.listen()
        yield looker
