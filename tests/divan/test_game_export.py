"""`divan export ROOM`: the game of a room as a file."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from divan.exits import Exit, Trouble
from divan.game_export import destination, run_export
from divan.game_source import FiledGame, open_game
from libs.games.catalog import GAMES
from libs.runtime.game_file import GameFile, read_log
from tests.runtime.golden_logs import read

LOG = tuple(read("tictactoe"))


def source(log: Sequence[bytes]) -> FiledGame:
    # Of the header nothing is asked here: it is made anew from the log.
    return FiledGame(room="tictactoe", header=None, messages=log)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["game.divan", "game.divan.gz"])
async def test_the_file_gives_the_log_again(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    await run_export(source(LOG), path)
    async with open_game(str(path)) as game:
        assert isinstance(game, FiledGame)
        assert GameFile(game.header, tuple(game.messages)) == await read_log("tictactoe", game.log(), GAMES)
        assert tuple(game.messages) == LOG
    assert os.listdir(tmp_path) == [name]


async def test_of_a_running_game_it_is_said_that_the_file_holds_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await run_export(source(LOG[:-1]), tmp_path / "running.divan")
    assert "the file holds its secrets" in capsys.readouterr().err
    await run_export(source(LOG), tmp_path / "over.divan")
    assert capsys.readouterr().err == ""


async def test_a_log_that_does_not_hold_is_not_exported(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="does not hold"):
        await run_export(source(LOG[1:]), tmp_path / "game.divan")
    assert os.listdir(tmp_path) == []


def test_a_file_goes_where_nothing_is_lost(tmp_path: Path) -> None:
    (tmp_path / "old.divan").touch()
    with pytest.raises(Trouble, match="is there already") as trouble:
        destination(tmp_path / "old.divan", force=False)
    assert trouble.value.code == Exit.USAGE


def test_a_file_is_written_over_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "old.divan").touch()
    assert destination(tmp_path / "old.divan", force=True) == tmp_path / "old.divan"
