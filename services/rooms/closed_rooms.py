"""Closed rooms, looked up for those who watch their games again: by code or watching token, for ever."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from libs.events.lobby import IMPORTED, LobbyEntry
from libs.events.ports import Journal, KeyValue
from libs.events.views import AskView
from libs.events.wire import unpack
from libs.runtime.logging import get_logger
from services.rooms.codes import WATCH, read_code
from services.rooms.engine_calls import EngineCalls
from services.rooms.metrics import MALFORMED
from services.rooms.names import code_key, watch_key
from services.rooms.refusals import NO_SUCH_ROOM, NOT_YET, Denied
from services.rooms.room import Room, fold

log = get_logger()

AT_HAND = 1000
"""So many closed rooms are kept in memory: nothing about them changes any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedRoom:
    """A closed room whose game does not go on; `last` is the spectators' last view of it, plain."""

    room: Room
    watching: bool
    last: dict[str, Any]


class ClosedRooms:
    """Only those who ask about the past come here: a closed room is never entered or changed."""

    def __init__(self, journal: Journal, names: KeyValue, engine: EngineCalls) -> None:
        self._journal = journal
        self._names = names
        self._engine = engine
        self._at_hand: OrderedDict[str, ClosedRoom] = OrderedDict()

    async def behind(self, door: str) -> ClosedRoom:
        """The closed room of a code or a watching token; that of an imported game may be unfinished.

        Raises Denied: `no_such_room` also for one that no game was begun in, `not_yet` while the engine
        has not ended its game.
        """
        code = read_code(door)
        key = code_key(code) if code is not None else watch_key(door) if WATCH.fullmatch(door) else None
        if key is None:
            raise Denied(NO_SUCH_ROOM)
        found = self._at_hand.get(key)
        if found is None:
            room = await self._room(key)
            last = await self._engine.ask(room.id, AskView(reader=None))
            if last["result"] is None and room.closed != IMPORTED:
                raise Denied(NOT_YET)
            found = ClosedRoom(room=room, watching=code is None, last=last)
            self._keep(key, found)
        self._at_hand.move_to_end(key)
        return found

    async def _room(self, key: str) -> Room:
        kept = await self._names.get(key)
        room = None if kept is None else await self._folded(kept.value.decode())
        if room is None or room.closed is None or not room.has_started:
            raise Denied(NO_SUCH_ROOM)
        return room

    async def _folded(self, id: str) -> Room | None:
        try:
            return await read_room(self._journal, id)
        except (ValueError, IndexError) as error:
            MALFORMED.labels("lobby").inc()
            log.error("closed_room_unreadable", room=id, why=repr(error))
            return None

    def _keep(self, key: str, found: ClosedRoom) -> None:
        self._at_hand[key] = found
        if len(self._at_hand) > AT_HAND:
            self._at_hand.popitem(last=False)


async def read_room(journal: Journal, id: str) -> Room | None:
    """A room folded from the journal, also a closed one. Raises ValueError or IndexError."""
    room: Room | None = None
    async for stored in journal.read(id):
        room = fold(room, id, unpack(LobbyEntry, stored.data).events)
    return room
