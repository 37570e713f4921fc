"""Key-value buckets: compare-and-set by the fence of the key's subject (nats-py's lacks the read-back)."""

from collections.abc import AsyncIterator

from libs.events.nats.link import Link
from libs.events.nats.reading import EVERYTHING, Found, last_message, messages
from libs.events.nats.storing import ID, store, store_after, write_id
from libs.events.ports import Conflict, Kept
from libs.events.streams import Bucket

OPERATION = "KV-Operation"
"""On a message that takes a value away: DEL or PURGE."""

REPLACING = {"Nats-Rollup": "sub"}
"""The server removes what stood under the subject before, and notes on the disk that it has. What only the
bound of the subject takes away is noted nowhere: once the key is erased, a server that was killed finds the
former value on its disk, and takes it for the present one."""


class NatsBucket:
    """One bucket, readable by every NATS tool as such."""

    def __init__(self, link: Link, bucket: Bucket) -> None:
        self._link = link
        self._bucket = bucket

    async def get(self, key: str) -> Kept | None:
        found = await self._last(key)
        return Kept(found.data, found.sequence) if found and _is_value(found) else None

    async def create(self, key: str, value: bytes) -> int:
        id = write_id()
        try:
            return await self._set(key, value, 0, id)
        except Conflict:
            last = await self._last(key)
        if last is None:
            return await self._set(key, value, 0, id)
        if _is_value(last):
            if last.headers.get(ID) == id:
                return last.sequence
            raise Conflict(last.sequence)
        return await self._set(key, value, last.sequence, id)

    async def update(self, key: str, value: bytes, revision: int) -> int:
        return await self._set(key, value, revision, write_id())

    async def delete(self, key: str) -> None:
        operation = {OPERATION: "DEL", **REPLACING}
        await store(self._link, self._bucket.stream, self._bucket.subject(key), b"", operation)

    async def erase(self, key: str) -> None:
        # No marker is left: its subject would still say the key.
        await self._link.purge(self._bucket.stream, self._bucket.subject(key))

    async def keys(self) -> list[str]:
        return sorted({key async for key, _ in self.entries()})

    async def entries(self) -> AsyncIterator[tuple[str, Kept]]:
        start = len(self._bucket.subject(""))
        # A key has two where the server was killed before it removed the former, and where one that is behind
        # gave it and the leader what came after it: the last one counts.
        last: dict[str, Kept] = {}
        async for found in messages(self._link, self._bucket.stream, EVERYTHING, 0):
            key = found.subject[start:]
            last.pop(key, None)
            if _is_value(found):
                last[key] = Kept(found.data, found.sequence)
        for key, kept in last.items():
            yield key, kept

    async def _last(self, key: str) -> Found | None:
        return await last_message(self._link, self._bucket.stream, self._bucket.subject(key))

    async def _set(self, key: str, value: bytes, expected: int, id: str) -> int:
        return await store_after(
            self._link,
            self._bucket.stream,
            self._bucket.subject(key),
            value,
            dict(REPLACING),
            expected=expected,
            id=id,
        )


def _is_value(found: Found) -> bool:
    return OPERATION not in found.headers
