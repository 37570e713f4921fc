"""What a simulation of Game of Houses tells."""

from typing import Any

from divan.statistics.houses import HOUSES as STATISTICS
from divan.statistics.houses import lines, report
from libs.games.houses import GAME_OF_HOUSES
from libs.games.kit.table import Table
from tests.games.houses.given import given, houses, order, ordered


def game(**fields: Any) -> dict[str, Any]:
    return {
        "turns": 10,
        "first_king": 2,
        "changes": 0,
        "causes": {},
        "ending": "crowns",
        "counted": {"deaths": 4},
    } | fields


FEW = [
    game(),
    game(turns=40, first_king=None, ending="turn_limit", counted={}),
    game(turns=20, first_king=4, changes=2, causes={"claim": 1, "rank": 1}),
]


def test_lengths_and_first_kings_are_counted_in_turns() -> None:
    told = report(FEW)
    assert (told["turns"]["median"], told["turns"]["p90"]) == (20, 40)
    assert (told["first_king"]["p90"], told["first_king"]["none"]) == (4, 1)


def test_changes_of_the_ruling_house_are_told_with_their_causes() -> None:
    told = report(FEW)
    assert told["changed"]["won"] == 1
    assert told["causes"] == {"claim": 1, "rank": 1}
    assert {ending: share["won"] for ending, share in told["endings"].items()} == {
        "crowns": 2,
        "turn_limit": 1,
    }


def test_the_figures_of_a_game_are_folded_from_its_events() -> None:
    position = given(
        "h1c5",
        turn=6,
        characters={"h0c1": {"prestige": 20}, "h1c5": {"prestige": 9}},
        houses=houses(h0={"status": "enemy"}),
    )
    orders = {0: [order("h0c1", "claim"), order("h0c4", "hire", "h2c1", hireling="assassin")]}
    table: Table[Any, Any] = Table(GAME_OF_HOUSES, ordered(position, orders), b"key")
    table.lapse()
    found = STATISTICS.figures(table)
    assert found["counted"] == {"deaths": 1}
    assert found["turns"] == 7


def test_a_game_that_was_cut_off_counts_for_the_seats_with_the_most_crowns() -> None:
    position = given(seats=[0, 1, 2, 3, 4, 2], houses=houses(h1={"crowns": 3}, h2={"crowns": 7}))
    assert STATISTICS.ahead(position) == (2, 5)
    assert STATISTICS.round_of(position) == 5


def test_lines_for_people() -> None:
    told = list(lines(report(FEW)))
    assert told[0].startswith("turns: mean 23.33")
    assert any(line.startswith("another house came to rule in 33.3% of games") for line in told)
    assert any(line.startswith("ended by crowns: 66.7%") for line in told)
    assert any("never" in line for line in lines(report([game()])))
