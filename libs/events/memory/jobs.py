"""A process's hold on the memory server's work queues."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from libs.events.memory.queue import MemoryQueue, Worker
from libs.events.memory.server import MemoryServer
from libs.events.ports import Backlog, Headers, Taking


class MemoryWork:
    """Works on what a queue holds."""

    def __init__(self, server: MemoryServer, queue: MemoryQueue) -> None:
        self._server = server
        self._queue = queue

    async def waiting(self) -> int:
        await self._server.reach()
        return len(self._queue)

    @asynccontextmanager
    async def work(self, *, at_once: int) -> AsyncIterator[Taking]:
        await self._server.reach()
        worker = Worker(self._queue, at_once)
        try:
            yield worker
        finally:
            worker.leave()


class MemoryJobs(MemoryWork):
    """Puts questions to bots, and works on them."""

    async def put(self, key: str, data: bytes, headers: Headers | None = None) -> None:
        await self._server.reach()
        self._queue.put(key, data, headers)

    async def backlog(self) -> Backlog:
        await self._server.reach()
        return Backlog(jobs=len(self._queue), oldest=self._queue.oldest)
