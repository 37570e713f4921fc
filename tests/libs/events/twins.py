"""The two sides of the contract tests: memory, and a real server, with the little that differs for a test."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Protocol
from uuid import uuid4

from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.nats import open_events
from libs.events.ports import Events
from libs.events.streams import Installation


def fresh(name: str = "room") -> str:
    """An id that no other test has."""
    return f"{name}-{uuid4().hex[:12]}"


async def until(condition: Callable[[], bool], within: float) -> None:
    """Until something holds on a real server, where time passes by itself."""
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, "it did not come to be in time"
        await asyncio.sleep(0.005)


class Twin(Protocol):
    """A place where processes meet."""

    async def process(self) -> Events:
        """One more process's connection."""
        ...

    def now(self) -> int:
        """Unix milliseconds, as timers count."""
        ...

    async def pass_time(self, seconds: float) -> None:
        """Let so much time go by, and everything happen that falls due meanwhile."""
        ...

    async def settle(self) -> None:
        """Let everybody hear of who listens: of several servers each is told of it by the others."""
        ...

    async def until(self, condition: Callable[[], bool], within: float = 8.0) -> None:
        """Let time go by until the condition holds, which it must within so many seconds."""
        ...


class MemoryTwin:
    """Time passes here only when it is told to."""

    def __init__(self) -> None:
        self.server = MemoryServer()

    async def process(self) -> Events:
        return MemoryEvents(self.server)

    def now(self) -> int:
        return self.server.now()

    async def pass_time(self, seconds: float) -> None:
        await self.server.advance(int(seconds * 1000))

    async def settle(self) -> None:
        await self.server.settle()

    async def until(self, condition: Callable[[], bool], within: float = 8.0) -> None:
        await self.server.settle()
        for _ in range(int(within * 10)):
            if condition():
                return
            await self.server.advance(100)
        assert condition()


class NatsTwin:
    """A real server, or several with every stream on so many; time passes by itself."""

    def __init__(self, url: str, stack: AsyncExitStack, replicas: int) -> None:
        self._url = url
        self._stack = stack
        self._installation = Installation(replicas=replicas)

    async def process(self) -> Events:
        return await self._stack.enter_async_context(
            open_events(self._url, name="test", installation=self._installation)
        )

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def pass_time(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def settle(self) -> None:
        if self._installation.replicas > 1:
            await asyncio.sleep(0.2)

    async def until(self, condition: Callable[[], bool], within: float = 8.0) -> None:
        await until(condition, within)
