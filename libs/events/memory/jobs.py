"""A process's hold on the memory server's work queue."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from libs.events.memory.queue import Worker
from libs.events.memory.server import MemoryServer
from libs.events.ports import Job


class MemoryJobs:
    """Puts questions to bots, and works on them."""

    def __init__(self, server: MemoryServer) -> None:
        self._server = server

    async def put(self, key: str, data: bytes) -> None:
        await self._server.reach()
        self._server.queue.put(key, data)

    @asynccontextmanager
    async def work(self, *, at_once: int) -> AsyncIterator[AsyncIterator[Job]]:
        await self._server.reach()
        worker = Worker(self._server.queue, at_once)
        try:
            yield worker.jobs()
        finally:
            worker.leave()
