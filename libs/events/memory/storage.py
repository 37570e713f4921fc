"""Journals, registers and buckets in memory."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from libs.events.memory.server import MemoryServer
from libs.events.memory.stream import MemoryStream
from libs.events.ports import Conflict, Feed, Kept, Refused, Stored
from libs.events.streams import BUCKETS

SHARDED = "the games' log is sharded and has no order over all rooms: read rooms"


class MemoryFeed:
    """A standing reader of one stream."""

    def __init__(self, stream: MemoryStream, after: int) -> None:
        self._stream = stream
        self._after = after
        self._caught_up = stream.last_of_all()

    @property
    def caught_up(self) -> int:
        return self._caught_up

    async def __aiter__(self) -> AsyncIterator[Stored]:
        while True:
            found = self._stream.after(self._after)
            for stored in found:
                self._after = stored.fence
                yield stored
            if not found:
                await self._stream.changed()


class MemoryJournal:
    """A journal on the stream that `stream_of` names for a key; `shards` are those of the log."""

    def __init__(
        self,
        server: MemoryServer,
        stream_of: Callable[[str], str],
        *,
        shards: Sequence[str] = (),
        cancel_timer: Callable[[str], None] | None = None,
    ) -> None:
        self._server = server
        self._stream_of = stream_of
        self._shards = shards
        self._cancel_timer = cancel_timer

    def _stream(self, key: str) -> MemoryStream:
        return self._server.streams[self._stream_of(key)]

    async def append(
        self, key: str, data: bytes, *, id: str, expected: int | None = None, ends: bool = False
    ) -> int:
        if ends and self._cancel_timer is None:
            raise Refused("only the games' log has timers to end")
        await self._server.reach()
        if error := self._server.mishap(key, stored=False):
            raise error
        fence = self._stream(key).append(key, data, id, expected)
        if ends and self._cancel_timer is not None:
            self._cancel_timer(key)
        if error := self._server.mishap(key, stored=True):
            raise error
        return fence

    async def read(self, key: str, after: int = 0) -> AsyncIterator[Stored]:
        await self._server.reach()
        for stored in self._stream(key).of_key(key, after):
            yield stored

    async def read_all(self) -> AsyncIterator[Stored]:
        if self._shards:
            raise Refused(SHARDED)
        await self._server.reach()
        for stored in self._stream("").after(0):
            yield stored

    async def last(self, key: str) -> Stored | None:
        await self._server.reach()
        return self._stream(key).last(key)

    async def purge(self, key: str, *, before: int | None = None) -> None:
        await self._server.reach()
        self._stream(key).purge(key, before)

    async def counts(self) -> dict[str, int]:
        await self._server.reach()
        streams = [self._server.streams[name] for name in self._shards] or [self._stream("")]
        return {key: count for stream in streams for key, count in stream.counts().items()}

    async def erase(self, key: str, fence: int) -> None:
        if self._shards:
            raise Refused("nothing is erased from the games' log")
        await self._server.reach()
        self._stream(key).erase(key, fence)

    @asynccontextmanager
    async def follow(self, after: int = 0) -> AsyncIterator[Feed]:
        if self._shards:
            raise Refused(SHARDED)
        await self._server.reach()
        yield MemoryFeed(self._stream(""), after)


class MemoryRegister:
    """The last value of each key of a stream."""

    def __init__(self, server: MemoryServer, stream: str) -> None:
        self._server = server
        self._stream = server.streams[stream]

    async def put(self, key: str, data: bytes) -> None:
        await self._server.reach()
        self._stream.append(key, data, None, None)

    async def get(self, key: str) -> bytes | None:
        await self._server.reach()
        last = self._stream.last(key)
        return last.data if last else None

    async def remove(self, key: str) -> None:
        await self._server.reach()
        self._stream.purge(key)

    @asynccontextmanager
    async def follow(self) -> AsyncIterator[Feed]:
        await self._server.reach()
        yield MemoryFeed(self._stream, 0)


class MemoryBucket:
    """A key-value bucket: each value with its revision and when it was set."""

    def __init__(self, server: MemoryServer, name: str) -> None:
        self._server = server
        self._max_age = int(BUCKETS[name].max_age * 1000)
        self._values = server.buckets[name]

    def _present(self, key: str) -> tuple[bytes, int, int] | None:
        found = self._values.get(key)
        if found and self._max_age and found[2] + self._max_age <= self._server.now():
            del self._values[key]
            return None
        return found

    def _set(self, key: str, value: bytes) -> int:
        self._server.revision += 1
        self._values[key] = (value, self._server.revision, self._server.now())
        return self._server.revision

    async def get(self, key: str) -> Kept | None:
        await self._server.reach()
        found = self._present(key)
        return Kept(found[0], found[1]) if found else None

    async def create(self, key: str, value: bytes) -> int:
        await self._server.reach()
        if found := self._present(key):
            raise Conflict(found[1])
        return self._set(key, value)

    async def update(self, key: str, value: bytes, revision: int) -> int:
        await self._server.reach()
        found = self._present(key)
        if found is None or found[1] != revision:
            raise Conflict(found[1] if found else 0)
        return self._set(key, value)

    async def delete(self, key: str) -> None:
        await self._server.reach()
        self._values.pop(key, None)

    async def erase(self, key: str) -> None:
        await self.delete(key)

    async def keys(self) -> list[str]:
        await self._server.reach()
        return sorted(key for key in list(self._values) if self._present(key))

    async def entries(self) -> AsyncIterator[tuple[str, Kept]]:
        for key in await self.keys():
            if found := self._present(key):
                yield key, Kept(found[0], found[1])
