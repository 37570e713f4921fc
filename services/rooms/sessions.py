"""Sessions: opaque tokens of which only the hash is stored; they end some days after their last use."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from pydantic import StrictBool, StrictInt, StrictStr

from libs.events.ports import Conflict, Kept, KeyValue
from libs.events.wire import pack, unpack
from services.rooms.refusals import NOT_SIGNED_IN, SESSION_EXPIRED, Denied

DAY_MS = 24 * 60 * 60 * 1000
LASTS = 30 * DAY_MS
GUEST_LASTS = 2 * DAY_MS
USE_LAG_MS = 60_000
"""The stored time of the last use may lag behind by so much: not every request is a write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Who is signed in (bucket `sessions`, by the token's hash); `used` in Unix milliseconds."""

    v: StrictInt = 1
    person: StrictStr
    guest: StrictBool
    used: StrictInt

    def is_over(self, now: int) -> bool:
        return now - self.used > (GUEST_LASTS if self.guest else LASTS)


def session_key(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class Sessions:
    def __init__(self, bucket: KeyValue, now: Callable[[], int]) -> None:
        self._bucket = bucket
        self._now = now

    async def open(self, person: str, *, guest: bool, token: str) -> str:
        """Store a new session; returns its key."""
        key = session_key(token)
        await self._bucket.create(key, pack(Session(person=person, guest=guest, used=self._now())))
        return key

    async def of_token(self, token: str) -> tuple[str, Session]:
        """The session of a token and its key, its use noted. Raises Denied."""
        key = session_key(token)
        return key, await self.use(key)

    async def use(self, key: str) -> Session:
        """The session of that key, its use noted. Raises Denied."""
        kept = await self._bucket.get(key)
        if kept is None:
            raise Denied(NOT_SIGNED_IN)
        session = unpack(Session, kept.value)
        now = self._now()
        if session.is_over(now):
            raise Denied(SESSION_EXPIRED)
        if now - session.used >= USE_LAG_MS:
            await self._note_use(key, kept, session, now)
        return session

    async def _note_use(self, key: str, kept: Kept, session: Session, now: int) -> None:
        try:
            await self._bucket.update(key, pack(replace(session, used=now)), kept.revision)
        except Conflict:
            # Another request noted its use in the same moment, or signed out: both stand.
            return

    async def is_living(self, key: str) -> bool:
        """Whether that session could still be used; its use is not noted."""
        kept = await self._bucket.get(key)
        return kept is not None and not unpack(Session, kept.value).is_over(self._now())

    async def close(self, key: str) -> None:
        await self._bucket.delete(key)

    async def close_all_of(self, person: str) -> int:
        """Close every session of that person; how many there were. It looks at all sessions there are."""
        keys = [
            key async for key, kept in self._bucket.entries() if unpack(Session, kept.value).person == person
        ]
        for key in keys:
            await self.close(key)
        return len(keys)


def new_token() -> str:
    return secrets.token_urlsafe(32)
