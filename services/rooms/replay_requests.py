"""Requests about the past: the log and the positions, as the engine lets the asker see them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, fields
from typing import Any

from libs.events.views import AskLog, AskPosition, AskPositions, AskRecord
from libs.events.wire import to_json
from libs.runtime.game_file import SUFFIX, entry_line
from services.rooms import lobby
from services.rooms.accounts import Asker
from services.rooms.closed_rooms import ClosedRooms
from services.rooms.directory import Directory
from services.rooms.engine_calls import EngineCalls
from services.rooms.faces import Faces, RoomFace
from services.rooms.forms import ViewFace
from services.rooms.reading import whole_change
from services.rooms.refusals import (
    MALFORMED,
    NO_SUCH_POSITION,
    NO_SUCH_ROOM,
    NO_SUCH_SEAT,
    NOT_BEGUN,
    NOT_YET,
    Denied,
    refuse,
)
from services.rooms.room import Room
from services.rooms.route import Download

MOST_ENTRIES = 500
MOST_POSITIONS = 100

VIEW_FIELDS = tuple(field.name for field in fields(ViewFace))


class ReplayRequests:
    """Of rooms whose game has begun; a closed room is watched again once its game is over."""

    def __init__(
        self, *, directory: Directory, closed: ClosedRooms, engine: EngineCalls, faces: Faces
    ) -> None:
        self._directory = directory
        self._closed = closed
        self._engine = engine
        self._faces = faces

    async def room(self, asker: Asker | None, door: str) -> RoomFace:
        """The room as its replay shows it: the status of a closed one is `over`."""
        seen = await self.behind(asker, door)
        person = None if asker is None else asker.id
        await self._faces.learn(seen.room)
        if seen.last is None:
            return self._faces.room(seen.room, person, watching=seen.watching)
        return self._faces.closed(seen.room, person, seen.last, watching=seen.watching)

    async def log(
        self, asker: Asker | None, door: str, start: int, limit: int, seat: str | None
    ) -> dict[str, Any]:
        room, reader = await self._reader(asker, door, seat)
        _check_range(start, limit, MOST_ENTRIES)
        return await self._engine.ask(room.id, AskLog(reader=reader, start=start, limit=limit))

    async def position(self, asker: Asker | None, door: str, number: int, seat: str | None) -> dict[str, Any]:
        room, reader = await self._reader(asker, door, seat)
        if number < 1:
            raise Denied(MALFORMED, field="number")
        return _face(await self._past(room, AskPosition(reader=reader, number=number)))

    async def positions(
        self, asker: Asker | None, door: str, start: int, limit: int, seat: str | None
    ) -> dict[str, Any]:
        """A view and the changes to those after it, as deltas on a socket are."""
        room, reader = await self._reader(asker, door, seat)
        _check_range(start, limit, MOST_POSITIONS)
        some = await self._past(room, AskPositions(reader=reader, start=start, limit=limit))
        return {
            "first": _face(some["first"]),
            "then": [{"number": one["number"], "changes": whole_change(one)} for one in some["then"]],
            "next": some["next"],
        }

    async def game(self, asker: Asker | None, door: str) -> Download:
        """The game as a file (docs/game-file.md), read from the engine page by page while it is sent."""
        seen = await self.behind(asker, door)
        refuse(None if seen.room.has_started else NOT_BEGUN)
        # Who came by the watching link is not told the code.
        name = f"{seen.room.game if seen.watching else seen.room.code}{SUFFIX}"
        return Download(name=name, parts=self._record(seen.room.id))

    async def _record(self, room: str) -> AsyncIterator[bytes]:
        seq: int | None = 1
        while seq is not None:
            page = await self._engine.ask(room, AskRecord(start=seq))
            lines = [entry_line(number, data) for number, data in enumerate(page["log"], start=seq)]
            if seq == 1:
                lines.insert(0, to_json(page["header"]) + b"\n")
            yield b"".join(lines)
            seq = page["next"]

    async def _past(self, room: Room, ask: AskPosition | AskPositions) -> dict[str, Any]:
        try:
            return await self._engine.ask(room.id, ask)
        except Denied as denied:
            # The engine's word for a number that this reader has not reached.
            raise Denied(NO_SUCH_POSITION) if denied.refusal is NOT_YET else denied from None

    async def _reader(self, asker: Asker | None, door: str, seat: str | None) -> tuple[Room, int | None]:
        """Whose eyes are asked for, if they may be lent: another seat's after the end only. Raises Denied."""
        seen = await self.behind(asker, door)
        room = seen.room
        refuse(None if room.has_started else NOT_BEGUN)
        own = None if seen.watching or asker is None else room.seat_of(asker.id)
        reader = own if seat is None else _read_seat(room, seat)
        if reader is not None and reader != own and not self._is_over(seen):
            raise Denied(NOT_YET)
        return room, reader

    def _is_over(self, seen: "Seen") -> bool:
        return seen.last is not None or self._faces.status(seen.room) == "over"

    async def behind(self, asker: Asker | None, door: str) -> "Seen":
        """The room behind a door: a living one, or a closed one whose game is over. Raises Denied."""
        person = None if asker is None else asker.id
        try:
            room, watching = await self._directory.behind(door)
        except Denied as denied:
            if denied.refusal is not NO_SUCH_ROOM:
                raise
            closed = await self._closed.behind(door)
            refuse(lobby.ban_refusal(closed.room, person))
            return Seen(closed.room, closed.watching, closed.last)
        refuse(lobby.entry_refusal(room, person))
        return Seen(room, watching, None)


@dataclass(frozen=True, slots=True)
class Seen:
    """A room whose past is asked for; `last` is the spectators' last view where it is closed."""

    room: Room
    watching: bool
    last: dict[str, Any] | None


def _face(view: dict[str, Any]) -> dict[str, Any]:
    return {name: view[name] for name in VIEW_FIELDS}


def _check_range(start: int, limit: int, most: int) -> None:
    if not 1 <= limit <= most or start < 1:
        raise Denied(MALFORMED, field="from" if start < 1 else "limit")


def _read_seat(room: Room, seat: str) -> int | None:
    if seat == "public":
        return None
    if not seat.isascii() or not seat.isdigit() or len(seat) > 2 or int(seat) >= len(room.places):
        raise Denied(NO_SUCH_SEAT)
    return int(seat)
