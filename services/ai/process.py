"""One thinking process seen from outside: asked, waited for, killed."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from libs.events.wire import Malformed, from_json, to_json
from services.ai.thinker import READY

LONGEST_LINE = 4 << 20
"""Bytes of an answer that are read."""

STARTING_SECONDS = 30.0
"""For an interpreter and all bots to be loaded, on a busy machine."""


class Dead(Exception):
    """The process ended, or says what is no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What a thinking process runs: a registry of bots (module:attribute) within some megabytes."""

    registry: str = "services.ai.bots:BOTS"
    megabytes: int = 512


class ThinkingProcess:
    """Asked one thing at a time. After Dead or TimeoutError it is of no use any more: `end` it."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def ask(self, question: dict[str, Any], within: float) -> dict[str, Any]:
        """The answer. Raises TimeoutError, Dead."""
        assert self._process.stdin is not None
        async with asyncio.timeout(within):
            try:
                self._process.stdin.write(to_json(question) + b"\n")
                await self._process.stdin.drain()
            except (ConnectionError, RuntimeError) as error:
                raise Dead("it takes no question") from error
            return await self.line()

    async def line(self) -> dict[str, Any]:
        """What it says next. Raises Dead."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
            answer = from_json(line) if line else None
        except (ValueError, Malformed) as error:  # a ValueError: longer than LONGEST_LINE
            raise Dead("it gave no answer") from error
        if not isinstance(answer, dict):
            raise Dead("it ended")
        return answer

    def hang_up(self) -> None:
        """Close its standard input: it ends by itself, whatever it thinks about."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def end(self) -> None:
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
        self.hang_up()


async def start_process(program: Program) -> ThinkingProcess:
    """A process that is ready to think. Raises Dead."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",  # The folder that the service runs in must not shadow our packages.
        "-m",
        "services.ai.thinker",
        program.registry,
        str(program.megabytes),
        stdin=PIPE,
        stdout=PIPE,
        limit=LONGEST_LINE,
    )
    thinking = ThinkingProcess(process)
    try:
        async with asyncio.timeout(STARTING_SECONDS):
            if await thinking.line() != READY:
                raise Dead("it did not say that it is ready")
    except TimeoutError as error:
        await thinking.end()
        raise Dead(f"it was not ready within {STARTING_SECONDS} s") from error
    except BaseException:
        await thinking.end()
        raise
    return thinking
