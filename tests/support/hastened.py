"""A clock that runs faster than the real one, and NATS timers that keep up with it."""

import time
from typing import Any, cast

from libs.events.ports import Events, Timers


class FastClock:
    """Unix milliseconds that pass `times` as fast as the real ones, from its making on."""

    def __init__(self, times: float) -> None:
        self._times = times
        self._began = time.time_ns() // 1_000_000

    def now(self) -> int:
        return self._began + round((time.time_ns() / 1_000_000 - self._began) * self._times)

    def real(self, at: int) -> int:
        """When that time comes by the real clock."""
        return self._began + round((at - self._began) / self._times)


class _FastTimers:
    def __init__(self, timers: Timers, clock: FastClock) -> None:
        self._timers = timers
        self._clock = clock

    async def arm(self, room: str, at: int) -> None:
        await self._timers.arm(room, self._clock.real(at))

    async def cancel(self, room: str) -> None:
        await self._timers.cancel(room)


class _Hastened:
    def __init__(self, events: Events, clock: FastClock) -> None:
        self._events = events
        self.timers = _FastTimers(events.timers, clock)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._events, name)


def hastened(events: Events, clock: FastClock) -> Events:
    """The same connection, whose timers are armed by the fast clock's times."""
    return cast(Events, _Hastened(events, clock))
