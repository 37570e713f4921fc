"""A process that is taken away: its sockets go elsewhere bit by bit, and it takes no new ones."""

import asyncio
from collections.abc import Callable
from math import ceil

from libs.runtime.logging import get_logger
from services.rooms.edges import Edges
from services.rooms.presence import Presence
from services.rooms.sockets import Sockets

log = get_logger()

WITHIN = 10.0
"""Seconds over which the sockets are closed, lest they all come to another process at once."""

STEP = 0.1


class Leaving:
    """`notice`: seconds in which a proxy has surely seen that this process is not ready any more.

    Until then new sockets are served as well, for most of those who were turned away would come here again.
    """

    def __init__(
        self,
        *,
        sockets: Sockets,
        presence: Presence,
        edges: Edges,
        notice: float,
        clock: Callable[[], float],
    ) -> None:
        self._sockets = sockets
        self._presence = presence
        self._edges = edges
        self._notice = notice
        self._clock = clock
        self._changed = asyncio.Event()

    def drain(self, draining: bool) -> None:
        """Send everybody to other processes from now on, or (False) serve again."""
        self._presence.draining = draining
        self._changed.set()

    def is_alone(self) -> bool:
        """Whether no other process takes sockets: then this one goes on, whatever it was told."""
        return not self._presence.takers()

    async def run(self) -> None:
        """Do as was told, until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._edges.beat()
            if self._presence.draining:
                await self._send_away()
            self._sockets.admits = True

    async def _send_away(self) -> None:
        told, at_once = self._clock(), 1
        while self._presence.draining:
            if self.is_alone():
                self._sockets.admits = True
                told = self._clock()
            elif self._sockets.admits:
                if self._clock() - told >= self._notice:
                    self._sockets.admits = False
                    at_once = max(1, ceil(len(self._sockets) * STEP / WITHIN))
                    log.info("sockets_sent_away", sockets=len(self._sockets), at_once=at_once)
            else:
                self._sockets.send_away(at_once)
            await asyncio.sleep(STEP)
