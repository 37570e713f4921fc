"""Failed attempts to sign in, counted for all processes together and over their restarts (F99)."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from pydantic import StrictInt

from libs.events.ports import Conflict, KeyValue
from libs.events.wire import pack, unpack
from services.rooms.refusals import TOO_MANY_ATTEMPTS, UNAVAILABLE, Denied

TRIES = 20
"""So often an attempt is counted anew when others at the same name were quicker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures:
    """When attempts at one name failed (bucket `attempts`, by the name's hash), in Unix milliseconds."""

    v: StrictInt = 1
    at: tuple[StrictInt, ...]


class FailedAttempts:
    """After `most` failures at one name within `window` milliseconds no more until the first has passed.

    An attempt counts as failed until it succeeds: of many at the same time no more than `most` are made.
    """

    def __init__(self, bucket: KeyValue, now: Callable[[], int], *, most: int, window: int) -> None:
        self._bucket = bucket
        self._now = now
        self._most = most
        self._window = window

    async def begin(self, name: str) -> int:
        """Count an attempt; returns when it was. Raises Denied."""
        for _ in range(TRIES):
            kept = await self._bucket.get(_key(name))
            now = self._now()
            former = () if kept is None else unpack(Failures, kept.value).at
            failures = tuple(at for at in former if now - at < self._window)
            if len(failures) >= self._most:
                raise Denied(TOO_MANY_ATTEMPTS, retry_after_ms=failures[-self._most] + self._window - now)
            if await self._store(name, (*failures, now), None if kept is None else kept.revision):
                return now
        raise Denied(UNAVAILABLE)

    async def withdraw(self, name: str, at: int) -> None:
        """The attempt came to nothing, and tells nothing of who made it."""
        for _ in range(TRIES):
            kept = await self._bucket.get(_key(name))
            failures = [] if kept is None else list(unpack(Failures, kept.value).at)
            if kept is None or at not in failures:
                return
            failures.remove(at)
            if await self._store(name, tuple(failures), kept.revision):
                return

    async def succeeded(self, name: str) -> None:
        await self._bucket.delete(_key(name))

    async def erase(self, name: str) -> None:
        """Nobody of that name was ever here."""
        await self._bucket.erase(_key(name))

    async def _store(self, name: str, at: tuple[int, ...], revision: int | None) -> bool:
        data = pack(Failures(at=at))
        try:
            if revision is None:
                await self._bucket.create(_key(name), data)
            else:
                await self._bucket.update(_key(name), data, revision)
        except Conflict:
            return False
        return True


def _key(name: str) -> str:
    """No name stands there, and however long one is, its key is not."""
    return sha256(name.encode()).hexdigest()
