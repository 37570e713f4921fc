"""What goes out to one socket: written at once while the client reads, bounded when it does not."""

import asyncio
from collections import deque
from collections.abc import Callable

from services.rooms.frames import close_frame
from services.rooms.metrics import DROPPED

HIGH = 64 * 1024
"""Bytes that the client has not read, from which on nothing more is written."""

MOST_WAITING = 256 * 1024
"""Bytes of messages that may wait for the client to read on. Views do not wait: the last replaces them."""

LOOK_EVERY = 0.05
SLOWEST = 15.0
"""Seconds that a client may leave everything unread."""

TOO_SLOW = 4408
LINGER = 1.0
"""Seconds for a client to take its closing frame before the connection is cut."""


class Outbox:
    """One socket's way out. `caught_up` is called when views that were left out can be shown again."""

    __slots__ = (
        "_behind_since",
        "_caught_up",
        "_look",
        "_loop",
        "_transport",
        "_waiting",
        "_waiting_bytes",
        "is_closed",
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        caught_up: Callable[[], None],
    ) -> None:
        self._transport = transport
        self._loop = loop
        self._caught_up = caught_up
        self._waiting: deque[bytes] | None = None
        self._waiting_bytes = 0
        self._behind_since = 0.0
        self._look: asyncio.TimerHandle | None = None
        self.is_closed = False

    @property
    def is_behind(self) -> bool:
        """Whether the client reads so slowly that views are to be left out."""
        return self._waiting is not None

    def send(self, frame: bytes) -> None:
        """Write a message that must not be left out, or let it wait; the client is dropped if it piles up."""
        # Whoever was cut off is here until the socket's own task has heard of it.
        if self.is_closed or self._transport.is_closing():
            return
        if self._waiting is None:
            self._transport.write(frame)
            if self._transport.get_write_buffer_size() > HIGH:
                self._fall_behind()
            return
        self._waiting.append(frame)
        self._waiting_bytes += len(frame)
        if self._waiting_bytes > MOST_WAITING:
            self._drop()

    def _fall_behind(self) -> None:
        self._waiting = deque()
        self._behind_since = self._loop.time()
        self._look = self._loop.call_later(LOOK_EVERY, self._look_again)

    def _look_again(self) -> None:
        if self.is_closed or self._waiting is None:
            return
        if self._transport.get_write_buffer_size() > HIGH // 2:
            if self._loop.time() - self._behind_since > SLOWEST:
                self._drop()
            else:
                self._look = self._loop.call_later(LOOK_EVERY, self._look_again)
            return
        waiting, self._waiting, self._waiting_bytes = self._waiting, None, 0
        for frame in waiting:
            self.send(frame)
        if not self.is_behind:
            self._caught_up()

    def _drop(self) -> None:
        DROPPED.labels("too_slow").inc()
        self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """Say why and end: what is not read soon is never read."""
        if self.is_closed:
            return
        self.is_closed = True
        if self._look is not None:
            self._look.cancel()
        self._waiting = None
        if not self._transport.is_closing():
            self._transport.write(close_frame(code))
            self._loop.call_later(LINGER, self._transport.abort)

    def ended(self) -> None:
        """The connection is gone: nothing more is written."""
        self.is_closed = True
        if self._look is not None:
            self._look.cancel()
        self._waiting = None
