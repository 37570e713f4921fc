"""Simulated games as logs: the same games, as an engine would have stored them, in a file that goes on."""

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from divan.commands import simulate
from divan.simulation.log_file import LogFile
from divan.simulation.play import play
from divan.simulation.record import OtherSimulation
from divan.simulation.sealing import FIRST_BEGINS, log_of, room
from libs.events.commands import Command
from libs.events.entry import GENESIS, Entry, unseal
from libs.games.catalog import GAMES
from libs.games.kit.asks import read_ask
from libs.games.kit.chance import ByteStream, commitment, room_key
from libs.games.kit.schema import complete_options
from libs.games.kit.table import Table as InMemory
from libs.runtime.bots import kinds
from libs.runtime.game_file import GameFile, open_game_file, read_games
from libs.runtime.sight import sight, told
from libs.runtime.state import stored_form
from libs.runtime.table import Table
from services.ai.bots import players

app = typer.Typer()
simulate.register(app)


def invoke(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.output


def games_of(path: Path) -> list[GameFile]:
    with open_game_file(path) as file:
        return list(read_games(file))


def entries_of(game: GameFile) -> list[Entry]:
    digest, entries = GENESIS, []
    for data in game.log:
        entry, digest = unseal(data, digest)
        entries.append(entry)
    return entries


def played(name: str, longest: int = 200) -> tuple[InMemory[Any, Any], Any]:
    game = GAMES[name]
    seated = [kinds(name)[0]] * game.seats.start
    options = complete_options(game.setup, {})
    where = room(game, seated, number=3, seed="s", options=options)
    bots = [players(name)[kind]() for kind in seated]
    return play(game, options, bots, "s:3", key=where.chance_key(game), longest=longest), where


@pytest.mark.parametrize("name", GAMES)
def test_the_logged_game_is_the_game_that_was_played(name: str) -> None:
    table, where = played(name)
    header, log = log_of(table, where)
    entries = entries_of(GameFile(header, tuple(log)))
    own = [
        [event for event in entry.events if event["type"] not in ("GameBegun", "SecretRevealed")]
        for entry in entries
    ]
    assert own == [[stored_form(event) for event in entry.events] for entry in table.entries]
    assert [entry.command.seat for entry in entries] == [entry.seat for entry in table.entries]


@pytest.mark.parametrize("name", GAMES)
def test_a_log_shows_its_readers_what_an_engine_would_show_them(name: str) -> None:
    game, where = played(name, longest=40)
    _, log = log_of(game, where)
    table, digest = Table(where.id, GAMES[name]), GENESIS
    before: dict[int | None, Any] = {}
    for data in log:
        entry, digest = unseal(data, digest)
        steps: list[Any] = []
        table.apply(entry, digest, steps=steps)
        after = {reader: sight(table.game, table.state, reader) for reader in table.readers}
        assert entry.shown == tuple(
            reader
            for reader in table.readers
            if told(table.game, steps, reader) or after[reader] != before.get(reader)
        )
        before = after


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_draw_of_a_log_follows_from_its_revealed_secret(name: str) -> None:
    table, where = played(name, longest=20_000)
    header, log = log_of(table, where)
    entries = entries_of(GameFile(header, tuple(log)))
    begun, revealed = entries[0].events[0], entries[-1].events[-1]
    secret = bytes.fromhex(revealed["secret"])
    assert commitment(secret).hex() == begun["commitment"]
    key = room_key(secret, [None] * len(begun["seats"]))
    drawn = [(entry.seq, n, draw) for entry in entries for n, draw in enumerate(entry.draws)]
    assert drawn
    for seq, n, draw in drawn:
        assert read_ask(draw.ask).resolve(ByteStream(key, seq, n).below) == draw.outcome
    assert header.is_over


def test_decisions_take_their_time_and_no_deadline_is_overstepped() -> None:
    table, where = played("fetih")
    header, log = log_of(table, where)
    entries = entries_of(GameFile(header, tuple(log)))
    steps = [later.at - sooner.at for sooner, later in pairwise(entries)]
    assert min(steps) >= 0
    assert len(set(steps)) > 50
    assert header.began_at >= FIRST_BEGINS
    assert header.ended_at == entries[-1].at


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("one.divan", "other.divan"):
        assert invoke("tictactoe", "--games", 5, "--log", tmp_path / name)[0] == 0
    assert (tmp_path / "one.divan").read_bytes() == (tmp_path / "other.divan").read_bytes()
    assert [game.header.game for game in games_of(tmp_path / "one.divan")] == ["tictactoe"] * 5


def test_the_games_are_the_same_with_a_log_and_without(tmp_path: Path) -> None:
    asked = ("tictactoe", "--games", 20, "--bots", "perfect,easy", "--rotate", "--json")
    with_log, without = (
        json.loads(invoke(*asked, *more)[1]) for more in (("--log", tmp_path / "games.divan"), ())
    )
    del with_log["decisions"], without["decisions"]
    assert with_log == without


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games.divan").write_text("mine")
    code, out = invoke("tictactoe", "--log", tmp_path / "games.divan")
    assert code == 2
    assert "--resume" in out
    assert (tmp_path / "games.divan").read_text() == "mine"


def test_a_game_file_is_named_as_one(tmp_path: Path) -> None:
    code, out = invoke("tictactoe", "--log", tmp_path / "x.json")
    assert code == 2
    assert ".divan.gz" in out


@pytest.mark.parametrize("name", ["games.divan", "games.divan.gz"])
@pytest.mark.parametrize("left", [0, 7, 1_000, 5_000, 9_000])
def test_a_log_goes_on_from_its_last_whole_game(name: str, left: int, tmp_path: Path) -> None:
    log, records = tmp_path / name, tmp_path / "records"
    asked = ("tictactoe", "--log", log, "--resume", records)
    assert invoke(*asked, "--games", 4)[0] == 0
    whole = log.read_bytes()
    log.write_bytes(whole[:left])
    assert invoke(*asked, "--games", 4)[0] == 0
    assert log.read_bytes() == whole


def test_a_game_is_not_logged_twice_when_its_record_was_lost(tmp_path: Path) -> None:
    log, records = tmp_path / "games.divan", tmp_path / "records"
    asked = ("tictactoe", "--log", log, "--resume", records)
    assert invoke(*asked, "--games", 4)[0] == 0
    whole, kept = log.read_bytes(), records.read_text().splitlines(keepends=True)
    records.write_text("".join(kept[:-1]))
    assert invoke(*asked, "--games", 4)[0] == 0
    assert log.read_bytes() == whole
    assert records.read_text().splitlines()[-1].startswith('{"number": 3')


def test_what_is_no_game_file_is_not_cut_off(tmp_path: Path) -> None:
    for name, data in (("notes.divan", b"my notes\n"), ("notes.divan.gz", gzip.compress(b"my notes\n"))):
        (tmp_path / name).write_bytes(data)
    with pytest.raises(OtherSimulation, match="something else"):
        LogFile(tmp_path / "notes.divan").rooms()
    assert (tmp_path / "notes.divan").read_bytes() == b"my notes\n"


def test_a_game_that_was_cut_off_keeps_its_secret(tmp_path: Path) -> None:
    path = tmp_path / "games.divan"
    assert invoke("fetih", "--games", 1, "--rounds", 2, "--log", path)[0] == 0
    [game] = games_of(path)
    assert not game.header.is_over
    assert all(event["type"] != "SecretRevealed" for entry in entries_of(game) for event in entry.events)


def test_rooms_differ_by_all_that_a_game_depends_on() -> None:
    game, options = GAMES["tictactoe"], complete_options(GAMES["tictactoe"].setup, {})
    rooms = {
        room(game, seated, number=number, seed=seed, options=options).id
        for seated in (["easy", "easy"], ["easy", "random"])
        for number in (0, 1)
        for seed in ("s", "t")
    }
    assert len(rooms) == 8
    assert all(Command(room=id, id="c", origin="host", body={}) for id in rooms)
