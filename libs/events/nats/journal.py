"""Journals on streams: append behind a fence, read by key, follow."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from libs.events.nats.feed import following
from libs.events.nats.link import Link
from libs.events.nats.reading import EVERYTHING, Found, last_message, messages, subject_counts
from libs.events.nats.storing import DEDUPLICATED, id_of, store, store_after
from libs.events.ports import Feed, Refused, Stored

SHARDED = "the games' log is sharded and has no order over all rooms: read rooms"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a key's messages are: the stream, their subject, and that of the key's timer if it has one."""

    stream: str
    subject: str
    timer: str | None = None


def stored(found: Found, key: str) -> Stored:
    return Stored(found.sequence, key, found.data, id_of(found.headers, key))


class NatsJournal:
    """`place` says where a key is; `stream` is the one to follow, None where there are `shards`."""

    def __init__(
        self,
        link: Link,
        place: Callable[[str], Place],
        *,
        stream: str | None,
        shards: Sequence[Place] = (),
    ) -> None:
        self._link = link
        self._place = place
        self._stream = stream
        self._shards = shards

    async def append(
        self, key: str, data: bytes, *, id: str, expected: int | None = None, ends: bool = False
    ) -> int:
        place = self._place(key)
        headers: dict[str, str] = {}
        if ends:
            if place.timer is None:
                raise Refused("only the games' log has timers to end")
            # In the same write: if the fence holds it off, the timer stays.
            headers["Nats-Schedule-Next"] = "purge"
            headers["Nats-Scheduler"] = place.timer
        if expected is None:
            headers[DEDUPLICATED] = f"{key}:{id}"
            return await store(self._link, place.stream, place.subject, data, headers)
        return await store_after(
            self._link, place.stream, place.subject, data, headers, expected=expected, id=id
        )

    async def read(self, key: str, after: int = 0) -> AsyncIterator[Stored]:
        place = self._place(key)
        async for found in messages(self._link, place.stream, place.subject, after):
            yield stored(found, key)

    async def read_all(self) -> AsyncIterator[Stored]:
        if self._stream is None:
            raise Refused(SHARDED)
        async for found in messages(self._link, self._stream, EVERYTHING, 0):
            yield stored(found, found.subject.rpartition(".")[2])

    async def last(self, key: str) -> Stored | None:
        place = self._place(key)
        found = await last_message(self._link, place.stream, place.subject)
        return stored(found, key) if found else None

    async def purge(self, key: str, *, before: int | None = None) -> None:
        place = self._place(key)
        await self._link.purge(place.stream, place.subject, before=before)

    async def counts(self) -> dict[str, int]:
        return {
            subject.rpartition(".")[2]: count
            for place in self._shards or [self._place("*")]
            for subject, count in (await subject_counts(self._link, place.stream, place.subject)).items()
        }

    async def erase(self, key: str, fence: int) -> None:
        if self._stream is None:
            raise Refused("nothing is erased from the games' log")
        await self._link.erase(self._stream, fence)

    def follow(self, after: int = 0) -> AbstractAsyncContextManager[Feed]:
        if self._stream is None:
            raise Refused(SHARDED)
        return following(self._link, self._stream, self._place("*").subject, after)
