"""Coming to a room and going: presence hears of it, and the engine where it thought the person gone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from libs.events import subjects
from libs.events.ports import Bus, EventsError
from libs.events.wire import pack
from libs.runtime.logging import get_logger
from services.rooms.connection import Connection
from services.rooms.hosting import Host
from services.rooms.presence import Moved, Presence
from services.rooms.room import Room
from services.rooms.work import Work

log = get_logger()


class Attendance:
    def __init__(self, *, bus: Bus, presence: Presence, host: Host, work: Work) -> None:
        self._bus = bus
        self._presence = presence
        self._host = host
        self._work = work

    @asynccontextmanager
    async def present(self, room: Room, connection: Connection) -> AsyncIterator[None]:
        """The connection's person is here while inside. Who only watches by the link is not counted."""
        if connection.watching:
            yield
            return
        id, person = room.id, connection.person
        was_here = self._presence.is_connected(id, person)
        first = self._presence.arrive(id, person)
        try:
            connection.gate = self._gate(room, person, was_here)
            if first:
                await self._tell(id, person, here=True)
            yield
        finally:
            if self._presence.depart(id, person):
                self._work.start(self._tell(id, person, here=False))

    def _gate(self, room: Room, person: str, was_here: bool) -> asyncio.Event | None:
        """What holds a connection's commands back until the engine knows that the person is back."""
        seat = room.seat_of(person)
        if seat is None:
            return None
        if self._host.is_returning(room.id, seat) or (
            not was_here and self._host.must_tell_return(room, seat)
        ):
            return self._host.tell_returned(room.id, seat)
        return None

    async def _tell(self, room: str, person: str, *, here: bool) -> None:
        """The other processes hear of it; what is lost on the way is in the next whole list."""
        moved = Moved(edge=self._presence.edge, room=room, person=person, here=here)
        try:
            await self._bus.publish(subjects.presence(room), pack(moved))
        except EventsError as error:
            log.warning("presence_not_told", room=room, why=str(error))
