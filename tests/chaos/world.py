"""Everything of Divan as processes on a real NATS server, to be killed, stopped and started."""

import asyncio
import json
import os
import re
import signal
import sys
import time
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field

import aiohttp

from libs.events.nats import open_events
from libs.events.streams import Installation
from libs.runtime.service import GRACE
from tests.power.disk import MountedDisk
from tests.support.nats_cluster import NatsCluster
from tests.support.nats_server import NatsServer, free_port
from tests.support.service_process import READY_LIMIT, ServiceProcess

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
    **{f"DIVAN_{service.upper()}_HEALTH_PORT": "0" for service in MODULES},
}

LOOK_EVERY = 0.1
"""Seconds between two looks whether a new process is ready, as a probe of a cluster looks, but sooner."""

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

EDGE = "rooms"
"""The service that clients reach by an address of its own."""

_EVENT = re.compile(r'"event": ?"(\w+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a process that was told to stop ended. `code` is None where it had to be killed."""

    name: str
    code: int | None
    seconds: float

    @property
    def fault(self) -> str | None:
        """Why it did not end as it should; None: it did."""
        if self.code is None:
            return f"{self.name}: did not end by itself, {self.seconds:.1f} s after SIGTERM"
        if self.code != 0:
            return f"{self.name}: ended with {self.code}, {self.seconds:.1f} s after SIGTERM"
        if self.seconds > GRACE:
            return f"{self.name}: took {self.seconds:.1f} s to end, the grace is {GRACE:.0f} s"
        return None


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

    def __init__(self, nats: NatsServer | NatsCluster, disk: MountedDisk | None = None) -> None:
        self.nats = nats
        self.disk = disk
        self.slots: dict[str, Slot] = {}
        self.edges: list[str] = []
        """The addresses that clients may be sent to, as a proxy in front of them knows."""
        self.endings: list[Ending] = []

    @property
    def replicas(self) -> int:
        """On how many servers every stream is."""
        return len(self.nats.servers) if isinstance(self.nats, NatsCluster) else 1

    @property
    def cluster(self) -> NatsCluster:
        """The servers, where they are several."""
        assert isinstance(self.nats, NatsCluster)
        return self.nats

    def of(self, service: str) -> list[Slot]:
        """The slots of a service whose process runs and is not stopped."""
        return [
            slot
            for slot in self.slots.values()
            if slot.service == service and slot.process is not None and not slot.stopped
        ]

    async def start(self, name: str, settings: Mapping[str, str] | None = None) -> Slot:
        """Start a process in that slot (`engine-1`), as it was started there before."""
        slot = self.slots.get(name)
        if slot is None:
            slot = self.slots[name] = Slot(name, settings or {})
            if address := _address(slot.settings):
                self.edges.append(address)
        slot.process = await self._process(slot)
        slot.stopped = False
        return slot

    async def _process(self, slot: Slot) -> ServiceProcess:
        sets_up = str(self.replicas == 1).lower()
        nats = {"NATS_URL": self.nats.url, "DIVAN_SET_UP": sets_up}
        environment = os.environ | SETTINGS | nats | dict(slot.settings)
        return ServiceProcess(
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

    async def replace(self, slot: Slot) -> None:
        """Start the process that is to follow, and once it says that it is ready tell the other to stop.

        Waits until that one has ended. Clients are sent to the new address before the former one closes.
        """
        former, old_address = slot.process, _address(slot.settings)
        assert former is not None
        if slot.service == EDGE:
            slot.settings = {**slot.settings, "DIVAN_HTTP_PORT": str(free_port())}
        following = await self._process(slot)
        # From here on it is the slot's, so that it is stopped with the world whatever happens.
        slot.process = following
        try:
            await _until_ready(following)
            if address := _address(slot.settings):
                self.edges.append(address)
            if old_address:
                self.edges.remove(old_address)
        finally:
            self.endings.append(await _ended(slot.name, former))
            slot.former_logs.append(former.log)

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

    async def lose_power(self, torn: float | None) -> None:
        """Everything is gone at once, and what was not synced with it; then everything is started again."""
        assert self.disk is not None
        self.nats.kill()
        await asyncio.gather(*(self.kill(slot) for slot in self.slots.values()))
        await asyncio.to_thread(self.disk.cut, torn)
        await asyncio.to_thread(self.nats.start)
        for name in self.slots:
            await self.start(name)
        for slot in self.slots.values():
            assert slot.process is not None
            await slot.process.until_ready()

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


def _address(settings: Mapping[str, str]) -> str | None:
    port = settings.get("DIVAN_HTTP_PORT")
    return f"http://127.0.0.1:{port}" if port else None


async def _until_ready(process: ServiceProcess) -> None:
    """Until its health server says so. Raises TimeoutError."""
    await process.until_ready()
    said = next(json.loads(line) for line in process.log.splitlines() if '"health_listening"' in line)
    async with asyncio.timeout(READY_LIMIT), aiohttp.ClientSession() as web:
        while True:
            async with web.get(f"http://127.0.0.1:{said['port']}/readyz") as answer:
                if answer.status == 200:
                    return
            await asyncio.sleep(LOOK_EVERY)


async def _ended(name: str, process: ServiceProcess) -> Ending:
    """Told to stop, and waited for; killed where it does not end."""
    began = time.monotonic()
    try:
        code: int | None = await process.stop()
    except TimeoutError:
        code = None
        await process.kill()
    return Ending(name=name, code=code, seconds=time.monotonic() - began)


@asynccontextmanager
async def world(
    names: Mapping[str, Mapping[str, str]],
    *,
    sync: str | None = None,
    servers: int = 1,
    forgetful: bool = False,
) -> AsyncIterator[World]:
    """A NATS server, or three, and these slots at work; all of it is gone afterwards.

    Where the disk of the one server is `forgetful`, the power can be lost.
    """
    with ExitStack() as stack:
        disk = stack.enter_context(MountedDisk()) if forgetful else None
        store = None if disk is None else disk.folder / "jetstream"
        nats = NatsServer(sync=sync, store=store) if servers == 1 else NatsCluster(sync=sync)
        stack.enter_context(nats)
        whole = World(nats, disk)
        if servers > 1:
            async with open_events(nats.url, name="setup", installation=Installation(replicas=servers)):
                pass
        try:
            for name, settings in names.items():
                await whole.start(name, settings)
            for slot in whole.slots.values():
                assert slot.process is not None
                await slot.process.until_ready()
            yield whole
        finally:
            await whole.close()
