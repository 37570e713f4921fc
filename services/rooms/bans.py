"""Who may not come in: a durable record by pseudonym, without a name (bucket `bans`), and a copy at hand."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

from libs.events.bans import Ban
from libs.events.ports import Conflict, KeyValue
from libs.events.wire import pack, unpack
from services.rooms.refusals import BANNED, Denied


class Bans:
    """The records, and those that hold as far as this process has heard of them."""

    def __init__(self, bucket: KeyValue, now: Callable[[], int]) -> None:
        self._bucket = bucket
        self._now = now
        self._known: dict[str, Ban] = {}

    async def of(self, person: str) -> Ban | None:
        """The record, also of a ban that is over."""
        kept = await self._bucket.get(person)
        return None if kept is None else unpack(Ban, kept.value)

    async def all(self) -> AsyncIterator[tuple[str, Ban]]:
        async for person, kept in self._bucket.entries():
            yield person, unpack(Ban, kept.value)

    async def set(self, person: str, until: int | None, reason: str) -> None:
        """That person may not come in: from here on it happens, whatever becomes of this process.

        A ban that stands already is replaced.
        """
        ban = pack(Ban(at=self._now(), until=until, reason=reason))
        while True:
            kept = await self._bucket.get(person)
            try:
                if kept is None:
                    await self._bucket.create(person, ban)
                else:
                    await self._bucket.update(person, ban, kept.revision)
            except Conflict:
                continue
            return

    async def lift(self, person: str) -> bool:
        """Let that person come in again; whether there was a record."""
        if await self._bucket.get(person) is None:
            return False
        await self._bucket.delete(person)
        return True

    async def went_through(self, person: str, ban: Ban, began: int) -> None:
        """A pass for this ban that began then has gone through."""
        kept = await self._bucket.get(person)
        if kept is None or replace(unpack(Ban, kept.value), done=ban.done) != ban:
            # It was lifted or said anew meanwhile.
            return
        try:
            await self._bucket.update(person, pack(replace(ban, done=began)), kept.revision)
        except Conflict:
            # Another process was through as well, or somebody changed it: it will be looked at again.
            return

    # At hand: asked with every request.

    async def learn(self, person: str) -> Ban | None:
        """Read the record of that person and keep it at hand; None where no ban holds."""
        ban = await self.of(person)
        if ban is None or not ban.holds(self._now()):
            self._known.pop(person, None)
            return None
        self._known[person] = ban
        return ban

    async def learn_all(self) -> dict[str, Ban]:
        """Every ban that holds, kept at hand."""
        now = self._now()
        self._known = {person: ban async for person, ban in self.all() if ban.holds(now)}
        return dict(self._known)

    def refuse(self, person: str) -> None:
        """Raise Denied for whom a ban at hand keeps out."""
        ban = self._known.get(person)
        if ban is not None and ban.holds(self._now()):
            raise denied(ban)


def denied(ban: Ban) -> Denied:
    """The refusal, with until when and why."""
    return Denied(BANNED, until=ban.until, reason=ban.reason)
