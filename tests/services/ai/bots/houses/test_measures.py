"""The greedy player that the bot of Game of Houses is measured against (section 16)."""

import pytest

from libs.games.kit.game import Json
from services.ai.bots.houses import greedy
from tests.games.houses.given import given, houses, when
from tests.services.ai.bots.houses.asked import asked, ever_ordered_to, ordered_to

KING = "h1c5"


def orders(by: str, king: str | None = None, /, **fields: Json) -> set[tuple[Json, Json, Json]]:
    return ever_ordered_to(given(king, **fields), by, greedy)


def test_it_fosters_its_strongest_noble() -> None:
    able = {"h0c3": {"prestige": 2}}
    assert orders("h0c1", characters=able) == {("party", f"h0c{number}", None) for number in (2, 3, 4)}
    assert orders("h0c2", characters=able) == {("praise", "h0c3", None)}
    assert orders("h0c3", characters=able) == {("defend", "h0c3", None)}
    assert orders("h0c4", characters=able) == {("hire", "h0c3", "minstrel")}


def test_a_vizier_who_is_the_heir_praises_another() -> None:
    found = orders("h0c2", characters={"h0c2": {"prestige": 2}})
    assert found == {("praise", f"h0c{number}", None) for number in (1, 3, 4)}


def test_a_commander_may_attack_anybody() -> None:
    found = orders("h0c3", characters={"h0c3": {"prestige": 3}})
    assert {activity for activity, *_ in found} == {"attack", "defend"}
    assert ("attack", "h0c1", None) not in found


def test_an_enemy_harms_the_king() -> None:
    fields = {
        "characters": {"h0c2": {"prestige": 3}, "h0c3": {"prestige": 3}},
        "houses": houses(h0={"status": "enemy"}),
    }
    assert orders("h0c2", KING, **fields) == {("sabotage", KING, None)}
    assert orders("h0c3", KING, **fields) == {("attack", KING, None)}


@pytest.mark.parametrize(("by", "special"), [("h0c1", "claim"), ("h0c2", "dismiss"), ("h0c3", "coup")])
def test_it_seizes_whenever_it_may(by: str, special: str) -> None:
    position = given(KING, characters={by: {"prestige": 15}}, houses=houses(h0={"status": "enemy"}))
    assert special in {activity for activity, *_ in ordered_to(position, by, bot=greedy)}


def test_a_king_shows_favour_guards_himself_and_has_a_physician() -> None:
    king = {"h0c5": {"prestige": 8}}
    found = orders("h0c5", "h0c5", characters=king)
    assert found == {
        *(("favour", house, None) for house in (1, 2, 3, 4)),
        ("royal_guard", None, None),
        ("appoint_attendant", "h0c5", "physician"),
    }
    king["h0c5"]["retainer"] = {"hireling": "physician", "since": 4}  # type: ignore[assignment]
    assert ("errand", "h0c5", None) in orders("h0c5", "h0c5", characters=king)


def test_a_partners_sheet_is_confirmed() -> None:  # H108
    position, _ = when(given(seats=[0, 1, 2, 3, 4, 0]), 0, "submit_orders", orders=[])
    assert asked(position, 5, bot=greedy) == {"type": "confirm_orders"}
