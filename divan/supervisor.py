"""Processes kept alive: started in order, restarted with a growing pause, stopped in the opposite order.

Each process leads a session of its own, so that a terminal's Ctrl-C reaches `divan up` alone, and
so that what it started itself ends with it. `divan.reaper` ends them all should this process die.
"""

import asyncio
import os
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from divan import reaper
from divan.exits import Exit, Trouble
from libs.runtime.logging import get_logger

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 10.0
STEADY = 30.0
"""Seconds after which a process counts as well again, and its next pause as the first."""

TRIES = 4
"""Starts that may fail before the first that succeeds; then something is wrong that time does not mend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What to keep running. Without `answers` a program says itself when it is ready (`notify`)."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    grace: float = 15.0
    answers: Callable[[], Awaitable[bool]] | None = None
    needed_by_all: bool = False
    """It is to be ended after all others."""


class Supervisor:
    """Made by `supervising`. `failure` is done once something makes going on senseless."""

    def __init__(self, watch: "_Reaper", announcements: "_Announcements") -> None:
        self.failure: asyncio.Future[Trouble] = asyncio.get_running_loop().create_future()
        self._reaper = watch
        self._announcements = announcements
        self._kept: list[_Kept] = []
        self._stages: list[Sequence[_Kept]] = []

    async def start(self, *programs: Program) -> None:
        """Start them side by side and wait until all are ready. Raises Trouble where one cannot."""
        stage = [_Kept(program, self._reaper, self._announcements, self.failure) for program in programs]
        self._stages.append(stage)
        for kept in stage:
            kept.task = asyncio.create_task(kept.keep(), name=f"keep {kept.program.name}")
            kept.task.add_done_callback(self._look_for_bug)
        ready = asyncio.create_task(_all_ready(stage))
        try:
            await first_of(self.failure, ready)
        finally:
            ready.cancel()
        if self.failure.done():
            raise self.failure.result()

    def _look_for_bug(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and not self.failure.done():
            self.failure.set_exception(error)

    async def stop(self) -> None:
        """Stop everything, the last started stage first."""
        while self._stages:
            await asyncio.gather(*(kept.stop() for kept in self._stages.pop()))

    def kill(self) -> None:
        """End everything at once, without grace."""
        for stage in self._stages:
            for kept in stage:
                kept.kill()

    def pids(self) -> dict[str, int]:
        """The processes that run now, by name."""
        return {
            kept.program.name: kept.process.pid
            for stage in self._stages
            for kept in stage
            if kept.process is not None and kept.process.returncode is None
        }


@asynccontextmanager
async def supervising(lock: int) -> AsyncGenerator[Supervisor, None]:
    """A supervisor; leaving stops all that it started. `lock` is held until the last process is gone."""
    async with AsyncExitStack() as stack:
        announcements = await stack.enter_async_context(_announcements())
        watch = await stack.enter_async_context(_reaping(lock, announcements.address))
        supervisor = Supervisor(watch, announcements)
        stack.push_async_callback(supervisor.stop)
        yield supervisor


class _Kept:
    """One program and the process that runs it at present."""

    def __init__(
        self,
        program: Program,
        watch: "_Reaper",
        announcements: "_Announcements",
        failure: "asyncio.Future[Trouble]",
    ) -> None:
        self.program = program
        self.ready = asyncio.Event()
        self.process: asyncio.subprocess.Process | None = None
        self.task: asyncio.Task[None] | None = None
        self._reaper = watch
        self._announcements = announcements
        self._failure = failure
        self._stopping = asyncio.Event()
        self._log = get_logger(process=program.name)

    async def keep(self) -> None:
        """Run the program again and again until `stop`, or until that is senseless."""
        pause, failures = FIRST_PAUSE, 0
        clock = asyncio.get_running_loop().time
        while not self._stopping.is_set():
            started = clock()
            code = await self._run_once()
            if self._stopping.is_set():
                return
            if code == Exit.USAGE:
                self._give_up("does not accept its settings (see above)", Exit.USAGE)
                return
            failures += 1
            if failures >= TRIES and not self.ready.is_set():
                self._give_up(f"does not start: it ended {failures} times (see above)", Exit.FAILED)
                return
            if clock() - started > STEADY:
                pause = FIRST_PAUSE
            self._log.warning("process_ended", code=code, again_in=pause)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _give_up(self, why: str, code: Exit) -> None:
        if not self._failure.done():
            self._failure.set_result(Trouble(f"{self.program.name} {why}.", code))

    async def _run_once(self) -> int:
        self.process = process = await asyncio.create_subprocess_exec(
            *self.program.command,
            stdin=asyncio.subprocess.DEVNULL,
            env={**self.program.environment, "NOTIFY_SOCKET": self._announcements.address},
            start_new_session=True,
        )
        self._reaper.add(process.pid, last=self.program.needed_by_all)
        if self._stopping.is_set():
            self._ask_to_end()
        readiness = asyncio.create_task(self._await_ready(process.pid))
        try:
            return await process.wait()
        finally:
            readiness.cancel()
            _signal_group(process.pid, signal.SIGKILL)  # what it started itself and left behind
            self._reaper.remove(process.pid)

    async def _await_ready(self, pid: int) -> None:
        if self.program.answers is None:
            await self._announcements.ready(pid)
        else:
            await until(self.program.answers)
        if self.ready.is_set():
            self._log.info("process_ready_again", pid=pid)
        self.ready.set()

    async def stop(self) -> None:
        self._stopping.set()
        self._ask_to_end()
        if self.task is None:
            return
        done, _ = await asyncio.wait([self.task], timeout=self.program.grace)
        if not done:
            self._log.warning("process_killed", after=self.program.grace)
            self.kill()
            await asyncio.wait([self.task])

    def _ask_to_end(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGTERM)
                self.process.send_signal(signal.SIGCONT)  # one that was stopped cannot hear

    def kill(self) -> None:
        self._stopping.set()
        if self.process is not None and self.process.returncode is None:
            _signal_group(self.process.pid, signal.SIGKILL)


async def _all_ready(stage: "Sequence[_Kept]") -> None:
    for kept in stage:
        await kept.ready.wait()


async def first_of(*awaited: "asyncio.Future[Any]", within: float | None = None) -> None:
    """Wait until one of them is done, or the time is over."""
    await asyncio.wait(awaited, timeout=within, return_when=asyncio.FIRST_COMPLETED)


async def until(answers: Callable[[], Awaitable[bool]]) -> None:
    """Ask again and again until the answer is yes; no one tells us."""
    while True:
        if await answers():
            return
        await asyncio.sleep(0.05)


def _signal_group(leader: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


class _Announcements(asyncio.DatagramProtocol):
    """READY=1 of our processes, as systemd would hear it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._ready: dict[int, asyncio.Event] = {}

    async def ready(self, pid: int) -> None:
        try:
            await self._ready.setdefault(pid, asyncio.Event()).wait()
        finally:
            self._ready.pop(pid, None)

    def datagram_received(self, data: bytes, addr: object) -> None:
        said = dict(line.partition("=")[::2] for line in data.decode(errors="replace").splitlines())
        if said.get("READY") == "1" and said.get("MAINPID", "").isdecimal():
            self._ready.setdefault(int(said["MAINPID"]), asyncio.Event()).set()


@asynccontextmanager
async def _announcements() -> AsyncGenerator[_Announcements, None]:
    # Not in the data folder: the path of a socket may have some hundred characters only.
    with tempfile.TemporaryDirectory(prefix="divan-") as folder:
        address = str(Path(folder) / "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
            ear.bind(address)
            ear.setblocking(False)
            transport, protocol = await asyncio.get_running_loop().create_datagram_endpoint(
                lambda: _Announcements(address), sock=ear
            )
            try:
                yield protocol
            finally:
                transport.close()


class _Reaper:
    """Our end of the pipe to `divan.reaper`; starts it again, with all it must know, should it die."""

    def __init__(self, lock: int, litter: str) -> None:
        self._lock = lock
        self._litter = litter
        self._groups: dict[int, str] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._log = get_logger()

    def add(self, pid: int, *, last: bool) -> None:
        self._groups[pid] = "*" if last else "+"
        self._tell(f"{self._groups[pid]}{pid}\n")

    def remove(self, pid: int) -> None:
        del self._groups[pid]
        self._tell(f"-{pid}\n")

    async def spawn(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", reaper.__file__, self._litter),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            pass_fds=(self._lock,),
            start_new_session=True,
        )
        for pid, kind in self._groups.items():
            self._tell(f"{kind}{pid}\n")
        return self._process

    async def keep(self) -> None:
        while True:
            process = self._process or await self.spawn()
            await process.wait()
            self._log.warning("reaper_ended", code=process.returncode)
            self._process = None
            await asyncio.sleep(FIRST_PAUSE)

    async def close(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            await self._process.wait()

    def _tell(self, line: str) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(line.encode())


@asynccontextmanager
async def _reaping(lock: int, litter: str) -> AsyncGenerator[_Reaper, None]:
    watch = _Reaper(lock, litter)
    await watch.spawn()
    keeping = asyncio.create_task(watch.keep())
    try:
        yield watch
    finally:
        keeping.cancel()
        await watch.close()
