"""Games from files into this installation: into its archive, with a closed room and a code to watch them by.

The last entry of a game becomes the anchor in the games' log, so that its room is known there and nobody
begins it. What happens to an imported game is what happens to every archived one: nothing. In this order,
each step done before the next is begun: the archive, the closed room, the anchor. Killed anywhere, to
begin again does what is missing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from divan.game_source import FiledGame
from divan.verifying.chain import ClaimedLog
from divan.verifying.verify import verify
from libs.events.entry import Sealed, unseal
from libs.events.lobby import IMPORTED, NOBODY, Closed, FrozenSeat, LobbyEntry, Opened, Started
from libs.events.ports import Conflict, Events, Journal, Stored
from libs.events.wire import Malformed, pack, unpack, validate
from libs.runtime.archive import Archive
from libs.runtime.game_file import GameFile, packed
from libs.runtime.platform_events import GameBegun
from libs.runtime.state import AnyGame
from services.rooms.closed_rooms import read_room
from services.rooms.codes import new_watch_token
from services.rooms.directory import Directory
from services.rooms.names import watch_key
from services.rooms.room import Room


class NotImported(Exception):
    """Why a game cannot be brought here, in a sentence. Nothing of it was stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A game that is here now. `before`: it was brought here by a former import of the same game."""

    room: str
    game: str
    entries: int
    code: str
    before: bool = False


class Importer:
    def __init__(
        self,
        *,
        events: Events,
        archive: Archive,
        games: Mapping[str, AnyGame],
        now: Callable[[], int],
    ) -> None:
        self._events = events
        self._archive = archive
        self._games = games
        self._now = now

    async def bring(self, game: FiledGame) -> Imported:
        """Verify a game and store it. Raises NotImported, and the errors of the ports."""
        begun = self._checked(game)
        room = await read_room(self._events.rooms, game.room)
        anchor = await self._events.games.last(game.room)
        if not _is_free(room, anchor, game):
            raise NotImported("this room is here already")
        if room is not None and anchor is not None:
            return _imported(game, room.code, before=True)
        await self._archive.write(game.room, packed(GameFile(game.header, tuple(game.messages))))
        code = await self._closed_room(game, begun) if room is None else room.code
        await self._anchor(game)
        return _imported(game, code)

    def _checked(self, game: FiledGame) -> GameBegun:
        """What begins it, if all of it holds. Raises NotImported."""
        try:
            pieces = [unpack(Sealed, data) for data in game.messages]
            report = verify(ClaimedLog(header=game.header, pieces=list(pieces)), self._games)
        except Malformed as error:
            raise NotImported(f"it does not hold: {error}") from error
        if report.failure is not None:
            at = "" if report.failure.entry is None else f"entry {report.failure.entry}: "
            raise NotImported(f"it does not hold: {at}{report.failure.sentence.removesuffix('.')}")
        if len(game.messages) < 2:
            # Its one entry would be a whole log, and the game would be played on.
            raise NotImported("a game of one entry has nothing to watch")
        first = unseal(game.messages[0])[0]
        return validate(GameBegun, first.events[0])

    async def _closed_room(self, game: FiledGame, begun: GameBegun) -> str:
        """A room that was closed the moment it was opened, and the code that leads to it."""
        names, now = self._events.bucket("names"), self._now()
        code = await Directory(self._events.rooms, names).claim_code(game.room)
        watch = new_watch_token()
        await names.create(watch_key(watch), game.room.encode())
        events = (
            Opened(
                at=now,
                code=code,
                watch=watch,
                game=game.header.game,
                options=begun.options,
                seats=len(begun.seats),
                owner=NOBODY,
                listed=False,
            ),
            Started(
                at=now,
                start=IMPORTED,
                # Who sat there, no log says.
                seats=tuple(FrozenSeat(bot=seat.bot) for seat in begun.seats),
                key=begun.key,
                commitment=begun.commitment,
            ),
            Closed(at=now, reason=IMPORTED),
        )
        entry = pack(LobbyEntry(room=game.room, events=events))
        await self._append(self._events.rooms, game.room, entry, id=f"{IMPORTED}-{code}")
        return code

    async def _anchor(self, game: FiledGame) -> None:
        last = game.messages[-1]
        await self._append(self._events.games, game.room, last, id=game.header.head)

    @staticmethod
    async def _append(journal: Journal, room: str, data: bytes, *, id: str) -> None:
        try:
            await journal.append(room, data, id=id, expected=0)
        except Conflict as error:
            raise NotImported("it is being brought here by somebody else") from error


def _is_free(room: Room | None, anchor: Stored | None, game: FiledGame) -> bool:
    """Whether nothing is here of that room but what an import of this very game has stored."""
    if room is None:
        return anchor is None
    return room.closed == IMPORTED and (anchor is None or anchor.data == game.messages[-1])


def _imported(game: FiledGame, code: str, *, before: bool = False) -> Imported:
    header = game.header
    return Imported(room=game.room, game=header.game, entries=header.entries, code=code, before=before)
