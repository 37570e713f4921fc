"""One room at this edge: its sockets, the readers they show, and what comes over the bus for them."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from libs.events import subjects
from libs.events.ports import Heard, Listening
from libs.events.talk import Said, Unsaid
from libs.events.views import AskMissed, AskView
from libs.events.wire import Malformed
from libs.runtime.logging import get_logger
from libs.runtime.tracing import span
from services.rooms.connection import Connection
from services.rooms.engine_calls import EngineCalls
from services.rooms.faces import Faces
from services.rooms.frames import encoded, message, typed_message
from services.rooms.metrics import GAPS, MALFORMED
from services.rooms.reading import Plain, Reader, Reading, is_change, read_view
from services.rooms.refusals import NO_SUCH_ROOM, NOT_BEGUN, REMOVED_FROM_ROOM, TOO_FAR_BACK, Denied
from services.rooms.room import Room
from services.rooms.work import Work

log = get_logger()

ASK_AGAIN = (0.2, 0.5, 1.0, 2.0)
"""Seconds between the tries to close a gap; the last goes on while somebody looks."""

STALE_TRIES = 3
"""So often an engine that answers with less than was seen already is asked again."""

FIRST_VIEW_WITHIN = 0.5
VIEW_WITHIN = 0.3
"""Seconds within which the view that an answer speaks of should have come over the bus."""

REMEMBERED = 32
"""Messages of talk that are known to have been shown: each is heard from the bus and from its answer."""

REMOVED, CLOSED = 4403, 4404

LEFT = 4410
"""The socket's person has left the game under way; the next socket is the way back."""

Heed = Callable[["Hub", int, Sequence[Mapping[str, Any]]], None]
"""Told of what a seat with sockets here was told."""


class Hub:
    """The sockets of one room here. It lives while there are `guests`: sockets, or some about to be."""

    __slots__ = (
        "_by_subject",
        "_engine",
        "_faces",
        "_heard",
        "_heed",
        "_work",
        "connections",
        "guests",
        "listening",
        "opening",
        "readings",
        "room",
        "signs",
        "turns",
        "unsaid",
    )

    def __init__(
        self, room: Room, *, engine: EngineCalls, faces: Faces, work: Work, heed: Heed | None = None
    ) -> None:
        self.room = room
        self.guests = 0
        self.opening = asyncio.Lock()
        self.connections: list[Connection] = []
        self.readings: dict[Reader, Reading] = {}
        self._by_subject: dict[str, Reading] = {}
        self.listening: Listening | None = None
        self._engine = engine
        self._faces = faces
        self._work = work
        self._heed = heed
        self.turns: dict[int, int] = {}
        """Since when a seat's turn runs, in Unix milliseconds, where turns are watched."""
        self.signs: dict[str, int] = {}
        """When something came from a person last, where turns are watched."""
        self._heard: tuple[tuple[str, str], ...] = ()
        self.unsaid: frozenset[str] = frozenset()
        """Ids of talk that was taken back: a history that was asked for before may still have it."""

    # Views

    def on_view(self, heard: Heard) -> None:
        """A view came over the bus: show it, or close the gap before it."""
        # The subject says whose it is: what nobody here reads is not even decoded.
        reading = self._by_subject.get(heard.subject)
        if reading is None:
            return
        try:
            plain = read_view(heard.data)
        except Malformed as error:
            MALFORMED.labels("view").inc()
            log.error("view_unreadable", subject=heard.subject, why=str(error))
            return
        if not reading.is_newer(plain):
            return
        if self._heed is not None and reading.reader is not None and plain["told"]:
            self._heed(self, reading.reader, plain["told"])
        if not reading.asking and reading.follows(plain):
            with span("view sent", heard.headers, game=self.room.game):
                reading.advance(plain)
            return
        if reading.held is None or plain["number"] > reading.held["number"]:
            reading.held = plain
        if not reading.asking:
            GAPS.inc()
            self.catch_up(reading)

    def reading(self, reader: Reader) -> Reading:
        """The reading of that reader, which is begun if nobody here had it."""
        reading = self.readings.get(reader)
        if reading is None:
            reading = self.readings[reader] = Reading(reader)
            self._by_subject[subjects.view(self.room.id, reader)] = reading
        return reading

    def catch_up(self, reading: Reading) -> None:
        """Ask the engine for what this reader has missed, until it is here."""
        if not reading.asking:
            reading.asking = True
            self._work.start(self._catch_up(reading))

    async def _catch_up(self, reading: Reading) -> None:
        tries = 0
        try:
            while self.readings.get(reading.reader) is reading and reading.sockets:
                try:
                    plain, missed = await self.ask_view(reading.reader, reading.number)
                except Denied as denied:
                    if denied.refusal in (NOT_BEGUN, NO_SUCH_ROOM):
                        reading.number = 0
                        return
                    await asyncio.sleep(ASK_AGAIN[min(tries, len(ASK_AGAIN) - 1)])
                    tries += 1
                    continue
                if reading.is_newer(plain):
                    reading.jump(plain, missed)
                if self._is_whole(reading):
                    return
                tries += 1
                if tries >= STALE_TRIES and reading.held is not None and not is_change(reading.held):
                    reading.jump(reading.held, ())
                    reading.held = None
                    return
                await asyncio.sleep(ASK_AGAIN[0])
        finally:
            reading.asking = False

    def _is_whole(self, reading: Reading) -> bool:
        """Whether nothing is missing between what is shown and the newest view that came meanwhile."""
        held, reading.held = reading.held, None
        if held is None or not reading.is_newer(held):
            return True
        if reading.follows(held):
            reading.advance(held)
            return True
        reading.held = held
        return False

    def expect_view(self, reader: Reader, number: int) -> None:
        """A view of that number is due; if it does not come over the bus soon, it is asked for."""
        asyncio.get_running_loop().call_later(VIEW_WITHIN, self._look_for_view, reader, number)

    def _look_for_view(self, reader: Reader, number: int) -> None:
        reading = self.readings.get(reader)
        if reading is not None and (reading.number or 0) < number and not reading.asking:
            GAPS.inc()
            self.catch_up(reading)

    async def ask_view(self, reader: Reader, since: int | None) -> tuple[Plain, list[Any]]:
        """A fresh view, and what was told after `since` as far as it is at hand. Raises Denied."""
        if since:
            try:
                answer = await self._engine.ask(self.room.id, AskMissed(reader=reader, since=since))
            except Denied as denied:
                if denied.refusal is not TOO_FAR_BACK:
                    raise
            else:
                return answer["view"], answer["told"]
        return await self._engine.ask(self.room.id, AskView(reader=reader)), []

    # Sockets

    def join(self, connection: Connection, reading: Reading | None) -> None:
        self.connections.append(connection)
        self._move(connection, reading)

    def _move(self, connection: Connection, reading: Reading | None) -> None:
        former = connection.reading
        if former is reading:
            return
        if former is not None:
            former.sockets.remove(connection)
            if not former.sockets:
                self.readings.pop(former.reader, None)
                self._by_subject.pop(subjects.view(self.room.id, former.reader), None)
        connection.reading = reading
        connection.shown = None
        if reading is not None:
            reading.sockets.append(connection)

    def part(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
        self._move(connection, None)

    def settle(self) -> None:
        """The room changed: every socket gets the seat that its person has now, and that seat's eyes."""
        for connection in list(self.connections):
            connection.seat = None if connection.watching else self.room.seat_of(connection.person)
            if not self.room.has_started:
                continue
            if connection.reading is None or connection.reading.reader != connection.seat:
                reading = self.reading(connection.seat)
                self._move(connection, reading)
                if reading.document is not None:
                    reading.show(connection)
                else:
                    self.catch_up(reading)

    def begun(self) -> None:
        """The table says begun: who has not been shown anything a moment later has missed the first view."""
        asyncio.get_running_loop().call_later(FIRST_VIEW_WITHIN, self._look_for_first_views)

    def _look_for_first_views(self) -> None:
        for reading in self.readings.values():
            if reading.document is None:
                self.catch_up(reading)

    # What is told to all

    async def show_change(self, before: Room | None) -> None:
        """Show the room to all, then close the sockets of those whom it is closed to now."""
        room = self.room
        await self.tell_room()
        if room.closed is not None:
            self.dismiss_all(CLOSED)
        elif before is None or before.banned != room.banned:
            self._dismiss_banned()

    def dismiss_left(self, before: Room) -> None:
        """Close the sockets of those who have left the game since."""
        for connection in list(self.connections):
            person = connection.person
            had_seat = not connection.watching and before.seat_of(person) is not None
            if had_seat and self.room.has_started and self.room.seat_of(person) is None:
                connection.close(LEFT)

    async def tell_room(self) -> None:
        """Show the room as it is now to every socket, to each in its own way, where it looks different.

        To those from whom persons are hidden even a room that looks the same would tell of a change.
        """
        await self._faces.learn(self.room)
        faces: dict[tuple[int | None, bool], bytes] = {}
        for connection in self.connections:
            key = (connection.seat, connection.watching)
            if key not in faces:
                face = self._faces.room(self.room, connection.person, watching=connection.watching)
                faces[key] = encoded(face)
            connection.show_room(faces[key])

    def tell_presence(self, person: str, connected: bool) -> None:
        seat = self.room.seat_of(person)
        if seat is None or self._faces.is_hidden(self.room):
            return
        frame = message({"type": "presence", "seat": seat, "connected": connected})
        for connection in self.connections:
            connection.send(frame)

    async def tell_said(self, said: Said) -> None:
        """Show what was said to those who may read it, once."""
        if (said.person, said.id) in self._heard:
            return
        self._heard = (*self._heard[-REMEMBERED:], (said.person, said.id))
        face = await self._faces.chat(self.room, said)
        frame = typed_message("chat", face)
        for connection in self.connections:
            if said.seats is None or connection.seat in said.seats:
                connection.send(frame)

    def tell_unsaid(self, unsaid: Unsaid) -> None:
        """Have every page drop what it could read of talk that is no more."""
        self.unsaid |= {message.id for message in unsaid.messages}
        for connection in self.connections:
            ids = [one.id for one in unsaid.messages if one.seats is None or connection.seat in one.seats]
            if ids:
                connection.send(message({"type": "unsaid", "ids": ids}))

    def refresh(self, within: float) -> None:
        """Ask for every reader's view anew, spread over that time so that not all rooms ask at once."""
        for reading in self.readings.values():
            wait = random.uniform(0, within)
            asyncio.get_running_loop().call_later(wait, self.catch_up, reading)

    def _dismiss_banned(self) -> None:
        for connection in list(self.connections):
            self.dismiss_unwelcome(connection)

    def dismiss_unwelcome(self, connection: Connection) -> None:
        """Close a socket that may not be here; who was sent away is told so."""
        if self.room.closed is not None:
            connection.close(CLOSED)
        elif connection.person in self.room.banned:
            connection.refuse("error", REMOVED_FROM_ROOM)
            connection.close(REMOVED)

    def dismiss_all(self, code: int) -> None:
        for connection in list(self.connections):
            connection.close(code)
