"""Game files: what was stored comes back byte by byte, and what is no such file is said by its line."""

import gzip
import io
import json
from pathlib import Path

import pytest

from libs.events.entry import GENESIS, unseal
from libs.events.wire import Malformed
from libs.games.catalog import GAMES
from libs.runtime.game_file import GameFile, header_of, lines, open_game_file, read_games
from libs.runtime.table import Table
from tests.runtime.golden_logs import GOLDEN, read


def game(name: str) -> GameFile:
    log, digest = tuple(read(name)), GENESIS
    table = Table(name, GAMES[GOLDEN[name][0]])
    for data in log:
        entry, digest = unseal(data, digest)
        table.apply(entry, digest)
    return GameFile(header_of(table), log)


def text(*games: GameFile) -> bytes:
    return b"".join(line for each in games for line in lines(each.header, each.log))


@pytest.fixture(scope="module")
def small() -> GameFile:
    return game("tictactoe")


def test_games_come_back_as_they_were_stored(small: GameFile) -> None:
    houses = game("houses-5-seats")
    assert list(read_games(io.BytesIO(text(small, houses)))) == [small, houses]


def test_a_header_says_what_follows(small: GameFile) -> None:
    header = small.header
    assert header.entries == len(small.log)
    assert header.head == unseal(small.log[-1])[1].hex()
    assert header.is_over
    assert header.result is not None
    assert header.result["reason"] == "line"


def test_a_compressed_file_is_read_like_any_other(small: GameFile, tmp_path: Path) -> None:
    for name, data in (("plain.divan", text(small)), ("packed.divan", gzip.compress(text(small)))):
        (tmp_path / name).write_bytes(data)
        with open_game_file(tmp_path / name) as file:
            assert list(read_games(file)) == [small]


def test_an_empty_file_holds_no_game() -> None:
    assert list(read_games(io.BytesIO())) == []


def spoiled(small: GameFile, change: str) -> bytes:
    all_lines = text(small).splitlines(keepends=True)
    match change:
        case "cut short":
            return b"".join(all_lines[:-1])
        case "a line in two":
            return text(small)[:-40]
        case "reordered":
            return b"".join([all_lines[0], all_lines[2], all_lines[1], *all_lines[3:]])
        case "another header":
            head = json.loads(all_lines[0]) | {"version": 2}
            return b"".join([json.dumps(head).encode() + b"\n", *all_lines[1:]])
        case "no base64":
            line = json.loads(all_lines[1]) | {"entry": "é"}
            return b"".join([all_lines[0], json.dumps(line).encode() + b"\n", *all_lines[2:]])
        case _:
            return gzip.compress(text(small))[:-20]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("cut short", "the file ends before entry"),
        ("a line in two", "not JSON"),
        ("reordered", "line 2: entry 1 is expected, not 2"),
        ("another header", "line 1: version"),
        ("no base64", "line 2: the entry is not base64"),
        ("half of a compressed file", "cannot be decompressed"),
    ],
)
def test_what_is_no_game_file_is_said_by_its_line(
    small: GameFile, change: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "spoiled.divan"
    path.write_bytes(spoiled(small, change))
    with open_game_file(path) as file, pytest.raises(Malformed, match=said):
        list(read_games(file))


def test_a_game_that_has_not_begun_has_no_header() -> None:
    with pytest.raises(ValueError, match="not begun"):
        header_of(Table("room", GAMES["tictactoe"]))


def test_a_room_id_that_is_none_is_refused() -> None:
    with pytest.raises(Malformed, match="line 1: room"):
        list(read_games(io.BytesIO(json.dumps({"divan": "game", "version": 1, "room": "../x"}).encode())))
