"""Where a game is found: a file of one or several games, a room, or a sentence that says what is wrong."""

import gzip
from pathlib import Path

import pytest

from divan.exits import Exit, Trouble
from divan.game_source import FiledGame, RoomGame, is_file, open_game
from libs.events.entry import GENESIS, unseal
from libs.events.nats import open_events
from libs.games.catalog import GAMES
from libs.runtime.game_file import header_of, lines
from libs.runtime.table import Table
from services.rooms.codes import ALPHABET, CODE_LENGTH
from services.rooms.names import code_key
from tests.libs.events.twins import fresh
from tests.runtime.golden_logs import read
from tests.support.nats_server import Server

LOG = tuple(read("tictactoe"))


def text(log: tuple[bytes, ...] = LOG) -> bytes:
    table, digest = Table("tictactoe", GAMES["tictactoe"]), GENESIS
    for data in log:
        entry, digest = unseal(data, digest)
        table.apply(entry, digest)
    return b"".join(lines(header_of(table), log))


def write(folder: Path, data: bytes, name: str = "a.divan") -> str:
    (folder / name).write_bytes(data)
    return str(folder / name)


@pytest.mark.parametrize("name", ["a.divan", "a.divan.gz"])
async def test_a_file_gives_its_game_entry_by_entry(tmp_path: Path, name: str) -> None:
    packed = gzip.compress(text()) if name.endswith(".gz") else text()
    async with open_game(write(tmp_path, packed, name)) as game:
        assert isinstance(game, FiledGame)
        assert game.header.entries == len(LOG)
        assert [stored.data async for stored in game.log()] == list(LOG)
        assert [stored.fence async for stored in game.log(after=2)] == list(range(3, len(LOG) + 1))


async def test_of_several_games_one_is_chosen_by_its_room(tmp_path: Path) -> None:
    other = text().replace(b'"room":"tictactoe"', b'"room":"other"')
    path = write(tmp_path, text() + other)
    with pytest.raises(Trouble, match=r"several games: choose one with --room: tictactoe other$"):
        await opened(path)
    async with open_game(path, room="other") as game:
        assert game.room == "other"
    with pytest.raises(Trouble, match="holds no game of the room third"):
        await opened(path, room="third")


async def opened(named: str, room: str | None = None, data: Path | None = None) -> None:
    async with open_game(named, room=room, data=data):
        pass


@pytest.mark.parametrize(
    ("data", "said", "code"),
    [
        (b"", "is empty", Exit.FAILED),
        (b"hello\n", "no game file: line 1: not JSON", Exit.FAILED),
        (text()[:-40], f"no game file: line {len(LOG) + 1}: ", Exit.FAILED),
    ],
    ids=["empty", "text", "cut"],
)
async def test_what_is_no_game_file_is_said_by_its_line(
    tmp_path: Path, data: bytes, said: str, code: Exit
) -> None:
    with pytest.raises(Trouble, match=said) as trouble:
        await opened(write(tmp_path, data))
    assert trouble.value.code == code


async def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"nowhere\.divan cannot be read: No such file") as trouble:
        await opened(str(tmp_path / "nowhere.divan"))
    assert trouble.value.code == Exit.USAGE


async def test_where_nothing_runs_a_room_cannot_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NATS_URL", raising=False)
    with pytest.raises(Trouble, match="nothing runs on the data folder"):
        await opened("ABC234", data=tmp_path)
    with pytest.raises(Trouble, match="--room chooses a game of a file"):
        await opened("ABC234", room="x", data=tmp_path)


@pytest.mark.parametrize(
    ("named", "file"), [("ABC234", False), ("game.divan", True), ("logs/game", True), ("no such", False)]
)
def test_an_argument_is_a_file_or_a_room(named: str, file: bool) -> None:
    assert is_file(named) is file


async def test_a_room_is_found_by_its_code_and_by_its_id(
    nats_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = fresh()
    code = code_of(room)
    async with open_events(nats_server.url, name="test") as events:
        await events.bucket("names").create(code_key(code), room.encode())
        for number, data in enumerate(LOG):
            await events.games.append(room, data, id=f"{number}")
    monkeypatch.setenv("NATS_URL", nats_server.url)
    for named in (room, code, code.lower()):
        async with open_game(named) as game:
            assert isinstance(game, RoomGame)
            assert (game.room, game.fact) == (room, None)
            assert [stored.data async for stored in game.log()] == list(LOG)
    with pytest.raises(Trouble, match="neither a game file nor a room's code or id"):
        await opened("no such room")


def code_of(room: str) -> str:
    """A code that no other test's room has."""
    digits = int(room.rpartition("-")[2], 16)
    return "".join(ALPHABET[digits // len(ALPHABET) ** place % len(ALPHABET)] for place in range(CODE_LENGTH))
