"""Finished games go into the archive; whatever kills it, nothing is lost and to begin again ends it."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from divan.archiving.archiver import Archiver, NotKept, What
from libs.events.memory import MemoryEvents, MemoryServer
from libs.games.catalog import GAMES
from libs.runtime.archive import Archive, FolderArchive, StreamArchive
from libs.runtime.game_logs import GameLogs
from tests.runtime.golden_logs import read
from tests.support.fuse import Fuse, Fused, Killed

ROOM = "tictactoe"
LOG = tuple(read(ROOM))
LATER = 1 << 60


@dataclass
class Place:
    """An installation with finished games, and its archive."""

    archive: Archive
    events: MemoryEvents = field(default_factory=lambda: MemoryEvents(MemoryServer()))

    @property
    def logs(self) -> GameLogs:
        return GameLogs(self.events.games, [self.archive])

    def archiver(self, fuse: Fuse | None = None) -> Archiver:
        fuse = fuse or Fuse()
        archive: Any = Fused(self.archive, fuse)
        return Archiver(
            games=Fused(self.events.games, fuse),
            snapshots=Fused(self.events.snapshots, fuse),
            logs=self.logs,
            archive=archive,
            rules=GAMES,
        )

    async def play(self, log: tuple[bytes, ...] = LOG, room: str = ROOM) -> None:
        for number, data in enumerate(log):
            await self.events.games.append(room, data, id=f"{number}")

    async def log(self) -> tuple[bytes, ...]:
        return tuple([stored.data async for stored in self.logs.read(ROOM)])

    async def left(self) -> int:
        return (await self.events.games.counts())[ROOM]


@pytest.fixture(params=["stream", "folder"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "folder":
        return Place(FolderArchive(tmp_path))
    events = MemoryEvents(MemoryServer())
    return Place(StreamArchive(events.archive), events)


async def test_of_a_finished_game_the_last_entry_stays_in_the_log(place: Place) -> None:
    await place.play()
    await place.events.snapshots.put(ROOM, b"a snapshot")
    last = await place.events.games.last(ROOM)
    outcome = await place.archiver().take(ROOM, until=LATER)
    assert (outcome.what, outcome.game, outcome.entries) == (What.ARCHIVED, "tictactoe", len(LOG))
    assert outcome.log == sum(map(len, LOG))
    assert [stored async for stored in place.events.games.read(ROOM)] == [last]
    assert await place.events.snapshots.get(ROOM) is None
    assert await place.log() == LOG


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(5))
async def test_killed_at_any_step_nothing_is_lost(place: Place, at: int, after: bool) -> None:
    await place.play()
    fuse = Fuse(at, after)
    with pytest.raises(Killed):
        await place.archiver(fuse).take(ROOM, until=LATER)
    assert await place.log() == LOG
    await place.archiver().take(ROOM, until=LATER)
    assert (await place.log(), await place.left()) == (LOG, 1)


async def test_there_are_as_many_steps_as_are_killed_at(place: Place) -> None:
    await place.play()
    fuse = Fuse()
    await place.archiver(fuse).take(ROOM, until=LATER)
    assert fuse.calls == 5


async def test_several_at_once_do_no_harm(place: Place) -> None:
    await place.play()
    outcomes = await asyncio.gather(*(place.archiver().take(ROOM, until=LATER) for _ in range(4)))
    assert {outcome.what for outcome in outcomes} <= {What.ARCHIVED, What.BEFORE}
    assert (await place.log(), await place.left()) == (LOG, 1)


async def test_done_again_it_does_nothing(place: Place) -> None:
    await place.play()
    await place.archiver().take(ROOM, until=LATER)
    assert await place.archiver().candidates() == []
    again = await place.archiver().take(ROOM, until=LATER)
    assert again.what is What.BEFORE
    assert await place.log() == LOG


async def test_a_dry_run_changes_nothing(place: Place) -> None:
    await place.play()
    outcome = await place.archiver().take(ROOM, until=LATER, dry_run=True)
    assert outcome.what is What.ARCHIVED
    assert outcome.file > 0
    assert await place.left() == len(LOG)
    assert await place.events.archive.counts() == {}


@pytest.mark.parametrize(
    ("log", "until", "what"),
    [
        pytest.param(LOG[:-1], LATER, What.RUNS, id="it runs"),
        pytest.param(LOG, 0, What.YOUNG, id="it ended a moment ago"),
        pytest.param((*LOG[:2], *LOG[3:]), LATER, What.BROKEN, id="an entry is missing"),
        pytest.param((b"no entry",), LATER, What.BROKEN, id="it is no log"),
        pytest.param((), LATER, What.NOTHING, id="there is none"),
    ],
)
async def test_any_other_game_stays_as_it_is(
    place: Place, log: tuple[bytes, ...], until: int, what: What
) -> None:
    await place.play(log)
    outcome = await place.archiver().take(ROOM, until=until)
    assert outcome.what is what
    assert [stored.data async for stored in place.events.games.read(ROOM)] == list(log)
    assert await place.events.archive.counts() == {}


@dataclass
class Forgetful:
    """An archive that does not keep what it is given."""

    gives: bytes | None

    async def write(self, room: str, data: bytes) -> None:
        pass

    async def read(self, room: str) -> bytes | None:
        return self.gives


async def test_what_the_archive_does_not_give_back_is_not_removed() -> None:
    place = Place(Forgetful(None))
    await place.play()
    with pytest.raises(NotKept):
        await place.archiver().take(ROOM, until=LATER)
    assert await place.left() == len(LOG)


async def test_what_is_written_while_it_is_archived_is_never_removed(place: Place) -> None:
    await place.play()

    @dataclass
    class Slow:
        archive: Archive

        async def write(self, room: str, data: bytes) -> None:
            await self.archive.write(room, data)
            await place.events.games.append(room, b"an entry more", id="more")

        async def read(self, room: str) -> bytes | None:
            return await self.archive.read(room)

    archiver = Archiver(
        games=place.events.games,
        snapshots=place.events.snapshots,
        logs=place.logs,
        archive=Slow(place.archive),
        rules=GAMES,
    )
    await archiver.take(ROOM, until=LATER)
    assert await place.log() == (*LOG, b"an entry more")
