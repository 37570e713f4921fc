"""A process's connection to the memory server, as the ports have it."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from libs.events import streams
from libs.events.holding import PartitionEvents, Partitions
from libs.events.memory.jobs import MemoryJobs, MemoryWork
from libs.events.memory.server import MemoryServer
from libs.events.memory.storage import MemoryBucket, MemoryJournal, MemoryRegister
from libs.events.memory.switchboard import Ear
from libs.events.ports import Counts, Headers, Heard, Unavailable
from libs.events.standing import Standing, Storage


class MemoryTimers:
    """One timer a room."""

    def __init__(self, server: MemoryServer) -> None:
        self._server = server

    async def arm(self, room: str, at: int) -> None:
        await self._server.reach()
        self._server.pins.arm(room, at)

    async def cancel(self, room: str) -> None:
        await self._server.reach()
        self._server.pins.cancel(room)


class MemoryListening:
    """A standing ear on the bus."""

    def __init__(self, server: MemoryServer, ear: Ear) -> None:
        self._server = server
        self._ear = ear

    async def stop(self) -> None:
        self._ear.open = False
        if self._ear in self._server.switchboard.ears:
            self._server.switchboard.ears.remove(self._ear)


class MemoryBus:
    """Core messages. Those published while the server cannot be reached are lost."""

    def __init__(self, server: MemoryServer) -> None:
        self._server = server

    async def publish(self, subject: str, data: bytes, headers: Headers | None = None) -> None:
        if self._server.reachable:
            self._server.switchboard.publish(subject, data, headers=headers)

    async def request(
        self, subject: str, data: bytes, *, within: float, headers: Headers | None = None
    ) -> bytes:
        await self._server.reach()
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        async def answer(reply: bytes) -> None:
            if not answered.done():
                answered.set_result(reply)

        if not self._server.switchboard.publish(subject, data, answer, headers):
            raise Unavailable(f"nobody listens to {subject}")
        try:
            async with asyncio.timeout(within):
                return await answered
        except TimeoutError:
            raise Unavailable(f"no answer on {subject} within {within} s") from None

    async def listen(
        self, subject: str, handle: Callable[[Heard], None], *, queue: str = ""
    ) -> MemoryListening:
        await self._server.reach()
        ear = Ear(subject, queue, handle)
        self._server.switchboard.ears.append(ear)
        return MemoryListening(self._server, ear)


class MemoryEvents:
    """What one process has of the server that it shares with others."""

    def __init__(self, server: MemoryServer) -> None:
        self._server = server
        installation = server.installation
        self.games = MemoryJournal(
            server,
            lambda room: streams.games(installation.shard(room)).name,
            shards=[streams.games(shard).name for shard in range(installation.shards)],
            cancel_timer=server.pins.cancel,
        )
        self.rooms = MemoryJournal(server, lambda room: streams.ROOMS.name)
        self.chats = MemoryJournal(server, lambda room: streams.CHAT.name)
        self.archive = MemoryJournal(server, lambda room: streams.ARCHIVE.name)
        self.aside = MemoryJournal(server, lambda room: streams.ASIDE.name)
        self.public = MemoryJournal(server, lambda room: streams.ANALYTICS.name)
        self.admin = MemoryJournal(server, lambda action: streams.ADMIN.name)
        self.tables = MemoryRegister(server, streams.TABLES.name)
        self.snapshots = MemoryRegister(server, streams.SNAPSHOTS.name)
        self.timers = MemoryTimers(server)
        self.bots = MemoryJobs(server, server.queue)
        self.bus = MemoryBus(server)

    @property
    def partitions(self) -> int:
        return self._server.installation.partitions

    @property
    def shards(self) -> int:
        return self._server.installation.shards

    def entries(self, shard: int) -> MemoryWork:
        return MemoryWork(self._server, self._server.entries[shard])

    def bucket(self, name: str) -> MemoryBucket:
        return MemoryBucket(self._server, name)

    def hold_partitions(self, events: PartitionEvents) -> AbstractAsyncContextManager[Partitions]:
        return self._server.pins.hold(events)

    @property
    def reconnects(self) -> int:
        return self._server.reconnects

    @property
    def counts(self) -> Counts:
        return Counts(reconnects=self._server.reconnects)

    async def alive(self) -> bool:
        return self._server.reachable

    async def missing(self) -> list[str]:
        await self._server.reach()
        return []

    async def certificates(self) -> dict[str, float]:
        return {}

    async def storage(self, *names: str) -> Storage:
        await self._server.reach()
        return Storage(
            bytes=sum(stream.size for stream in self._server.streams.values()),
            streams={name: Standing(fill=self._fill(name)) for name in names},
        )

    def _fill(self, name: str) -> float | None:
        if name == streams.BOTS.name:
            return len(self._server.queue) / streams.BOTS.max_messages
        return self._server.streams[name].fill
