"""Whole logs, of the games' log or of an archive, whichever leads to the anchor."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from libs.events.entry import Broken
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Unavailable
from libs.games.catalog import GAMES
from libs.runtime.archive import FolderArchive, StreamArchive
from libs.runtime.game_file import GameFile, packed, read_log
from libs.runtime.game_logs import ARCHIVED, GameLogs
from tests.runtime.golden_logs import read

ROOM = "tictactoe"
LOG = tuple(read(ROOM))


@dataclass
class Shelf:
    events: MemoryEvents
    archive: StreamArchive
    logs: GameLogs
    fences: list[int]

    async def read(self) -> list[bytes]:
        return [stored.data async for stored in self.logs.read(ROOM)]

    async def keep(self, *log: bytes) -> None:
        """These messages as an archived game."""
        whole = await read_log(ROOM, self.logs.read(ROOM), GAMES)
        assert whole is not None
        await self.archive.write(ROOM, packed(GameFile(whole.header, log)))


@pytest.fixture
async def shelf() -> Shelf:
    events = MemoryEvents(MemoryServer())
    archive = StreamArchive(events.archive)
    fences = [await events.games.append(ROOM, data, id=f"{n}") for n, data in enumerate(LOG)]
    return Shelf(events, archive, GameLogs(events.games, [archive]), fences)


async def test_a_log_that_is_not_archived_is_read_as_it_is(shelf: Shelf) -> None:
    assert [stored async for stored in shelf.logs.read(ROOM)] == [
        stored async for stored in shelf.events.games.read(ROOM)
    ]
    assert [stored async for stored in shelf.logs.read("nobody")] == []


async def test_an_archived_log_is_read_from_its_first_entry_to_the_anchor(shelf: Shelf) -> None:
    await shelf.keep(*LOG)
    await shelf.events.games.purge(ROOM, before=shelf.fences[-1])
    read = [stored async for stored in shelf.logs.read(ROOM)]
    assert [stored.data for stored in read] == list(LOG)
    assert [stored.fence for stored in read] == [*[ARCHIVED] * (len(LOG) - 1), shelf.fences[-1]]


async def test_a_log_that_is_archived_while_it_is_read_has_no_gap(shelf: Shelf) -> None:
    await shelf.keep(*LOG)
    # What a reader meets that had the first page when the rest was purged.
    await shelf.events.games.purge(ROOM)
    for n, data in enumerate((*LOG[:3], LOG[-1])):
        await shelf.events.games.append(ROOM, data, id=f"again-{n}")
    assert await shelf.read() == list(LOG)


@pytest.mark.parametrize(
    "kept",
    [LOG[:-1], LOG[1:], (*LOG[:2], *LOG[3:]), ()],
    ids=["another head", "no first entry", "a gap", "nothing"],
)
async def test_an_archived_log_that_does_not_lead_to_the_anchor_is_not_taken(
    shelf: Shelf, kept: tuple[bytes, ...]
) -> None:
    await shelf.keep(*kept)
    await shelf.events.games.purge(ROOM, before=shelf.fences[-1])
    with pytest.raises(Broken, match=f"begins with entry {len(LOG)}"):
        await shelf.read()


async def test_of_several_archives_the_first_that_leads_there_is_taken(shelf: Shelf) -> None:
    await shelf.keep(*LOG[:-1])
    second = StreamArchive(MemoryEvents(MemoryServer()).archive)
    whole = await read_log(ROOM, shelf.logs.read(ROOM), GAMES)
    assert whole is not None
    await second.write(ROOM, packed(whole))
    await shelf.events.games.purge(ROOM, before=shelf.fences[-1])
    logs = GameLogs(shelf.events.games, [shelf.archive, second])
    assert [stored.data async for stored in logs.read(ROOM)] == list(LOG)


async def test_a_folder_that_is_not_there_is_a_failure_only_where_no_other_archive_has_the_game(
    shelf: Shelf, tmp_path: Path
) -> None:
    folder = FolderArchive(tmp_path / "unmounted")
    whole = await read_log(ROOM, shelf.logs.read(ROOM), GAMES)
    assert whole is not None
    await shelf.events.games.purge(ROOM, before=shelf.fences[-1])
    logs = GameLogs(shelf.events.games, [folder, shelf.archive])
    with pytest.raises(Unavailable):
        await anext(logs.read(ROOM))
    await shelf.archive.write(ROOM, packed(whole))
    assert [stored.data async for stored in logs.read(ROOM)] == list(LOG)


async def test_a_damaged_archive_is_passed_over(shelf: Shelf) -> None:
    await shelf.archive.write(ROOM, b"\x1f\x8bno gzip at all")
    await shelf.events.games.purge(ROOM, before=shelf.fences[-1])
    with pytest.raises(Broken):
        await shelf.read()


async def test_a_log_that_does_not_hold_is_given_as_it_is(shelf: Shelf) -> None:
    await shelf.events.games.purge(ROOM)
    changed = [LOG[0], LOG[2], *LOG[1:]]
    for n, data in enumerate(changed):
        await shelf.events.games.append(ROOM, data, id=f"again-{n}")
    assert await shelf.read() == changed
