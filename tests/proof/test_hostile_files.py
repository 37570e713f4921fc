"""Files that are made to do harm: each ends in a finding or a sentence, in bounded memory."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from divan.exits import Exit, Trouble
from divan.main import application
from divan.verifying import reading
from divan.verifying.reading import claimed_logs
from divan.verifying.verify import verify
from libs.events.wire import Malformed
from libs.games.catalog import GAMES
from libs.runtime import game_file
from libs.runtime.game_file import open_game_file, read_games
from tests.proof.make_vectors import FOLDER
from tests.proof.tampering import read_book

GOOD = (FOLDER / "good-tictactoe.divan").read_bytes()


def test_a_compressed_file_that_is_damaged_inside_does_not_hold(tmp_path: Path) -> None:
    whole = gzip.compress(GOOD, mtime=0)
    for place in range(12, len(whole) - 8, len(whole) // 16):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        file = tmp_path / "damaged.divan.gz"
        file.write_bytes(damaged)
        assert any(not verify(log, GAMES).holds for log in claimed_logs(file)), place


def test_a_game_that_would_take_all_memory_is_refused_by_every_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LONGEST_GAME", len(GOOD))
    file = tmp_path / "long.divan"
    file.write_bytes(GOOD + b"{}\n" * 1000 + GOOD)
    first, second = claimed_logs(file)
    assert (first.pieces[-1], len(first.pieces) < 100, verify(second, GAMES).holds) == (
        reading.TOO_LONG,
        True,
        True,
    )
    assert not verify(first, GAMES).holds
    monkeypatch.setattr(game_file, "LONGEST_GAME", len(GOOD) // 2)
    with open_game_file(file) as opened, pytest.raises(Malformed, match="the game is longer than"):
        next(read_games(opened))


def test_a_game_of_unreadable_lines_is_passed_over_to_the_next_one(tmp_path: Path) -> None:
    file = tmp_path / "junk.divan"
    file.write_bytes(GOOD + b"{}\n" * 5000 + GOOD)
    first, second = claimed_logs(file)
    assert len(first.pieces) < 200
    assert not verify(first, GAMES).holds
    assert verify(second, GAMES).holds


def test_a_version_is_a_number_and_no_truth_value(tmp_path: Path) -> None:
    file = tmp_path / "version.divan"
    file.write_bytes(GOOD.replace(b'"version":1', b'"version":true', 1))
    (log,) = claimed_logs(file)
    assert not verify(log, GAMES).holds


@pytest.mark.parametrize("name", ["x/../../out", "a\0b", "\x1b[2J", "g" * 300, "", ".."])
def test_a_name_that_no_game_can_have_is_refused_before_it_becomes_a_path(name: str, tmp_path: Path) -> None:
    hostile = read_book(GOOD).forged(lambda entries: [entry.update(game=name) for entry in entries])
    hostile.header["game"] = name
    file = tmp_path / "hostile.divan"
    file.write_bytes(hostile.text())
    with open_game_file(file) as opened, pytest.raises(Malformed, match="line 1: game"):
        next(read_games(opened))


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("value", [nested(300), nested(900), {b"k": 1}], ids=["deep", "deeper", "bytes"])
@pytest.mark.parametrize("more", [[], ["--json"], ["--seat", "0"]], ids=str)
def test_what_cannot_be_shown_of_an_entry_ends_a_replay_with_a_sentence(
    value: Any, more: list[str], tmp_path: Path
) -> None:
    def hostile(entries: list[dict[str, Any]]) -> None:
        entries[0]["command"]["body"]["x"] = value
        entries[0]["events"][0]["options"]["x"] = value

    file = tmp_path / "hostile.divan"
    file.write_bytes(read_book(GOOD).forged(hostile).text())
    done = CliRunner().invoke(application(), ["replay", str(file), *more])
    assert isinstance(done.exception, SystemExit | Trouble) or done.exit_code == Exit.DONE, done.exception


def test_a_replay_prints_no_control_characters_of_a_file(tmp_path: Path) -> None:
    def hostile(entries: list[dict[str, Any]]) -> None:
        entries[2]["command"]["body"]["type"] = "\x1b[2Jplace"

    file = tmp_path / "hostile.divan"
    file.write_bytes(read_book(GOOD).forged(hostile).text())
    done = CliRunner().invoke(application(), ["replay", str(file)])
    assert "[2Jplace" in done.output
    assert "\x1b[2J" not in done.output
