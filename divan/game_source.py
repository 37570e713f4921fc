"""Where a command finds the log of a game: in a game file, or in a room of a running installation."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from divan.audit import audit
from divan.exits import Exit, Trouble
from divan.running import archive_folder, open_installation
from libs.events import subjects
from libs.events.entry import unseal
from libs.events.ports import Events, Stored, Unavailable
from libs.events.subjects import ROOM_ID
from libs.events.tables import TableFact
from libs.events.wire import Malformed, unpack
from libs.runtime.game_file import SUFFIXES, GameFile, Header, open_game_file, read_games
from libs.runtime.game_logs import ARCHIVED, GameLogs, game_logs
from libs.runtime.platform_events import reveals_secret
from services.rooms.codes import read_code
from services.rooms.names import code_key

LOOK_EVERY = 2.0
"""Seconds after which a log that is followed is looked at without being told."""

LISTED = 20
"""So many games of a file are named where one is to be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiledGame:
    """A game that was read from a file; of its log nothing but its form is known to hold."""

    room: str
    header: Header
    messages: Sequence[bytes]

    async def log(self, after: int = 0) -> AsyncIterator[Stored]:
        """The stored messages past a place, in order; the place of an entry is its number."""
        for place, data in enumerate(self.messages[after:], start=after + 1):
            yield Stored(place, self.room, data)

    async def has_ended(self) -> bool:
        """Who has the file has all that is in it."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomGame:
    """A game of a running installation, perhaps in its archive.

    `fact` is what its services know of it, None where they do not.
    """

    room: str
    events: Events
    logs: GameLogs
    fact: TableFact | None

    def log(self, after: int = 0) -> AsyncIterator[Stored]:
        """The stored messages past a fence, in order, up to the last at the time of asking."""
        return self.events.games.read(self.room, after) if after else self.logs.read(self.room)

    async def has_ended(self) -> bool:
        """Whether it is over by now, or only looked at here: nothing in it is secret any more."""
        if self.fact is not None and self.fact.over_at is not None:
            return True
        last = None
        async for last in self.log():
            if last.fence == ARCHIVED:
                return True
        try:
            return last is not None and reveals_secret(unseal(last.data)[0])
        except ValueError:
            return False

    async def follow(self) -> AsyncGenerator[Stored, None]:
        """The log from its start, then each message as it is appended, also over restarts of the server.

        Views tell that something came. They are not stored, and an entry may show nobody anything: so
        the log is looked at now and then without being told.
        """
        after, news = 0, asyncio.Event()
        hearing = await self.events.bus.listen(subjects.views(self.room), lambda _: news.set())
        try:
            while True:
                news.clear()
                try:
                    async for stored in self.log(after):
                        after = stored.fence
                        yield stored
                except Unavailable:
                    # The server restarts: what comes meanwhile is read when it is back.
                    news.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await news.wait()
        finally:
            await hearing.stop()


GameSource = FiledGame | RoomGame


@asynccontextmanager
async def looked_into(game: GameSource, why: str, operator: str | None) -> AsyncIterator[None]:
    """Look inside at what is hidden in a game: of one that runs the audit trail notes it beforehand."""
    async with AsyncExitStack() as stack:
        if isinstance(game, RoomGame) and not await game.has_ended():
            acting = audit(game.events, operator)
            await stack.enter_async_context(acting.action("inspect", game.room, why))
        yield


def is_file(named: str) -> bool:
    """Whether an argument names a game file: it is there, or it could be nothing else."""
    path = Path(named)
    return path.is_file() or named.endswith(SUFFIXES) or len(path.parts) > 1


@asynccontextmanager
async def open_game(
    named: str, *, room: str | None = None, data: Path | None = None
) -> AsyncGenerator[GameSource, None]:
    """The game that an argument names: a game file, or a room by code or id.

    `room` is the id of the game in a file that holds several, `data` the folder of the running
    `divan up` where NATS_URL is not set. Raises Trouble, also for what goes wrong with NATS inside.
    """
    if is_file(named):
        yield _only(Path(named), room)
        return
    if room is not None:
        raise Trouble(f"--room chooses a game of a file, and {named} is none.", Exit.USAGE)
    async with open_installation("games", data) as events:
        id = await room_id(events, named)
        fact = await events.tables.get(id)
        yield RoomGame(
            room=id,
            events=events,
            logs=game_logs(events, archive_folder()),
            fact=None if fact is None else unpack(TableFact, fact),
        )


def filed_games(path: Path) -> Iterator[FiledGame]:
    """Every game of a file, one in memory at a time. Raises Trouble, with the line that is no game's."""
    try:
        with open_game_file(path) as file:
            yield from map(_filed, read_games(file))
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror or error}.", Exit.USAGE) from error
    except Malformed as error:
        raise Trouble(f"{path} is no game file: {error}.", Exit.FAILED) from error


def _filed(game: GameFile) -> FiledGame:
    return FiledGame(room=game.header.room, header=game.header, messages=game.log)


def _only(path: Path, room: str | None) -> FiledGame:
    """The game of that room, or the only one."""
    games = filed_games(path)
    if room is not None:
        for game in games:
            if game.room == room:
                return game
        raise Trouble(f"{path} holds no game of the room {room}.", Exit.FAILED)
    first = next(games, None)
    if first is None:
        raise Trouble(f"{path} is empty.", Exit.FAILED)
    others = [game.room for game in islice(games, LISTED)]
    if others:
        more = " …" if len(others) == LISTED else ""
        raise Trouble(
            f"{path} holds several games: choose one with --room: {' '.join([first.room, *others])}{more}",
            Exit.USAGE,
        )
    return first


async def room_id(events: Events, named: str) -> str:
    """The room's id, from its code or itself."""
    code = read_code(named)
    if code is not None:
        kept = await events.bucket("names").get(code_key(code))
        if kept is not None:
            return kept.value.decode()
    if not ROOM_ID.fullmatch(named):
        raise Trouble(f"{named!r} is neither a game file nor a room's code or id.", Exit.USAGE)
    return named
