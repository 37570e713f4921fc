"""What a simulation of fetih tells."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from divan.commands import simulate
from divan.statistics.fetih import FETIH as STATISTICS
from divan.statistics.fetih import lines, report
from libs.games.fetih import FETIH
from libs.games.kit.table import Table
from tests.services.ai.bots.fetih.asked import owned

app = typer.Typer()
simulate.register(app)


def invoke(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["fetih", *arguments])
    return result.exit_code, result.output


def game(**fields: Any) -> dict[str, Any]:
    return {
        "seats": 2,
        "rounds": 20,
        "advanced": {"0": 5, "1": 10},
        "winner_place": 0,
        "reason": "continents",
        "trained": {"infantry": 6, "tank": 2},
        "built": {"fence": 1},
        "counted": {"battles": 4},
    } | fields


FEW = [game(), game(rounds=40, winner_place=1, reason="last_standing", advanced={}, trained={"infantry": 8})]


def test_lengths_are_counted_in_rounds() -> None:
    rounds = report(FEW)["rounds"]
    assert (rounds["mean"], rounds["median"], rounds["p90"]) == (30, 20, 40)
    assert (rounds["usual"], rounds["fewer"]) == (0.5, 0.5)


def test_the_sword_age_lasts_until_a_seat_advances() -> None:
    assert report(FEW)["sword_age"] == {
        "first": 0.25,
        "average": 0.375,
        "games_with_an_advance": 0.5,
        "seats_that_advance": 0.5,
    }


def test_each_kind_of_unit_has_its_share_of_games_and_of_all_trained() -> None:
    trained = report(FEW)["trained"]
    assert trained["infantry"] == {"of_games": 1.0, "of_all": 0.875}
    assert trained["tank"] == {"of_games": 0.5, "of_all": 0.125}
    assert trained["archer"] == {"of_games": 0.0, "of_all": 0.0}


def test_each_place_in_the_order_has_its_wins_with_an_interval() -> None:
    first, second = report([game(), game(), game(), game(winner_place=1)])["places"]
    assert (first["won"], first["share_of_fair"]) == (3, 1.5)
    assert (second["won"], second["share_of_fair"]) == (1, 0.5)
    assert first["low_of_fair"] < 1 < first["high_of_fair"]


def test_each_way_to_win_has_its_share() -> None:
    endings = report([*FEW, game(reason=None, winner_place=None)])["endings"]
    assert {reason: ending["won"] for reason, ending in endings.items()} == {
        "continents": 1,
        "last_standing": 1,
    }


def test_the_figures_of_a_game_are_folded_from_its_events() -> None:
    seats = [{"resources": {"wood": 8, "stone": 5, "food": 9, "gold": 5}}]
    regions = owned(0, "alaska", units={"tank": 5}, village=True) | owned(1, "kamchatka")
    position = FETIH.load({"options": {"seats": 2}, "round": 7, "seats": seats, "regions": regions})
    table: Table[Any, Any] = Table(FETIH, position, b"key")
    table.give(0, {"type": "advance_age"})
    table.give(0, {"type": "train", "region": "alaska", "unit": "infantry", "count": 2})
    table.give(0, {"type": "build", "region": "alaska", "structure": "fence"})
    table.give(0, {"type": "end_turn"})
    found = STATISTICS.figures(table)
    assert found["trained"] == {"infantry": 2}
    assert found["built"] == {"fence": 1}
    assert found["advanced"].keys() == {"0"}
    assert found["rounds"] == 7


def test_a_game_that_was_cut_off_counts_for_the_seat_with_more_regions() -> None:  # F214
    regions = owned(0, "alaska", "congo") | owned(1, "kamchatka")
    assert STATISTICS.ahead(FETIH.load({"options": {"seats": 2}, "regions": regions})) == (0,)
    assert STATISTICS.ahead(FETIH.load({"options": {"seats": 2}, "regions": owned(0, "peru")})) == (0,)
    regions |= owned(1, "peru")
    assert STATISTICS.ahead(FETIH.load({"options": {"seats": 2}, "regions": regions})) == (0, 1)


def test_lines_for_people() -> None:
    told = list(lines(report(FEW)))
    assert told[0].startswith("rounds: mean 30")
    assert any(line.startswith("place 2 in the order: 1 wins") for line in told)
    assert any(line.startswith("won by continents: 50.0%") for line in told)


@pytest.mark.slow
def test_an_interrupted_simulation_goes_on_to_the_same_figures(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert invoke("--games", "2", "--resume", str(whole), "--json")[0] == 0
    assert invoke("--games", "1", "--resume", str(parts), "--json")[0] == 0
    code, out = invoke("--games", "2", "--resume", str(parts), "--json")
    again = json.loads(invoke("--games", "2", "--resume", str(whole), "--json")[1])
    told = json.loads(out)
    assert code == 0
    for one in (told, again):
        del one["decisions"]
    assert told == again
    assert told["statistics"]["rounds"]["mean"] > 5


@pytest.mark.slow
def test_a_game_cut_off_after_some_rounds_counts_for_whoever_is_ahead() -> None:
    code, out = invoke("--games", "2", "--bots", "standard,random", "--rotate", "--rounds", "6", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["unfinished"] == 2
    assert sum(kind["ahead"] for kind in told["kinds"]) == 2
    assert [kind["name"] for kind in told["kinds"]] == ["random", "standard"]


def test_the_file_of_another_simulation_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text("{}\n", encoding="utf-8")
    code, out = invoke("--resume", str(path))
    assert code == 2
    assert "another simulation" in " ".join(out.split())


def test_a_game_without_rounds_cannot_be_cut_off_by_them() -> None:
    result = CliRunner().invoke(app, ["tictactoe", "--rounds", "5"])
    assert result.exit_code == 2
