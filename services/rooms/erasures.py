"""Who is to be erased, and who was: a durable record by pseudonym, without a name (bucket `erased`)."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

from libs.events.erasure import Erasure
from libs.events.ports import Conflict, KeyValue
from libs.events.wire import pack, unpack

SETTLED_MS = 30_000
"""What was under way when an erasure was asked for has come to its end so many milliseconds later."""


def is_settled(erasure: Erasure) -> bool:
    """Whether a pass has gone through that began late enough to have met everything."""
    return erasure.done is not None and erasure.done - erasure.at >= SETTLED_MS


class Erasures:
    """The records. They go by age, when no backup is left from which an erased account could come back."""

    def __init__(self, bucket: KeyValue, now: Callable[[], int]) -> None:
        self._bucket = bucket
        self._now = now

    async def of(self, person: str) -> Erasure | None:
        kept = await self._bucket.get(person)
        return None if kept is None else unpack(Erasure, kept.value)

    async def all(self) -> AsyncIterator[tuple[str, Erasure]]:
        async for person, kept in self._bucket.entries():
            yield person, unpack(Erasure, kept.value)

    async def ask(self, person: str) -> None:
        """That person is to be erased: from here on it happens, whatever becomes of this process.

        Asked again, it is done once more: what a restored backup has brought back goes too.
        """
        asked = pack(Erasure(at=self._now()))
        while True:
            kept = await self._bucket.get(person)
            try:
                if kept is None:
                    await self._bucket.create(person, asked)
                else:
                    await self._bucket.update(person, asked, kept.revision)
            except Conflict:
                continue
            return

    async def went_through(self, person: str, began: int) -> None:
        """A pass that began then has gone through."""
        kept = await self._bucket.get(person)
        if kept is None:
            return
        erasure = replace(unpack(Erasure, kept.value), done=began)
        if erasure.at > began:
            # It was asked for anew meanwhile.
            return
        try:
            await self._bucket.update(person, pack(erasure), kept.revision)
        except Conflict:
            # Another process was through as well, or somebody asked anew: both will be looked at again.
            return
