"""`divan simulate`: bots against bots, counted."""

import json

import pytest
import typer
from typer.testing import CliRunner

from divan.commands import simulate
from divan.simulation.figures import percentile, wilson
from divan.simulation.games import simulate_games
from divan.simulation.play import play
from divan.simulation.report import report
from libs.games.tictactoe import TICTACTOE
from services.ai.bots import any as any_game

app = typer.Typer()
simulate.register(app)
OPTIONS = {"turn_seconds": 60}


def invoke(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (
        report(simulate_games(TICTACTOE, ["easy", "easy"], games=20, seed="s", rotate=False, options=OPTIONS))
        for _ in range(2)
    )
    del one["decisions"], other["decisions"]
    assert one == other


def test_wins_lengths_and_endings_are_counted() -> None:
    code, out = invoke("tictactoe", "--games", "20", "--bots", "perfect,perfect", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["endings"] == {"dead_position": 20}
    assert told["entries"] == {"median": 9, "p90": 9}
    assert [seat["drew"] for seat in told["seats"]] == [20, 20]
    assert told["kinds"][0] | {"low": 0, "high": 0} == {
        "name": "perfect",
        "won": 0,
        "drew": 40,
        "lost": 0,
        "ahead": 0,
        "share": 0.0,
        "low": 0,
        "high": 0,
    }
    assert told["decisions"]["count"] == 151


def test_rotating_bots_sit_on_every_seat() -> None:
    code, out = invoke("tictactoe", "--games", "40", "--bots", "perfect,easy", "--rotate", "--json")
    told = json.loads(out)
    assert code == 0
    assert all(seat["won"] > 5 for seat in told["seats"])
    assert {kind["name"]: kind["lost"] for kind in told["kinds"]}["perfect"] == 0


def test_lines_for_people() -> None:
    code, out = invoke("tictactoe", "--games", "3")
    assert code == 0
    assert out.splitlines()[0] == "3 games, 0 unfinished"
    assert "seat 1: won " in out
    assert "bot easy: won " in out
    assert "endings: " in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ludo"], "no such game"),
        (["tictactoe", "--seats", "3"], "2 to 2 seats"),
        (["tictactoe", "--bots", "clever"], "no bot"),
        (["tictactoe", "--bots", "easy,easy,easy"], "too many"),
        (["tictactoe", "--games", "0"], "games"),
        (["tictactoe", "--options", "{"], "options"),
        (["tictactoe", "--options", '{"turn_seconds": 1}'], "turn_seconds"),
    ],
)
def test_wrong_arguments_are_named(arguments: list[str], complaint: str) -> None:
    code, out = invoke(*arguments)
    assert code == 2
    assert complaint in out


def test_a_game_that_goes_on_too_long_is_unfinished() -> None:
    table = play(TICTACTOE, OPTIONS, [any_game.choose] * 2, "s", longest=3)
    assert len(table.entries) == 3


@pytest.mark.parametrize(
    ("won", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (0, 0, 0.0, 1.0)]
)
def test_wilson_intervals(won: int, of: int, low: float, high: float) -> None:
    assert wilson(won, of) == pytest.approx((low, high), abs=0.0001)


@pytest.mark.parametrize(("share", "value"), [(0.5, 2), (0.9, 4), (0.0, 1), (1.0, 4)])
def test_percentiles(share: float, value: int) -> None:
    assert percentile([4, 1, 3, 2], share) == value


def test_the_percentile_of_nothing_is_nothing() -> None:
    assert percentile([], 0.5) == 0
