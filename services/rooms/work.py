"""Background work of one process: each task has an owner, an end, and its failure a line in the log."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from libs.runtime.logging import get_logger
from services.rooms.metrics import TASKS_FAILED

log = get_logger()


class Work:
    """Starts tasks; they are cancelled when the work is left. One that fails ends alone."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._named: dict[object, asyncio.Task[None]] = {}

    def start(self, job: Coroutine[Any, Any, object]) -> None:
        _ = self._begin(job)

    def _begin(self, job: Coroutine[Any, Any, object]) -> asyncio.Task[None]:
        task = asyncio.create_task(_guarded(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def start_once(self, name: object, job: Coroutine[Any, Any, object]) -> None:
        """Start it unless work of that name is under way."""
        if name in self._named:
            job.close()
            return
        self._named[name] = task = self._begin(job)
        task.add_done_callback(lambda _: self._named.pop(name, None))

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _guarded(job: Coroutine[Any, Any, object]) -> None:
    try:
        await job
    except Exception:
        TASKS_FAILED.inc()
        log.exception("background_task_failed", task=getattr(job, "__qualname__", "?"))


@asynccontextmanager
async def working() -> AsyncIterator[Work]:
    work = Work()
    try:
        yield work
    finally:
        await work.stop()
