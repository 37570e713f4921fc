"""A few processes that think for all bots; one that hangs or dies is replaced, the others go on.

A bot that was too slow or brought its process down is on probation for a while: all bots on
probation share one process among them, so that a bad one cannot keep every process busy.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from libs.events.tables import BotQuestion
from libs.runtime.logging import get_logger
from services.ai.metrics import IDLE, REPLACED
from services.ai.process import Dead, Program, ThinkingProcess, start_process

log = get_logger()

PROBATION = 60.0
"""Seconds."""

RESTART_PAUSES = (0.0, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each try to start a process anew; the last one again and again."""


class NoThought(Exception):
    """There is no answer of the bot's own.

    `code`: too_slow, crashed, busy (no process was free in time), or what the process itself says:
    raised, no_command, no_such_bot. `facts` say more for the log, and nothing about the game.
    """

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class Thinkers:
    """The processes; made by `open_thinkers`."""

    def __init__(self, program: Program, tasks: asyncio.TaskGroup, clock: Callable[[], float]) -> None:
        self._program = program
        self._tasks = tasks
        self._clock = clock
        self._idle: asyncio.LifoQueue[ThinkingProcess] = asyncio.LifoQueue()
        self._living: set[ThinkingProcess] = set()
        self._replacing: set[asyncio.Task[None]] = set()
        self._probation: dict[tuple[str, str], float] = {}
        self._on_probation = asyncio.Semaphore(1)

    @property
    def pids(self) -> frozenset[int]:
        """Of those that are not known to be dead."""
        return frozenset(process.pid for process in self._living if process.is_alive)

    async def think(self, question: BotQuestion, *, within: float, left: float) -> dict[str, Any]:
        """What the bot chooses, within so many seconds of thinking. Raises NoThought.

        `left` are the seconds in which there must be an answer, waiting for a free process included.
        """
        bot = (question.game, question.kind)
        until = self._clock() + left
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(left):
                    if self._is_on_probation(bot):
                        await stack.enter_async_context(self._on_probation)
                    process = await self._free_process()
            except TimeoutError:
                raise NoThought("busy") from None
            within = min(within, max(0.0, until - self._clock()))
            return self._read(await self._asked(process, bot, question, within))

    async def start(self) -> None:
        """One more process. Raises Dead."""
        process = await start_process(self._program)
        self._living.add(process)
        self._set_free(process)

    async def close(self) -> None:
        for task in self._replacing:
            task.cancel()
        for process in list(self._living):
            await self._end(process)

    async def _asked(
        self, process: ThinkingProcess, bot: tuple[str, str], question: BotQuestion, within: float
    ) -> dict[str, Any]:
        try:
            answer = await process.ask(asked(question), within)
        except TimeoutError:
            self._replace(process, bot, "too_slow")
            raise NoThought("too_slow") from None
        except Dead:
            self._replace(process, bot, "crashed")
            raise NoThought("crashed") from None
        except asyncio.CancelledError:
            # It still thinks about a question that nobody asks any more.
            self._replace(process, None, "stopped")
            raise
        self._set_free(process)
        return answer

    async def _free_process(self) -> ThinkingProcess:
        while True:
            process = await self._idle.get()
            IDLE.set(self._idle.qsize())
            if process.is_alive:
                return process
            # Killed from outside while it had nothing to do: no bot is to blame.
            self._replace(process, None, "died")

    def _set_free(self, process: ThinkingProcess) -> None:
        self._idle.put_nowait(process)
        IDLE.set(self._idle.qsize())

    def _read(self, answer: dict[str, Any]) -> dict[str, Any]:
        command = answer.get("command")
        if isinstance(command, dict):
            return command
        facts = {name: str(answer[name]) for name in ("error", "where") if name in answer}
        raise NoThought(str(answer.get("failed")), **facts)

    def _is_on_probation(self, bot: tuple[str, str]) -> bool:
        until = self._probation.get(bot)
        if until is not None and until <= self._clock():
            del self._probation[bot]
            return False
        return until is not None

    def _replace(self, process: ThinkingProcess, bot: tuple[str, str] | None, reason: str) -> None:
        if bot is not None:
            self._probation[bot] = self._clock() + PROBATION
        REPLACED.labels(reason).inc()
        task = self._tasks.create_task(self._replaced(process))
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _replaced(self, process: ThinkingProcess) -> None:
        await self._end(process)
        tries = 0
        while True:
            await asyncio.sleep(RESTART_PAUSES[min(tries, len(RESTART_PAUSES) - 1)])
            tries += 1
            try:
                await self.start()
            except (Dead, OSError) as error:
                log.error("thinking_process_not_started", why=str(error), tries=tries)
            else:
                return

    async def _end(self, process: ThinkingProcess) -> None:
        await process.end()
        self._living.discard(process)


def asked(question: BotQuestion) -> dict[str, Any]:
    """The line that a thinking process is sent. The seed is the question's: asked again, the same answer."""
    return {
        "game": question.game,
        "kind": question.kind,
        "seed": f"think/{question.room}/{question.seat}/{question.question}",
        "view": question.view,
        "options": question.options,
    }


@asynccontextmanager
async def open_thinkers(
    program: Program, processes: int, clock: Callable[[], float] = time.monotonic
) -> AsyncGenerator[Thinkers, None]:
    """So many processes, ready to think; killed on leaving. Raises a group of Dead if they cannot start."""
    async with asyncio.TaskGroup() as tasks:
        thinkers = Thinkers(program, tasks, clock)
        try:
            async with asyncio.TaskGroup() as starting:
                for _ in range(processes):
                    starting.create_task(thinkers.start())
            yield thinkers
        finally:
            await thinkers.close()
