"""The folder of tables: whole games, each once, whatever is killed and however often."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from divan.analytics import dataset
from divan.analytics.dataset import open_dataset, parts, standing_files
from divan.analytics.exporting import Summary, export, run_export
from divan.analytics.schema import TABLES
from divan.analytics.sources import Files, Installation, Source, Unreadable, Wanted
from divan.exits import Exit, Trouble
from libs.events.entry import GENESIS, unseal
from libs.events.lobby import FrozenSeat, LobbyEntry, Started
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.nats import open_events
from libs.events.ports import Events
from libs.events.wire import pack
from libs.games.catalog import GAMES
from libs.runtime.archive import StreamArchive
from libs.runtime.game_file import lines, packed
from libs.runtime.table import Table
from services.engine.facts import table_fact
from tests.divan.analytics.games import of, resigned, tictactoe
from tests.libs.events.twins import fresh
from tests.support.nats_server import Server

DAY = 24 * 3600 * 1000
NEW_YEAR = 1_767_225_600_000


def write(path: Path, logs: dict[str, tuple[bytes, ...]]) -> Path:
    games = [of(room, "tictactoe", log) for room, log in logs.items()]
    path.write_bytes(b"".join(line for game in games for line in lines(game.header, game.log)))
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Thirty games on three days."""
    logs = {f"r{n}": resigned(f"r{n}", NEW_YEAR + n % 3 * DAY) for n in range(30)}
    return write(tmp_path / "games.divan", logs)


def run(source: Source, folder: Path, wanted: Wanted | None = None) -> Summary:
    with open_dataset(folder) as opened:
        return asyncio.run(export(source, opened, wanted or Wanted()))


def rooms(folder: Path, table: str = "games", column: str = "room") -> list[Any]:
    found: list[Any] = []
    for path in standing_files(folder, table):
        found += pq.read_table(path, columns=[column], partitioning=None)[column].to_pylist()
    return sorted(found, key=str)


def test_games_lie_by_name_and_day_of_their_end(file: Path, tmp_path: Path) -> None:
    summary = run(Files([file]), tmp_path / "to")
    assert (summary.games, summary.entries, summary.there, summary.left_out) == (30, 120, 0, [])
    for table in TABLES:
        folders = {os.path.dirname(part) for part in parts(tmp_path / "to", table)}
        assert folders == {f"game=tictactoe/day=2026-01-0{day}" for day in (1, 2, 3)}
    assert rooms(tmp_path / "to") == sorted(f"r{n}" for n in range(30))
    assert len(rooms(tmp_path / "to", "entries")) == 120
    assert len(rooms(tmp_path / "to", "seats")) == 60
    assert list((tmp_path / "to" / ".drafts").iterdir()) == []


def test_every_file_carries_its_columns_with_their_meaning_and_the_version(
    file: Path, tmp_path: Path
) -> None:
    run(Files([file]), tmp_path / "to")
    for table, columns in TABLES.items():
        schema = pq.read_schema(standing_files(tmp_path / "to", table)[0])
        assert schema.metadata[b"divan.schema"] == b"1"
        assert [(each.name, each.metadata[b"is"].decode()) for each in schema] == [
            (column.name, column.meaning) for column in columns
        ]
    times = pq.read_table(standing_files(tmp_path / "to", "games")[0], partitioning=None)["ended_at"]
    assert str(times.type) == "timestamp[ms, tz=UTC]"


def test_only_what_is_new_is_exported(file: Path, tmp_path: Path) -> None:
    more = write(tmp_path / "more.divan", {"r3": resigned("r3"), "new": resigned("new")})
    run(Files([file]), tmp_path / "to")
    before = set(parts(tmp_path / "to", "games"))
    summary = run(Files([file, more]), tmp_path / "to")
    assert (summary.games, summary.there) == (1, 31)
    assert len(set(parts(tmp_path / "to", "games")) - before) == 1
    assert len(rooms(tmp_path / "to")) == 31


def test_filters_by_name_and_time(file: Path, tmp_path: Path) -> None:
    second = Wanted(since=NEW_YEAR + DAY, until=NEW_YEAR + 2 * DAY)
    assert run(Files([file]), tmp_path / "day", second).games == 10
    assert run(Files([file]), tmp_path / "game", Wanted(games=frozenset({"fetih"}))).games == 0


def test_running_games_and_logs_that_do_not_hold_are_left_out(file: Path, tmp_path: Path) -> None:
    text = file.read_bytes().splitlines(keepends=True)
    begun = of("begun", "tictactoe", tictactoe("begun"))
    broken = tmp_path / "broken.divan"
    broken.write_bytes(b"".join([*lines(begun.header, begun.log), text[0], *text[6:10], text[10][:-9]]))
    summary = run(Files([broken]), tmp_path / "to")
    assert summary.unfinished == 1
    assert [each.name for each in summary.left_out] == ["r0", str(broken)]
    assert rooms(tmp_path / "to") == []


def test_a_part_that_a_kill_left_is_passed_over_and_made_anew(file: Path, tmp_path: Path) -> None:
    run(Files([file]), tmp_path / "to")
    lost = standing_files(tmp_path / "to", "games")[1]
    os.unlink(lost)
    (tmp_path / "to" / ".drafts" / "games-part-1.parquet").write_bytes(b"half a file")
    assert len(standing_files(tmp_path / "to", "events")) == 2
    summary = run(Files([file]), tmp_path / "to")
    assert (summary.games, summary.there) == (10, 20)
    assert len(rooms(tmp_path / "to")) == len(set(rooms(tmp_path / "to"))) == 30
    assert len(rooms(tmp_path / "to", "entries")) == 120


@pytest.mark.slow
def test_an_export_that_is_killed_again_and_again_misses_no_game_and_has_none_twice(
    file: Path, tmp_path: Path
) -> None:
    to = tmp_path / "to"
    for stage in (1, 3, 9, 17):
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.divan.analytics.killed_export", str(file), str(to)],
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + 60
        while child.poll() is None and len(list(parts(to, "games"))) < stage and time.monotonic() < end:
            time.sleep(0.001)
        child.kill()
        child.wait()
        for table in TABLES:
            for part in parts(to, table):
                pq.read_metadata(to / table / part)
        assert len(rooms(to)) * 4 == len(rooms(to, "entries"))
    run(Files([file]), to)
    assert rooms(to) == sorted(f"r{n}" for n in range(30))
    assert len(rooms(to, "entries")) == 120
    assert all(set(parts(to, table)) == set(parts(to, "games")) for table in TABLES)


def test_full_parts_are_written_while_the_export_goes_on(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "PART_ROWS", 40)
    run(Files([file]), tmp_path / "to")
    assert len(list(parts(tmp_path / "to", "games"))) > 3
    assert len(rooms(tmp_path / "to")) == 30


def test_a_second_export_into_the_same_folder_is_refused(tmp_path: Path) -> None:
    with open_dataset(tmp_path), pytest.raises(Trouble, match="another export") as trouble:
        open_dataset(tmp_path).__enter__()
    assert trouble.value.code == Exit.UNAVAILABLE


def test_tables_of_another_version_are_refused(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(Files([file]), tmp_path / "to")
    monkeypatch.setattr(dataset, "SCHEMA_VERSION", 2)
    with pytest.raises(Trouble, match="version 1 of the tables, and this is 2"):
        run(Files([file]), tmp_path / "to")


def test_a_damaged_part_is_named_and_once_removed_its_games_are_exported_anew(
    file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    run(Files([file]), folder)
    there = sorted(rooms(folder))
    part = next(folder.glob("games/*/*/*.parquet"))
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(Trouble, match="is damaged"):
        run(Files([file]), folder)
    part.unlink()
    run(Files([file]), folder)
    assert sorted(rooms(folder)) == there


def test_a_folder_that_cannot_be_written_is_said(file: Path, tmp_path: Path) -> None:
    (tmp_path / "data" / ".drafts" / "a").mkdir(parents=True)
    with pytest.raises(Trouble, match="cannot be written"):
        asyncio.run(run_export(Files([file]), tmp_path / "data", Wanted()))


def test_a_file_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="cannot be read") as trouble:
        Files([tmp_path / "none.divan"])
    assert trouble.value.code == Exit.USAGE


async def stored(events: Events, room: str, log: Sequence[bytes], persons: Sequence[str | None]) -> None:
    """A room as its engine and its edge leave it."""
    table, digest = Table(room, GAMES["tictactoe"]), GENESIS
    for n, data in enumerate(log):
        entry, digest = unseal(data, digest)
        table.apply(entry, digest)
        await events.games.append(room, data, id=f"{room}-{n}")
    await events.tables.put(room, pack(table_fact(table)))
    started = Started(
        at=1,
        start="s",
        key="k",
        commitment="c",
        seats=tuple(FrozenSeat(person=person, bot=None if person else "easy") for person in persons),
    )
    await events.rooms.append(room, pack(LobbyEntry(room=room, events=(started,))), id=room)


async def test_an_installation_gives_its_finished_games_with_pseudonyms(tmp_path: Path) -> None:
    events = MemoryEvents(MemoryServer())
    await stored(events, "over", resigned("over"), ("p-17", None))
    await stored(events, "running", tictactoe("running"), ("p-18", None))
    source = Installation(events)
    with open_dataset(tmp_path / "to") as opened:
        summary = await export(source, opened, Wanted())
    assert (summary.games, summary.left_out, source.progress) == (1, [], (1, 1))
    assert rooms(tmp_path / "to", "seats", "person") == [None, "p-17"]
    with open_dataset(tmp_path / "to") as opened:
        assert (await export(Installation(events), opened, Wanted())).games == 0


async def test_an_archived_game_is_exported_like_any_other(tmp_path: Path) -> None:
    events = MemoryEvents(MemoryServer())
    log = resigned("over")
    await stored(events, "over", log, ("p", None))
    await StreamArchive(events.archive).write("over", packed(of("over", "tictactoe", log)))
    await events.games.purge("over")
    await events.games.append("over", log[-1], id="anchor")
    with open_dataset(tmp_path / "to") as opened:
        summary = await export(Installation(events), opened, Wanted())
    assert (summary.games, summary.entries, summary.left_out) == (1, len(log), [])


async def test_a_room_whose_log_does_not_hold_is_named(tmp_path: Path) -> None:
    events = MemoryEvents(MemoryServer())
    for room in ("whole", "none", "anchor"):
        await stored(events, room, resigned(room), ("p", None))
    await events.games.purge("none")
    await events.games.purge("anchor")
    await events.games.append("anchor", resigned("anchor")[-1], id="anchor")
    with open_dataset(tmp_path / "to") as opened:
        summary = await export(Installation(events), opened, Wanted())
    assert summary.games == 1
    assert summary.left_out == [
        Unreadable("anchor", "the log begins with entry 4, and no archive has what leads to it"),
        Unreadable("none", "entry 0: there is none"),
    ]
    assert "2 left out" in "\n".join(summary.lines(tmp_path))


async def test_an_empty_installation_has_nothing_to_export(tmp_path: Path) -> None:
    with open_dataset(tmp_path / "to") as opened:
        summary = await export(Installation(MemoryEvents(MemoryServer())), opened, Wanted())
    assert summary.games == 0


async def test_a_real_servers_games_are_exported(nats_server: Server, tmp_path: Path) -> None:
    # Other tests leave games on this server; these are of another century.
    late = 4_102_444_800_000
    names = [fresh() for _ in range(3)]
    async with open_events(nats_server.url, name="test") as events:
        for room in names:
            await stored(events, room, resigned(room, late), ("p", None))
        with open_dataset(tmp_path / "to") as opened:
            summary = await export(Installation(events), opened, Wanted(since=late))
    assert rooms(tmp_path / "to") == sorted(names)
    assert summary.left_out == []
