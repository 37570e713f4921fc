"""Whether NATS stores what this process writes: where its disk is full it answers, and stores nothing."""

import asyncio
from collections.abc import Awaitable, Callable

from libs.events.ports import EventsError

EVERY = 2.0
"""Seconds between two trials, however often it is asked meanwhile: each is a write that the disk syncs."""

WITHIN = 2.0

Trial = Callable[[], Awaitable[None]]
"""Stores something small where the process writes, in place of what it stored before. Raises EventsError."""


class Storing:
    """What readiness has to say of it. Of a trial that was made just now the outcome is told again."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._again_at = 0.0
        self._fault: str | None = None
        self._trying = asyncio.Lock()

    async def fault(self) -> str | None:
        clock = asyncio.get_running_loop().time
        async with self._trying:
            if clock() >= self._again_at:
                self._fault = await self._tried()
                self._again_at = clock() + EVERY
            return self._fault

    async def _tried(self) -> str | None:
        try:
            async with asyncio.timeout(WITHIN):
                await self._trial()
        except TimeoutError:
            return "NATS does not acknowledge what is written."
        except EventsError as error:
            return f"NATS stores nothing: {error}."
        return None
