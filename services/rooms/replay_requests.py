"""Requests about the past: the log and the positions, as the engine lets the asker see them."""

from collections.abc import AsyncIterator
from dataclasses import fields
from typing import Any

from libs.events.views import AskLog, AskPosition, AskPositions, AskRecord
from libs.events.wire import to_json
from libs.runtime.game_file import SUFFIX, entry_line
from services.rooms import lobby
from services.rooms.accounts import Asker
from services.rooms.directory import Directory
from services.rooms.engine_calls import EngineCalls
from services.rooms.faces import Faces
from services.rooms.forms import ViewFace
from services.rooms.reading import whole_change
from services.rooms.refusals import (
    MALFORMED,
    NO_SUCH_POSITION,
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
    def __init__(self, *, directory: Directory, engine: EngineCalls, faces: Faces) -> None:
        self._directory = directory
        self._engine = engine
        self._faces = faces

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
        room, watching = await self._begun(asker, door)
        # Who came by the watching link is not told the code.
        name = f"{room.game if watching else room.code}{SUFFIX}"
        return Download(name=name, parts=self._record(room.id))

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
        room, watching = await self._begun(asker, door)
        own = None if watching or asker is None else room.seat_of(asker.id)
        reader = own if seat is None else _read_seat(room, seat)
        if reader is not None and reader != own and self._faces.status(room) != "over":
            raise Denied(NOT_YET)
        return room, reader

    async def _begun(self, asker: Asker | None, door: str) -> tuple[Room, bool]:
        """The room behind a door, and whether for watching only. Raises Denied."""
        room, watching = await self._directory.behind(door)
        refuse(lobby.entry_refusal(room, None if asker is None else asker.id))
        refuse(None if room.has_started else NOT_BEGUN)
        return room, watching


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
