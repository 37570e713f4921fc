"""A stream in memory: messages in order, by subject key, within the bounds that its declaration sets."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from libs.events.memory.agenda import Agenda
from libs.events.ports import Conflict, Full, Stored
from libs.events.streams import Stream


@dataclass(frozen=True, slots=True)
class _Known:
    """An id that was stored a short while ago."""

    fence: int
    until: int


class MemoryStream:
    """Also used for the shards of the log, of the timers' subjects apart."""

    def __init__(self, declared: Stream, agenda: Agenda) -> None:
        self.declared = declared
        self.last_fence = 0
        self._agenda = agenda
        self._messages: dict[int, tuple[Stored, int]] = {}
        self._by_key: dict[str, list[int]] = {}
        self._ids: dict[tuple[str, str], _Known] = {}
        self._arrived = asyncio.Event()
        self.on_append: list[Callable[[], None]] = []

    @property
    def size(self) -> int:
        """Bytes of its messages, without their subjects and headers."""
        self._expire()
        return sum(len(stored.data) for stored, _ in self._messages.values())

    @property
    def fill(self) -> float | None:
        """Share that is reached of its bounds, the greater; None: it has none."""
        bounds = ((len(self._messages), self.declared.max_messages), (self.size, self.declared.max_bytes))
        return max((reached / bound for reached, bound in bounds if bound > 0), default=None)

    def append(self, key: str, data: bytes, id: str | None, expected: int | None) -> int:
        self._expire()
        last = self.last(key)
        if expected is not None and expected != (last.fence if last else 0):
            # As on the server, the fence is looked at before the ids of the last two minutes.
            if last is not None and id is not None and last.id == id:
                return last.fence
            raise Conflict(last.fence if last else 0)
        now = self._agenda.now()
        known = self._ids.get((key, id)) if id is not None else None
        if known is not None and known.until > now:
            return known.fence
        if self.declared.discard == "new" and 0 <= self.declared.max_messages <= len(self._messages):
            raise Full(f"{self.declared.name} is full")
        self.last_fence += 1
        self._messages[self.last_fence] = (Stored(self.last_fence, key, data, id), now)
        self._by_key.setdefault(key, []).append(self.last_fence)
        if id is not None:
            window = int(self.declared.duplicate_window * 1000)
            self._ids[key, id] = _Known(self.last_fence, now + window)
        self._trim(key)
        self._arrived.set()
        self._arrived = asyncio.Event()
        for call in self.on_append:
            call()
        return self.last_fence

    def of_key(self, key: str, after: int) -> list[Stored]:
        self._expire()
        return [self._messages[fence][0] for fence in self._by_key.get(key, ()) if fence > after]

    def last(self, key: str) -> Stored | None:
        self._expire()
        fences = self._by_key.get(key)
        return self._messages[fences[-1]][0] if fences else None

    def next(self, fence: int) -> Stored | None:
        """The first message past a fence."""
        self._expire()
        return next((stored for found, (stored, _) in self._messages.items() if found > fence), None)

    def after(self, fence: int) -> list[Stored]:
        """Every message past a fence."""
        self._expire()
        return [stored for found, (stored, _) in self._messages.items() if found > fence]

    def last_of_all(self) -> int:
        """The fence of the last message that is still there."""
        self._expire()
        return next(reversed(self._messages), 0)

    async def changed(self) -> None:
        """Until the next message is stored."""
        await self._arrived.wait()

    def purge(self, key: str, before: int | None = None) -> None:
        fences = self._by_key.pop(key, [])
        kept = [] if before is None else [fence for fence in fences if fence >= before]
        for fence in fences[: len(fences) - len(kept)]:
            del self._messages[fence]
        if kept:
            self._by_key[key] = kept

    def counts(self) -> dict[str, int]:
        self._expire()
        return {key: len(fences) for key, fences in self._by_key.items()}

    def erase(self, key: str, fence: int) -> None:
        fences = self._by_key.get(key, [])
        if fence in fences:
            del self._messages[fence]
            fences.remove(fence)
            if not fences:
                del self._by_key[key]

    def _trim(self, key: str) -> None:
        fences = self._by_key[key]
        while 0 <= self.declared.max_per_subject < len(fences):
            del self._messages[fences.pop(0)]
        while self.declared.discard == "old" and 0 <= self.declared.max_messages < len(self._messages):
            self._drop_oldest()

    def _expire(self) -> None:
        if not self.declared.max_age:
            return
        oldest = self._agenda.now() - int(self.declared.max_age * 1000)
        while self._messages and next(iter(self._messages.values()))[1] <= oldest:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        fence, (stored, _) = next(iter(self._messages.items()))
        del self._messages[fence]
        fences = self._by_key[stored.key]
        fences.remove(fence)
        if not fences:
            del self._by_key[stored.key]
