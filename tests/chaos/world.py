"""Everything of Divan as processes on a real NATS server, to be killed, stopped and started."""

import asyncio
import json
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.support.nats_server import NatsServer
from tests.support.service_process import ServiceProcess

MODULES = {
    "engine": "tests.chaos.engine_process",
    "ai": "services.ai.main",
    "chat": "services.chat.main",
    "rooms": "services.rooms.main",
}

SETTINGS = {
    "DIVAN_LOG_FORMAT": "json",
    "DIVAN_MASTER_KEY": "5e" * 32,
    # Rooms leave memory all the time, so that kills meet them on their way out and in.
    "DIVAN_IDLE_SECONDS": "1",
    "DIVAN_BOT_PROCESSES": "1",
    "DIVAN_BOT_PAUSE_MIN": "0.02",
    "DIVAN_BOT_PAUSE_MAX": "0.3",
    "DIVAN_SEED_WINDOW": "0.2",
    "DIVAN_PRESENCE_GRACE": "0.3",
    "DIVAN_ABSENT_AFTER": "1",
    "DIVAN_GUESTS_PER_MINUTE": "100000",
}

NEVER_LOGGED = (
    "command_set_aside",
    "lapse_refused",
    "listener_failed",
    "log_broken",
    "nats_callback_failed",
    "partition_call_failed",
    "partition_event_failed",
    "room_failed",
    "room_not_published",
    "service_failed",
    "background_task_failed",
)
"""Events that no kill may lead to: each is a bug."""

_EVENT = re.compile(r'"event": ?"(\w+)"')


@dataclass
class Slot:
    """A place for one process of a service, which has had several."""

    name: str
    settings: Mapping[str, str]
    process: ServiceProcess | None = None
    former_logs: list[str] = field(default_factory=list)
    stopped: bool = False

    @property
    def service(self) -> str:
        return self.name.partition("-")[0]

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def lines(self) -> Iterator[str]:
        """What all its processes have logged."""
        for log in (*self.former_logs, "" if self.process is None else self.process.log):
            yield from log.splitlines()

    def holds(self, partition: int) -> bool:
        """Whether this engine's present process says that it holds that partition."""
        held = False
        for line in "" if self.process is None else self.process.log.splitlines():
            if '"partition_' in line:
                said = json.loads(line)
                if said.get("partition") == partition and said["event"] in (
                    "partition_gained",
                    "partition_lost",
                ):
                    held = said["event"] == "partition_gained"
        return held


class World:
    """The server and the slots; made by `world`."""

    def __init__(self, nats: NatsServer) -> None:
        self.nats = nats
        self.slots: dict[str, Slot] = {}

    def of(self, service: str) -> list[Slot]:
        """The slots of a service whose process runs and is not stopped."""
        return [
            slot
            for slot in self.slots.values()
            if slot.service == service and slot.process is not None and not slot.stopped
        ]

    async def start(self, name: str, settings: Mapping[str, str] | None = None) -> Slot:
        """Start a process in that slot (`engine-1`), as it was started there before."""
        slot = self.slots.setdefault(name, Slot(name, settings or {}))
        environment = os.environ | SETTINGS | {"NATS_URL": self.nats.url} | dict(slot.settings)
        slot.process = ServiceProcess(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                MODULES[slot.service],
                env=environment,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=PIPE,
                limit=1 << 20,
            )
        )
        slot.stopped = False
        return slot

    async def kill(self, slot: Slot) -> None:
        """SIGKILL, and wait until it is gone."""
        process, slot.process = slot.process, None
        if process is not None:
            await process.kill()
            slot.former_logs.append(process.log)

    async def leave(self, slot: Slot) -> None:
        """SIGTERM: it goes as it should."""
        process, slot.process = slot.process, None
        if process is not None:
            await process.stop()
            slot.former_logs.append(process.log)

    def stop(self, slot: Slot) -> None:
        """SIGSTOP: it stands still, and knows nothing of it."""
        slot.stopped = True
        os.kill(slot.pid, signal.SIGSTOP)

    def wake(self, slot: Slot) -> None:
        if slot.process is not None:
            os.kill(slot.pid, signal.SIGCONT)
        slot.stopped = False

    def holder(self, partition: int) -> Slot | None:
        """The engine that says it holds a partition."""
        return next((slot for slot in self.of("engine") if slot.holds(partition)), None)

    def logged(self) -> Counter[str]:
        """How often each event was logged, by all processes there were."""
        found: Counter[str] = Counter()
        for slot in self.slots.values():
            for line in slot.lines():
                if event := _EVENT.search(line):
                    found[event[1]] += 1
        return found

    def bugs(self) -> list[str]:
        """Lines that must never be logged, and what is no log line at all (a traceback)."""
        return [
            f"{slot.name}: {line[:600]}"
            for slot in self.slots.values()
            for line in slot.lines()
            if any(f'"{event}"' in line for event in NEVER_LOGGED) or line.startswith("Traceback")
        ]

    def logs(self) -> dict[str, list[str]]:
        return {slot.name: list(slot.lines()) for slot in self.slots.values()}

    async def close(self) -> None:
        for slot in self.slots.values():
            if slot.stopped:
                self.wake(slot)
            await self.kill(slot)


@asynccontextmanager
async def world(names: Mapping[str, Mapping[str, str]], *, sync: str | None = None) -> AsyncIterator[World]:
    """A NATS server and these slots at work; all of it is gone afterwards."""
    with NatsServer(sync=sync) as nats:
        whole = World(nats)
        try:
            for name, settings in names.items():
                await whole.start(name, settings)
            for slot in whole.slots.values():
                assert slot.process is not None
                await slot.process.until_ready()
            yield whole
        finally:
            await whole.close()
