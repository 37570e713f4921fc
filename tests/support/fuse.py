"""A process that is killed at a step of its work: before a call does anything, or right after."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any


class Killed(BaseException):
    """The process is no more."""


@dataclass
class Fuse:
    """It kills at the call of that number, counted from 0; at none by default."""

    at: int = -1
    after: bool = False
    calls: int = 0

    async def lit(self, call: Callable[..., Awaitable[Any]], *args: Any, **named: Any) -> Any:
        number, self.calls = self.calls, self.calls + 1
        if number == self.at and not self.after:
            raise Killed
        answer = await call(*args, **named)
        if number == self.at:
            raise Killed
        return answer


@dataclass
class Fused:
    """A port whose calls burn the fuse; what is read page by page is left alone."""

    port: Any
    fuse: Fuse

    def __getattr__(self, name: str) -> Any:
        call = getattr(self.port, name)
        if not asyncio.iscoroutinefunction(call):
            return call
        return lambda *args, **named: self.fuse.lit(call, *args, **named)


@dataclass
class FusedEvents:
    """A connection whose ports burn the fuse."""

    events: Any
    fuse: Fuse

    def __getattr__(self, name: str) -> Any:
        return Fused(getattr(self.events, name), self.fuse)

    def bucket(self, name: str) -> Any:
        return Fused(self.events.bucket(name), self.fuse)
