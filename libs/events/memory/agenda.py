"""What is to happen at a time: by a clock that tests move, or by a real one."""

import asyncio
import heapq
from collections.abc import Callable
from itertools import count

START = 1_700_000_000_000
"""Where the movable clock stands at first, in Unix milliseconds."""


class Agenda:
    """Calls at times in Unix milliseconds, in order of time and then of asking."""

    def __init__(self, clock: Callable[[], int] | None) -> None:
        self._clock = clock
        self._now = START
        self._order = count()
        self._calls: list[tuple[int, int, Callable[[], None]]] = []

    def now(self) -> int:
        return self._now if self._clock is None else self._clock()

    def at(self, when: int, call: Callable[[], None]) -> None:
        """Call at `when`; a past time is called as soon as the loop turns. Calls cannot be taken back."""
        if self._clock is not None:
            # One more millisecond: a loop may call early by less than that.
            asyncio.get_running_loop().call_later(max(0, when + 1 - self._clock()) / 1000, call)
        elif when > self._now:
            heapq.heappush(self._calls, (when, next(self._order), call))
        else:
            asyncio.get_running_loop().call_soon(call)

    def next(self, until: int) -> Callable[[], None] | None:
        """The next call up to a time, with the clock moved to it; None, and the clock at `until`, if none."""
        if self._clock is not None:
            raise RuntimeError("only the movable clock can be moved: this one was given")
        if not self._calls or self._calls[0][0] > until:
            self._now = max(self._now, until)
            return None
        when, _, call = heapq.heappop(self._calls)
        self._now = max(self._now, when)
        return call
