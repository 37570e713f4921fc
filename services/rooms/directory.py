"""Every living room, folded from the lobby's journal, and the one way to change one."""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from libs.events.lobby import LobbyEntry, Opened
from libs.events.ports import Conflict, Feed, Full, Journal, KeyValue, Refused, Stored, Unavailable
from libs.events.wire import Malformed, pack, unpack
from libs.runtime.logging import get_logger
from services.rooms.codes import WATCH, new_code, read_code
from services.rooms.lobby import Events
from services.rooms.metrics import MALFORMED
from services.rooms.names import code_key, watch_key
from services.rooms.refusals import NO_SUCH_ROOM, UNAVAILABLE, Denied
from services.rooms.room import Room, Unopened, fold

log = get_logger()

TRIES = 8
"""So often a request is decided anew when others changed the room first."""

AGAIN_AFTER = 0.2
"""Seconds before an append without an answer is sent again, with the same id."""


@dataclass(slots=True)
class Held:
    """A room as far as this process knows it, and the fence of the last entry in it."""

    room: Room
    fence: int


Change = Callable[[Room], Events]
Watcher = Callable[[Room | None, Room], None]
"""Told of each change of a room: as it was (None: it was just opened) and as it is."""


class Directory:
    """The rooms that are not closed. Of closed ones only `closed_rooms` knows, for who asks."""

    def __init__(self, journal: Journal, names: KeyValue) -> None:
        self._journal = journal
        self._names = names
        self._held: dict[str, Held] = {}
        self._by_code: dict[str, str] = {}
        self._by_watch: dict[str, str] = {}
        self._by_person: dict[str, set[str]] = {}
        self._listed: set[str] = set()
        self._closed: dict[str, int] = {}
        self._followed = 0
        self.watchers: list[Watcher] = []
        self.known = asyncio.Event()
        """Set once every entry that stood in the journal at the start is folded."""

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[Room]:
        return (held.room for held in list(self._held.values()))

    def get(self, id: str) -> Room | None:
        held = self._held.get(id)
        return None if held is None else held.room

    def listed(self) -> list[Room]:
        """The rooms of the public list."""
        return [self._held[id].room for id in self._listed]

    def has_seat(self, id: str, person: str) -> bool:
        return id in self._by_person.get(person, ())

    def of_person(self, person: str) -> list[Room]:
        """The rooms where that person has a seat."""
        return [self._held[id].room for id in self._by_person.get(person, ())]

    async def follow(self, feed: Feed) -> None:
        """Fold the journal as it grows, for ever."""
        if feed.caught_up == 0:
            self.known.set()
        async for stored in feed:
            self._followed = stored.fence
            self._take(stored)
            if stored.fence >= feed.caught_up:
                self.known.set()

    async def behind(self, door: str) -> tuple[Room, bool]:
        """The room that a code opens, or a watching token; then whether for watching only. Raises Denied."""
        code = read_code(door)
        if code is not None:
            return await self._found(self._by_code, code, code_key(code)), False
        if not WATCH.fullmatch(door):
            raise Denied(NO_SUCH_ROOM)
        return await self._found(self._by_watch, door, watch_key(door)), True

    async def _found(self, ids: Mapping[str, str], door: str, key: str) -> Room:
        if door not in ids:
            # A room that another process opened just now stands in the journal before we hear of it.
            kept = await self._names.get(key)
            if kept is not None:
                await self._refold(kept.value.decode())
        id = ids.get(door)
        if id is None:
            raise Denied(NO_SUCH_ROOM)
        return self._held[id].room

    async def claim_code(self, id: str) -> str:
        """A code that no room ever had, for this one."""
        while True:
            code = new_code()
            try:
                await self._names.create(code_key(code), id.encode())
            except Conflict:
                continue
            return code

    async def open(self, id: str, events: Events) -> Room:
        """Store a new room. Its watching token leads to it for ever, as its code does."""
        for event in events:
            if isinstance(event, Opened):
                await self._names.create(watch_key(event.watch), id.encode())
        fence = await self._append(id, events, expected=0)
        self._apply(id, fence, events)
        return self._held[id].room

    async def change(self, id: str, decide: Change) -> Room:
        """Decide on the room as it is and store the events; decide anew where others were first.

        Raises Denied by the decision, or `unavailable`. The room is known here as it is afterwards.
        """
        for _ in range(TRIES):
            held = self._held.get(id)
            if held is None:
                raise Denied(NO_SUCH_ROOM)
            try:
                events = decide(held.room)
            except Denied:
                # Said on what was known here: others may have changed it, and we not heard of it yet.
                await self._refold(id)
                if self._held.get(id) is held:
                    raise
                continue
            if not events:
                return held.room
            try:
                fence = await self._append(id, events, expected=held.fence)
            except Conflict:
                await self._refold(id)
                continue
            after = fold(held.room, id, events)
            self._apply(id, fence, events)
            return after
        raise Denied(UNAVAILABLE)

    async def _append(self, id: str, events: Events, *, expected: int) -> int:
        """Store one entry. The same id each time: what was stored without our knowing is found again."""
        data = pack(LobbyEntry(room=id, events=tuple(events)))
        message = secrets.token_hex(16)
        for again in (True, True, False):
            try:
                return await self._journal.append(id, data, id=message, expected=expected)
            except Unavailable:
                if not again:
                    raise Denied(UNAVAILABLE) from None
                await asyncio.sleep(AGAIN_AFTER)
            except (Full, Refused) as error:
                log.error("lobby_entry_refused", room=id, why=str(error))
                raise Denied(UNAVAILABLE) from error
        raise AssertionError("the last try returns or raises")

    async def _refold(self, id: str) -> None:
        """Read what others wrote of this room, past what is known of it."""
        held = self._held.get(id)
        async for stored in self._journal.read(id, after=0 if held is None else held.fence):
            self._take(stored)

    def _take(self, stored: Stored) -> None:
        try:
            entry = unpack(LobbyEntry, stored.data)
        except Malformed as error:
            MALFORMED.labels("lobby").inc()
            log.error("lobby_entry_unreadable", room=stored.key, fence=stored.fence, why=str(error))
            return
        self._apply(stored.key, stored.fence, entry.events)

    def _apply(self, id: str, fence: int, events: Events) -> None:
        held = self._held.get(id)
        if held is not None and fence <= held.fence:
            return
        if id in self._closed:
            # Its earlier entries are still on their way to us: it does not rise again.
            if fence >= self._closed[id]:
                del self._closed[id]
            return
        before = None if held is None else held.room
        try:
            after = fold(before, id, events)
        except Unopened:
            # The rest of a room that is closed already: an entry that came again.
            return
        except (IndexError, ValueError) as error:
            # One room's broken entry is no reason to know no room at all.
            MALFORMED.labels("lobby").inc()
            log.error("lobby_entry_does_not_fit", room=id, fence=fence, why=repr(error))
            return
        if after.closed is None:
            self._hold(before, after, fence)
        else:
            self._forget(after)
            if fence > self._followed:
                self._closed[id] = fence
        for watcher in self.watchers:
            watcher(before, after)

    def _hold(self, before: Room | None, room: Room, fence: int) -> None:
        self._held[room.id] = Held(room, fence)
        if before is None:
            self._by_code[room.code] = room.id
            self._by_watch[room.watch] = room.id
            if room.listed:
                self._listed.add(room.id)
        if before is None or before.places is not room.places:
            self._index_persons(before, room)

    def _index_persons(self, before: Room | None, room: Room) -> None:
        were = set() if before is None else {place.person for place in before.places}
        are = {place.person for place in room.places}
        for person in were - are:
            self._drop_person(person, room.id)
        for person in are - were:
            if person is not None:
                self._by_person.setdefault(person, set()).add(room.id)

    def _drop_person(self, person: str | None, id: str) -> None:
        rooms = self._by_person.get(person or "")
        if person is not None and rooms is not None:
            rooms.discard(id)
            if not rooms:
                del self._by_person[person]

    def _forget(self, room: Room) -> None:
        held = self._held.pop(room.id, None)
        if held is None:
            return
        self._by_code.pop(room.code, None)
        self._by_watch.pop(room.watch, None)
        self._listed.discard(room.id)
        for place in held.room.places:
            self._drop_person(place.person, room.id)
