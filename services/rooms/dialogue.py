"""What one socket is told when it opens, and what comes in on it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from libs.events.lobby import LobbyEvent
from libs.events.ports import Bus
from libs.events.talk import Say
from services.rooms.connection import Connection
from services.rooms.directory import Directory
from services.rooms.faces import ChatFace, Faces
from services.rooms.frames import encoded, message, text_frame
from services.rooms.hub import Hub
from services.rooms.intake import Intake, command_id, reject
from services.rooms.lobby import give_seed
from services.rooms.metrics import DROPPED, FRAMES_REFUSED
from services.rooms.refusals import (
    BAD_SEED,
    BUSY,
    MALFORMED,
    NOT_A_MEMBER,
    NOT_BEGUN,
    NOT_JSON,
    RATE_LIMITED,
    TOO_LATE,
    UNKNOWN_TYPE,
    Denied,
    Refusal,
)
from services.rooms.room import Room
from services.rooms.seeds import is_seed
from services.rooms.sentences import sentence
from services.rooms.tables import Tables
from services.rooms.talk import history, say
from services.rooms.vigil import Vigil
from services.rooms.work import Work

MOST_STRIKES = 100
"""So many frames above the limit, less those within it, and the socket is closed."""

FLOODING = 4429

SIGNS = ("command", "chat", "here")
"""Messages that a person causes; `here` says no more than that somebody is there."""

MOST_SAYINGS = 8
"""Messages of talk of one socket that may be on their way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogues:
    """What all sockets of a process share to speak with their clients."""

    boot: str
    bus: Bus
    directory: Directory
    faces: Faces
    intake: Intake
    vigil: Vigil
    tables: Tables
    now: Callable[[], int]
    clock: Callable[[], float]
    work: Work
    seed_window_ms: int

    async def welcome(self, hub: Hub, connection: Connection, since: int | None) -> None:
        """The first message: the room, the seat, the view and the talk, as they are when it is sent."""
        missed: list[Any]
        missed, chat = await asyncio.gather(
            self._first_view(hub, connection, since), self._chat(hub.room, connection)
        )
        await self.faces.learn(hub.room)
        reading = connection.reading
        view = None if reading is None else reading.document
        face = encoded(self.faces.room(hub.room, connection.person, watching=connection.watching))
        fields = {
            "type": "welcome",
            "boot": self.boot,
            "now": self.now(),
            "room": orjson.Fragment(face),
            "seat": connection.seat,
            "view": None if view is None else orjson.Fragment(view),
            "missed": missed,
            "chat": [said for said in chat if said.id not in hub.unsaid],
        }
        connection.welcome(
            text_frame(encoded(fields)), face, None if reading is None or view is None else reading.number
        )
        if reading is not None and reading.number is None:
            hub.catch_up(reading)

    async def _first_view(self, hub: Hub, connection: Connection, since: int | None) -> list[Any]:
        """See to it that there is a view to show, if the game has begun and the engine answers."""
        reading = connection.reading
        if reading is None or (reading.document is not None and not since):
            return []
        try:
            plain, missed = await hub.ask_view(reading.reader, since)
        except Denied as denied:
            if denied.refusal is NOT_BEGUN and reading.number is None:
                reading.number = 0
            return []
        if reading.is_newer(plain):
            reading.jump(plain, ())
        return missed

    async def _chat(self, room: Room, connection: Connection) -> list[ChatFace]:
        person = None if connection.watching else connection.person
        return [await self.faces.chat(room, said) for said in await history(self.bus, room.id, person)]

    def takes(self, connection: Connection) -> bool:
        """Whether one more control frame is within the limit; if not, it is left out."""
        wait = connection.bucket.take(self.clock())
        if wait:
            self._too_fast(connection, None, wait)
        return not wait

    async def hear(self, hub: Hub, connection: Connection, data: str | bytes) -> None:
        """One frame from the client."""
        wait = connection.bucket.take(self.clock())
        asked = _read(data)
        if wait:
            self._too_fast(connection, asked, wait)
            return
        connection.strikes = max(0, connection.strikes - 1)
        if asked is None:
            self._refuse(connection, NOT_JSON)
            return
        if asked.get("type") in SIGNS:
            self.vigil.sign(hub, connection)
        match asked.get("type"):
            case "command":
                await self.intake.command(hub.room, connection, asked)
            case "ping":
                n = asked.get("n")
                n = n if isinstance(n, int) else None
                connection.send(message({"type": "pong", "n": n, "now": self.now()}))
            case "chat":
                self._chat_came(hub, connection, asked)
            case "here":
                pass
            case "seed":
                await self._seed(hub, connection, asked)
            case "resync":
                if connection.reading is not None and not connection.is_behind:
                    connection.reading.show(connection)
            case _:
                self._refuse(connection, UNKNOWN_TYPE)

    def _refuse(self, connection: Connection, refusal: Refusal) -> None:
        FRAMES_REFUSED.labels(refusal.code).inc()
        connection.refuse("error", refusal)

    def _too_fast(self, connection: Connection, asked: dict[str, Any] | None, wait: float) -> None:
        FRAMES_REFUSED.labels(RATE_LIMITED.code).inc()
        connection.strikes += 1
        if connection.strikes > MOST_STRIKES:
            DROPPED.labels("flooding").inc()
            connection.close(FLOODING)
            return
        retry = {"retry_after_ms": round(wait * 1000) + 1}
        id = None if asked is None else command_id(asked)
        match (asked or {}).get("type"):
            case "command" if id is not None:
                reject(connection, id, RATE_LIMITED, **retry)
            case "chat" if id is not None:
                connection.refuse("chat_refused", RATE_LIMITED, id=id, details=retry)
            case _:
                connection.refuse("error", RATE_LIMITED, details=retry)

    def _chat_came(self, hub: Hub, connection: Connection, asked: dict[str, Any]) -> None:
        """Talk goes its own way: no command waits for it."""
        id, text, channel = command_id(asked), asked.get("text"), asked.get("channel", "table")
        if id is None:
            self._refuse(connection, MALFORMED)
            return
        if not isinstance(text, str) or not isinstance(channel, str) or connection.watching:
            refusal = NOT_A_MEMBER if connection.watching else MALFORMED
            connection.refuse("chat_refused", refusal, id=id)
            return
        if len(connection.sayings) >= MOST_SAYINGS:
            connection.refuse("chat_refused", BUSY, id=id)
            return
        connection.sayings.append(
            Say(room=connection.room, id=id, person=connection.person, text=text, channel=channel)
        )
        if len(connection.sayings) == 1:
            self.work.start(self._say_all(hub, connection))

    async def _say_all(self, hub: Hub, connection: Connection) -> None:
        """One after another, so that they are heard in the order they were written."""
        while connection.sayings:
            try:
                await self._say(hub, connection, connection.sayings[0])
            finally:
                connection.sayings.pop(0)

    async def _say(self, hub: Hub, connection: Connection, saying: Say) -> None:
        id = saying.id
        try:
            answer = await say(self.bus, saying)
        except Denied as denied:
            connection.refuse("chat_refused", denied.refusal, id=id)
            return
        if answer.said is not None:
            await hub.tell_said(answer.said)
            return
        code = answer.code or MALFORMED.code
        connection.send(
            message(
                {
                    "type": "chat_refused",
                    "id": id,
                    "code": code,
                    "message": sentence(code, connection.language, answer.message),
                    "details": answer.details,
                }
            )
        )

    async def _seed(self, hub: Hub, connection: Connection, asked: dict[str, Any]) -> None:
        seed = asked.get("seed")
        try:
            if not isinstance(seed, str) or not is_seed(seed):
                raise Denied(BAD_SEED)
            room = await self.directory.change(
                connection.room, lambda room: self._seed_events(room, connection.person, seed)
            )
        except Denied as denied:
            connection.refuse("error", denied.refusal, details=denied.details)
            return
        connection.send(message({"type": "seed_accepted", "seat": room.seat_of(connection.person)}))

    def _seed_events(self, room: Room, person: str, seed: str) -> list[LobbyEvent]:
        now = self.now()
        events = list(give_seed(room, person, seed, now))
        late = now - room.started_at > self.seed_window_ms or self.tables.get(room.id) is not None
        if events and late:
            raise Denied(TOO_LATE)
        return events


def _read(data: str | bytes) -> dict[str, Any] | None:
    try:
        asked = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    return asked if isinstance(asked, dict) else None
