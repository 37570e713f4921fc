"""Where finished games come from: game files, or the running installation."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from divan.analytics.rows import FinishedGame
from divan.exits import Exit, Trouble
from divan.running import archive_folder
from libs.events.entry import Broken
from libs.events.lobby import LobbyEntry, Started
from libs.events.ports import Events
from libs.events.tables import TableFact
from libs.events.wire import Malformed, unpack
from libs.runtime.game_file import GameFile, open_game_file, read_games
from libs.runtime.game_logs import game_logs

QUIET = 10.0
"""Seconds without another table after which the register is taken to be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which games: of these names (none: all), that ended since, and before `until` (Unix milliseconds)."""

    games: frozenset[str] = frozenset()
    since: int | None = None
    until: int | None = None

    def has(self, game: str, ended_at: int) -> bool:
        return (
            (not self.games or game in self.games)
            and (self.since is None or ended_at >= self.since)
            and (self.until is None or ended_at < self.until)
        )


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A game, or the rest of a file, that cannot be read, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that is not over, in a file."""

    room: str


Found = FinishedGame | Unreadable | Unfinished


class Source(Protocol):
    """Games, one in memory at a time."""

    def games(self, wanted: Wanted, is_there: Callable[[str], bool]) -> AsyncIterator[Found]:
        """Those wanted; a room that `is_there` may come too, without its log being read."""
        ...

    @property
    def progress(self) -> tuple[int, int]:
        """How much has been read, of how much."""
        ...


class Files:
    """Game files. Those not wanted are passed over."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths
        try:
            self._sizes = [path.stat().st_size for path in paths]
        except OSError as error:
            raise Trouble(f"{error.filename} cannot be read: {error.strerror}.", Exit.USAGE) from error
        self._read = 0

    @property
    def progress(self) -> tuple[int, int]:
        return self._read, sum(self._sizes)

    async def games(self, wanted: Wanted, is_there: Callable[[str], bool]) -> AsyncIterator[Found]:
        before = 0
        for path, size in zip(self._paths, self._sizes, strict=True):
            try:
                with open_game_file(path) as file:
                    for game in read_games(file):
                        self._read = before + _place(file)
                        header = game.header
                        if not header.is_over:
                            yield Unfinished(header.room)
                        elif wanted.has(header.game, header.ended_at):
                            yield _filed(game)
            except OSError as error:
                yield Unreadable(str(path), f"it cannot be read: {error.strerror or error}")
            except Malformed as error:
                yield Unreadable(str(path), str(error))
            before += size
            self._read = before


def _place(file: IO[bytes]) -> int:
    """How many bytes of the file on disk have been read."""
    return int(getattr(file, "fileobj", file).tell())  # A gzip file's own place is that in its text.


def _filed(game: GameFile) -> FinishedGame:
    header = game.header
    return FinishedGame(
        room=header.room,
        game=header.game,
        ended_at=header.ended_at,
        result=header.result or {},
        log=game.log,
        entries=header.entries,
        head=header.head,
    )


class Installation:
    """The games of a running installation that its tables say are over, archived ones among them."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._logs = game_logs(events, archive_folder())
        self._done = 0
        self._all = 0

    @property
    def progress(self) -> tuple[int, int]:
        return self._done, self._all

    async def games(self, wanted: Wanted, is_there: Callable[[str], bool]) -> AsyncIterator[Found]:
        # By game first, so that the games of a part come together.
        over = sorted([each async for each in self._over(wanted) if not is_there(each[2])])
        self._all = len(over)
        for _, _, room in over:
            yield await self._game(room)
            self._done += 1

    async def _over(self, wanted: Wanted) -> AsyncIterator[tuple[str, int, str]]:
        """Game, end and room of each that is over and wanted."""
        async with self._events.tables.follow() as feed:
            if feed.caught_up == 0:
                return
            facts = aiter(feed)
            while True:
                try:
                    stored = await asyncio.wait_for(anext(facts), QUIET)
                except (TimeoutError, StopAsyncIteration):
                    return  # What was last has been removed meanwhile.
                fact = unpack(TableFact, stored.data)
                if fact.over_at is not None and wanted.has(fact.game, fact.over_at):
                    yield fact.game, fact.over_at, fact.room
                if stored.fence >= feed.caught_up:
                    return

    async def _game(self, room: str) -> Found:
        kept = await self._events.tables.get(room)
        try:
            fact = None if kept is None else unpack(TableFact, kept)
            persons = await self._persons(room)
            log = [stored.data async for stored in self._logs.read(room)]
        except (Malformed, Broken) as error:
            return Unreadable(room, str(error))
        if fact is None or fact.over_at is None or fact.result is None:
            return Unreadable(room, "its table says no more that it is over")
        return FinishedGame(
            room=room,
            game=fact.game,
            ended_at=fact.over_at,
            result=fact.result,
            log=log,
            persons=persons,
        )

    async def _persons(self, room: str) -> tuple[str | None, ...]:
        """By seat the pseudonym of the person who took it at the start."""
        async for stored in self._events.rooms.read(room):
            for event in unpack(LobbyEntry, stored.data).events:
                if isinstance(event, Started):
                    return tuple(seat.person for seat in event.seats)
        return ()
