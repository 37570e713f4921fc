"""This copy's place among those who are handed talk: taken, or left to the other copies."""

import asyncio
from collections.abc import Callable, Mapping

from libs.events.ports import Bus, EventsError, Heard, Listening
from libs.runtime.logging import get_logger

log = get_logger()

QUEUE = "chat"
"""The group of which one copy is handed each message."""

AGAIN = 1.0
"""Seconds until it is tried again where the server did not answer."""


class Desk:
    """Listens in the group to what `handlers` has subjects for, while it is open."""

    def __init__(self, bus: Bus, handlers: Mapping[str, Callable[[Heard], None]]) -> None:
        self._bus = bus
        self._handlers = handlers
        self._listening: list[Listening] = []
        self._wanted = True
        self._changed = asyncio.Event()

    async def open(self) -> None:
        """Be handed talk. Raises Unavailable, Refused."""
        if not self._listening:
            for subject, handle in self._handlers.items():
                self._listening.append(await self._bus.listen(subject, handle, queue=QUEUE))

    async def close(self) -> None:
        """Be handed no more; what was handed over waits for its turn as before."""
        while self._listening:
            await self._listening.pop().stop()

    def drain(self, draining: bool) -> None:
        """Leave it to the other copies from now on, or (False) be one of them again."""
        self._wanted = not draining
        self._changed.set()

    async def run(self) -> None:
        """Do as was told, until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await (self.open() if self._wanted else self.close())
            except EventsError as error:
                log.warning("desk_not_moved", wanted=self._wanted, reason=str(error))
                await self.close()
                await asyncio.sleep(AGAIN)
                self._changed.set()
