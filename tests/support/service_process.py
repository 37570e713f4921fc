"""A service as the process that it is: started, killed, told to stop."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

READY_LIMIT = 60.0
STOP_LIMIT = 15.0


class ServiceProcess:
    """One process of a service; made by `service_started`, or by `service_process` once it is ready."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._lines: list[str] = []
        self._ready = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def log(self) -> str:
        """What it has logged so far."""
        return "\n".join(self._lines)

    async def until_ready(self) -> None:
        async with asyncio.timeout(READY_LIMIT):
            await self._ready.wait()
        assert '"service_ready"' in self.log, self.log

    async def kill(self) -> None:
        """SIGKILL: it can finish nothing."""
        if self._process.returncode is None:
            self._process.kill()
        await self.ended()

    async def stop(self) -> int:
        """SIGTERM; returns its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> int:
        async with asyncio.timeout(STOP_LIMIT):
            code = await self._process.wait()
            await self._reading
        return code

    async def _read(self) -> None:
        assert self._process.stderr is not None
        async for line in self._process.stderr:
            self._lines.append(line.decode(errors="replace").rstrip())
            if '"service_ready"' in self._lines[-1]:
                self._ready.set()
        self._ready.set()  # It ended: whoever waits looks at the log.


@asynccontextmanager
async def service_started(
    service: str, url: str, settings: Mapping[str, str] | None = None
) -> AsyncGenerator[ServiceProcess, None]:
    """`services.<service>.main` for that NATS server, ready or not; killed on leaving if it still runs."""
    environment = os.environ | {"NATS_URL": url, "DIVAN_LOG_FORMAT": "json"} | dict(settings or {})
    process = ServiceProcess(
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", f"services.{service}.main", env=environment, stderr=PIPE, limit=1 << 20
        )
    )
    try:
        yield process
    finally:
        await process.kill()


@asynccontextmanager
async def service_process(
    service: str, url: str, settings: Mapping[str, str] | None = None
) -> AsyncGenerator[ServiceProcess, None]:
    """The same at work."""
    async with service_started(service, url, settings) as process:
        await process.until_ready()
        yield process
