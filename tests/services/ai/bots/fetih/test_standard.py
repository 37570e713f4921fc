"""What the bot of fetih does where the spec says what it must do (F213)."""

import random

import pytest

from libs.games.fetih import FETIH
from libs.games.fetih.tables import CONTINENTS, REGIONS
from libs.games.kit.game import Json
from services.ai.bots.fetih import standard
from tests.services.ai.bots.fetih.asked import answer, asked, owned, turn

EUROPE, OCEANIA, ASIA, AFRICA = (
    next(continent.regions for continent in CONTINENTS if continent.id == name)
    for name in ("europe", "oceania", "asia", "africa")
)
RICH = {"wood": 6, "stone": 6, "food": 6, "gold": 6}
GIVE = {"wood": 1}


def hands(*resources: dict[str, int]) -> list[Json]:
    return [{"resources": one} for one in resources]


def test_it_rolls_at_once() -> None:
    regions = owned(0, "alaska", units={"tank": 9}) | owned(1, "congo")
    assert answer(2, rolled=False, regions=regions) == {"type": "roll_dice"}


def test_it_chooses_a_start_region_by_its_number() -> None:
    regions = {name: {"number": 12, "resource": "wood"} for name in REGIONS}
    regions |= {"france": {"number": 6, "resource": "wood"}}
    assert answer(2, phase="draft", regions=regions) == {"type": "pick_region", "region": "france"}


def test_it_chooses_another_resource_for_its_second_region() -> None:
    seats: list[Json] = [{"picked": ["alaska"]}]
    regions = {name: {"number": 12, "resource": "wood"} for name in REGIONS}
    regions |= owned(0, "alaska", resource="wood", number=6, village=True)
    regions |= {"congo": {"number": 6, "resource": "wood"}, "south_africa": {"number": 6, "resource": "gold"}}
    command = answer(2, phase="draft", seats=seats, turn=0, picks=3, regions=regions)
    assert command == {"type": "pick_region", "region": "south_africa"}


def test_it_breaks_a_claim_at_bad_odds() -> None:
    """Seat 1 would win at the start of its turn; seat 0 has one attack on its continents, at 13 %."""
    claim = owned(1, *ASIA, *AFRICA, *OCEANIA, units={"infantry": 1}, defence="wall")
    claim["west_siberia"]["units"] = {"tank": 2}
    regions = claim | owned(0, "russia", units={"cavalry": 1})
    command = answer(2, regions=regions)
    assert (command["type"], command["to"]) == ("attack", "west_siberia")
    assert command["chance"] < 20


def test_it_does_not_attack_below_even_odds() -> None:
    regions = owned(0, "alaska", units={"infantry": 1}, defence="wall")
    regions |= owned(1, "kamchatka", "northern_canada", "western_canada", units={"archer": 2})
    given, _ = turn(FETIH.load({"options": {"seats": 2}, "regions": regions}), 0)
    assert given == [{"type": "end_turn"}]


def test_it_takes_the_last_region_of_an_opponent() -> None:
    regions = owned(0, "alaska", units={"tank": 5}) | owned(1, "kamchatka", units={"infantry": 1})
    command = answer(2, regions=regions)
    assert (command["type"], command["from"], command["to"]) == ("attack", "alaska", "kamchatka")


def test_it_ships_idle_soldiers_to_a_border() -> None:
    regions = owned(0, "new_zealand", units={"cavalry": 3}, used={})
    regions |= owned(0, *(name for name in OCEANIA if name != "new_zealand"), units={"infantry": 1})
    regions |= owned(1, "southeast_asia", units={"tank": 10}, defence="wall")
    position = FETIH.load({"options": {"seats": 2}, "regions": regions})
    shipped = [command for command in turn(position, 0)[0] if command["type"] == "ship"]
    assert {command["to"] for command in shipped} == {"philippines"}
    assert {"cavalry": 3} in [command["units"] for command in shipped]


def test_it_fences_a_border_where_a_stronger_neighbour_stands() -> None:
    regions = owned(0, "alaska", units={"archer": 2}, village=True)
    regions |= owned(
        1, "kamchatka", "northern_canada", "western_canada", units={"cavalry": 2}, defence="wall"
    )
    command = answer(2, regions=regions, seats=hands({"wood": 2}))
    assert command == {"type": "build", "region": "alaska", "structure": "fence"}


def test_it_builds_a_village_early_on_a_good_number() -> None:
    regions = owned(0, "alaska", "northern_canada", units={}, number=6, village=False)
    regions |= owned(1, "congo")
    command = answer(2, regions=regions, seats=hands({"wood": 2, "stone": 2, "food": 1, "gold": 1}))
    assert (command["type"], command["structure"]) == ("build", "village")


def test_it_advances_when_it_can_pay_and_its_income_bears_it() -> None:
    regions = owned(0, *EUROPE, units={"archer": 1}, village=True) | owned(1, "congo")
    assert answer(2, regions=regions, seats=hands(RICH)) == {"type": "advance_age"}


def test_a_bank_trade_helps_it_to_advance() -> None:
    regions = owned(0, *EUROPE, units={"archer": 1}, village=True) | owned(1, "congo")
    command = answer(2, regions=regions, seats=hands({"wood": 9, "stone": 5, "food": 5, "gold": 4}))
    assert command == {"type": "bank_trade", "give": "wood", "get": "gold", "times": 1}


def test_it_does_not_end_its_turn_far_above_eight_in_hand() -> None:
    regions = owned(0, *OCEANIA, units={"archer": 1}, village=True, number=12)
    regions |= owned(1, "congo", "southeast_asia", units={"archer": 1})
    hand = {"wood": 7, "food": 6, "gold": 7}
    _, after = turn(FETIH.load({"options": {"seats": 2}, "regions": regions, "seats": hands(hand)}), 0)
    assert sum(after["seats"][0]["resources"].values()) <= 9


STANDING = owned(0, *EUROPE, units={"archer": 1}) | owned(1, *OCEANIA) | owned(2, *AFRICA, *ASIA)


@pytest.mark.parametrize(
    ("offerer", "word"),
    [pytest.param(1, "accept", id="the weaker"), pytest.param(2, "decline", id="the leader")],
)
def test_it_allies_with_a_seat_that_does_not_lead(offerer: int, word: str) -> None:
    command = answer(3, turn=offerer, regions=STANDING, alliance_offers=[{"from": offerer, "to": 0}])
    assert command == {"type": f"{word}_alliance", "from": offerer}


def test_it_makes_no_ally_of_its_only_opponent() -> None:
    regions = owned(0, *EUROPE, units={"tank": 1}) | owned(1, "congo")
    command = answer(2, turn=1, regions=regions, alliance_offers=[{"from": 1, "to": 0}])
    assert command == {"type": "decline_alliance", "from": 1}


def test_it_breaks_with_the_only_seat_that_is_left() -> None:
    regions = owned(0, "alaska", units={"tank": 5}) | owned(1, "kamchatka", units={"infantry": 1})
    command = answer(2, regions=regions, alliances=[[0, 1]], seats=hands({"wood": 4, "gold": 3}))
    assert command == {"type": "break_alliance", "with": 1, "pay": {"wood": 3, "gold": 2}}


def test_it_breaks_with_an_ally_that_is_about_to_win() -> None:
    regions = owned(0, "russia", units={"tank": 5}) | owned(1, *ASIA, *AFRICA, *OCEANIA) | owned(2, "peru")
    command = answer(3, regions=regions, alliances=[[0, 1]], seats=hands(RICH))
    assert (command["type"], command["with"]) == ("break_alliance", 1)


def test_it_keeps_an_alliance_that_serves_it() -> None:
    position = FETIH.load(
        {"options": {"seats": 3}, "regions": STANDING, "alliances": [[0, 1]], "seats": hands(RICH)}
    )
    assert "break_alliance" not in {command["type"] for command in turn(position, 0)[0]}


@pytest.mark.parametrize(
    ("give", "get", "word"),
    [
        pytest.param({"gold": 1}, {"wood": 1}, "accept", id="what it lacks for what it has"),
        pytest.param({"wood": 1}, {"food": 1}, "decline", id="what it has for what it lacks"),
        pytest.param({"gold": 1}, {"wood": 2}, "decline", id="less than it gives"),
    ],
)
def test_it_swaps_where_that_helps_it(give: dict[str, int], get: dict[str, int], word: str) -> None:
    command = answer(
        3,
        turn=1,
        regions=STANDING,
        seats=hands({"wood": 6, "food": 1}, RICH),
        trades=[{"id": 1, "from": 1, "to": 0, "give": give, "get": get}],
        next_trade=2,
    )
    assert command == {"type": f"{word}_trade", "trade": 1}


def test_it_declines_a_swap_that_it_cannot_pay() -> None:
    trade = {"id": 1, "from": 1, "to": None, "give": {"gold": 5}, "get": {"wood": 1}}
    command = answer(3, turn=1, regions=STANDING, seats=hands({}, RICH), trades=[trade], next_trade=2)
    assert command == {"type": "decline_trade", "trade": 1}


def test_asked_again_without_accepting_it_declines() -> None:
    position = FETIH.load(
        {
            "options": {"seats": 3},
            "turn": 1,
            "regions": STANDING,
            "alliance_offers": [{"from": 1, "to": 0}],
        }
    )
    options: list[Json] = [{"command": {"type": "decline_alliance", "from": 1}, "fields": {}}]
    command = standard(FETIH.view(position, 0), options, random.Random(0))
    assert command == {"type": "decline_alliance", "from": 1}


def test_the_same_question_gets_the_same_answer() -> None:
    position = FETIH.load({"regions": STANDING, "options": {"seats": 3}, "seats": hands(RICH)})
    assert asked(position, 0, seed=1) == asked(position, 0, seed=2) == asked(position, 0, seed=1)


def test_a_turn_ends_with_all_the_riches_of_the_bank() -> None:
    """Nothing can be done for ever: each command costs resources or ready soldiers."""
    everything = {"wood": 60, "stone": 60, "food": 60, "gold": 60}
    regions = owned(0, *EUROPE, *AFRICA, units={"tank": 5, "infantry": 5}, village=True)
    regions |= owned(1, *ASIA, units={"infantry": 10})
    given, _ = turn(FETIH.load({"options": {"seats": 2}, "regions": regions, "seats": hands(everything)}), 0)
    assert given[-1] == {"type": "end_turn"}
    assert len(given) < 60
