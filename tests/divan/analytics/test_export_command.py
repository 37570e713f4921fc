"""`divan export`: one game into a file, many into tables."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from divan.analytics.extra import require
from divan.commands import export
from divan.exits import Exit, Trouble
from libs.runtime.game_file import lines
from tests.divan.analytics.games import filed

app = typer.Typer()
export.register(app)


def test_game_files_become_tables(tmp_path: Path) -> None:
    game = filed("tictactoe")
    (tmp_path / "one.divan").write_bytes(b"".join(lines(game.header, game.log)))
    asked = [str(tmp_path / "one.divan"), "--to", str(tmp_path / "to"), "--game", "tictactoe"]
    first, again = (CliRunner().invoke(app, asked) for _ in range(2))
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert first.output.startswith("1 game exported to ")
    assert "1 were there already" in again.output


def test_a_game_that_is_left_out_makes_the_exit_code_one(tmp_path: Path) -> None:
    game = filed("tictactoe")
    (tmp_path / "one.divan").write_bytes(b"".join(list(lines(game.header, game.log))[:-1]))
    result = CliRunner().invoke(app, [str(tmp_path / "one.divan"), "--to", str(tmp_path / "to")])
    assert result.exit_code == Exit.FAILED
    assert "the file ends before entry" in result.output


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ([], "--to says where"),
        (["ABCDEF", "--to", "folder"], "A room's game goes into a file"),
        (["--to", "game.divan"], "takes one game"),
        (["ABCDEF", "--to", "game.divan", "--since", "2026-01-01"], "takes one game"),
        (["a.divan", "--to", "folder", "--since", "soon"], "'soon' is no time"),
        (["none.divan", "--to", "folder"], "cannot be read"),
        (["none.divan", "--to", "folder", "--game", "ludo"], 'there is no game "ludo"'),
    ],
)
def test_wrong_arguments_are_named(asked: list[str], said: str) -> None:
    with pytest.raises(Trouble, match=said) as trouble:
        CliRunner().invoke(app, asked, catch_exceptions=False)
    assert trouble.value.code == Exit.USAGE


def test_a_package_that_is_missing_is_named_with_how_to_install_it() -> None:
    with pytest.raises(Trouble, match=r"no_such_package is not installed.*divan\[analytics\]") as trouble:
        require("pyarrow", "no_such_package")
    assert trouble.value.code == Exit.UNAVAILABLE
