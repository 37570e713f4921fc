"""A work queue in memory: each job to one worker, and again to another after the wait."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from libs.events.memory.agenda import Agenda
from libs.events.memory.stream import MemoryStream
from libs.events.ports import Full, Headers, Job
from libs.events.streams import Consumer, Stream


@dataclass(eq=False)
class Queued:
    """A job in the queue; `ready_at` is when it may be handed out (again)."""

    key: str
    data: bytes
    put_at: int
    ready_at: int
    attempt: int = 0
    headers: Headers | None = None


class MemoryQueue:
    """The queue that all workers of a server share."""

    def __init__(self, declared: Stream, consumer: Consumer, agenda: Agenda) -> None:
        self._declared = declared
        self.ack_wait = consumer.ack_wait
        self._agenda = agenda
        self._jobs: list[Queued] = []
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        return len(self._jobs)

    @property
    def oldest(self) -> int | None:
        """When the oldest job was put, in Unix milliseconds; None: there is none."""
        return self._jobs[0].put_at if self._jobs else None

    def put(self, key: str, data: bytes, headers: Headers | None = None) -> None:
        now = self._agenda.now()
        self._expire()
        if 0 <= self._declared.max_messages <= len(self._jobs):
            raise Full(f"{self._declared.name} is full")
        self._jobs.append(Queued(key, data, now, now, headers=headers or None))
        self.wake()

    def wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def take(self) -> Queued | None:
        """The first job that is ready, which is then with its worker for the queue's wait."""
        self._expire()
        now = self._agenda.now()
        for queued in self._jobs:
            if queued.ready_at <= now:
                queued.attempt += 1
                self.defer(queued, self.ack_wait)
                return queued
        return None

    def defer(self, queued: Queued, seconds: float) -> None:
        queued.ready_at = self._agenda.now() + int(seconds * 1000)
        self._agenda.at(queued.ready_at, self.wake)

    def remove(self, queued: Queued) -> None:
        if queued in self._jobs:
            self._jobs.remove(queued)

    async def changed(self) -> None:
        await self._changed.wait()

    def _expire(self) -> None:
        if not self._declared.max_age:
            return
        oldest = self._agenda.now() - int(self._declared.max_age * 1000)
        while self._jobs and self._jobs[0].put_at <= oldest:
            self._jobs.pop(0)


class LogQueue(MemoryQueue):
    """The entries of a shard of the log as jobs: those that come again first, then the next of the stream."""

    def __init__(self, stream: MemoryStream, consumer: Consumer, agenda: Agenda) -> None:
        super().__init__(stream.declared, consumer, agenda)
        self._stream = stream
        self._shard = stream.declared.name.rpartition("_")[2]
        self._read = 0
        stream.on_append.append(self.wake)

    def __len__(self) -> int:
        return len(self._jobs) + len(self._stream.after(self._read))

    def take(self) -> Queued | None:
        if (again := super().take()) is not None:
            return again
        stored = self._stream.next(self._read)
        if stored is None:
            return None
        self._read = stored.fence
        now = self._agenda.now()
        self._jobs.append(Queued(f"{self._shard}.{stored.key}", stored.data, now, now))
        return super().take()


class Worker:
    """One worker's open jobs."""

    def __init__(self, queue: MemoryQueue, at_once: int) -> None:
        self._queue = queue
        self._free = asyncio.Semaphore(at_once)
        self._abstains = False
        self.open: set[Queued] = set()

    def leave(self) -> None:
        """Hand every open job back."""
        for queued in self.open:
            self._queue.defer(queued, 0)
        self.open.clear()
        self._queue.wake()

    def abstain(self, abstains: bool) -> None:
        self._abstains = abstains
        self._queue.wake()

    async def quiet(self) -> None:
        """Nothing is ever on its way here."""

    async def __aiter__(self) -> AsyncIterator[Job]:
        while True:
            await self._free.acquire()
            while self._abstains or (queued := self._queue.take()) is None:
                await self._queue.changed()
            self.open.add(queued)
            yield self._job(queued)

    def _job(self, queued: Queued) -> Job:
        def close() -> None:
            if queued in self.open:
                self.open.remove(queued)
                self._free.release()

        async def done() -> None:
            self._queue.remove(queued)
            close()

        async def working() -> None:
            if queued in self.open:
                self._queue.defer(queued, self._queue.ack_wait)

        async def later(seconds: float) -> None:
            if queued in self.open:
                self._queue.defer(queued, seconds)
            close()

        return Job(
            queued.key, queued.data, queued.attempt, done, working, later, done, headers=queued.headers
        )
