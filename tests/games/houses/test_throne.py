"""Kings made and unmade, crowns and the end: rules H45, H50 to H58 and H88 to H99b."""

import pytest

from libs.games.houses import GAME_OF_HOUSES
from libs.games.houses.events import (
    ActivityVoided,
    CharacterCommanded,
    CharacterLeft,
    GameEnded,
    HouseBecameEnemy,
    KingCrowned,
    KingDeposed,
    ThroneVacant,
    VetoUsed,
)
from libs.games.kit.game import Json, Result
from tests.games.houses.given import given, houses, of_type, order, resolved

ENEMY = {"status": "enemy"}
PRAISE: Json = {"activity": "praise", "target": "h0c5"}


def test_orders_of_one_who_was_crowned_in_step_two_are_void() -> None:  # H36
    characters = {"h2c1": {"prestige": 20}, "h2c2": {"prestige": 0}}
    position = given("h0c5", characters=characters, houses=houses(h2=ENEMY))
    sheets = {2: [order("h2c1", "claim"), order("h2c1", "party", "h2c2")]}
    _, events = resolved(position, sheets)
    (voided,) = of_type(events, ActivityVoided)
    assert (voided.activity, voided.reason) == ("party", "role_changed")


def test_orders_of_one_whom_the_fallen_king_displaced_are_void() -> None:  # H36, H55
    position = given("h0c5", characters={"h2c1": {"prestige": 20}}, houses=houses(h2=ENEMY))
    sheets = {0: [order("h0c1", "party", "h0c2")], 2: [order("h2c1", "claim")]}
    _, events = resolved(position, sheets)
    (voided,) = of_type(events, ActivityVoided)
    assert (voided.by, voided.reason) == ("h0c1", "actor_gone")


def test_a_fallen_king_takes_an_empty_place_first() -> None:  # H55
    vacancies = {"vacancies": [{"role": "commander", "returns": 7}]}
    characters: dict[str, Json] = {"h0c3": None, "h2c1": {"prestige": 20}}
    position = given("h0c5", characters=characters, houses=houses(h0=vacancies, h2=ENEMY))
    after, events = resolved(position, {2: [order("h2c1", "claim")]})
    assert [event.became for event in of_type(events, KingDeposed)] == ["commander"]
    assert not of_type(events, CharacterLeft)
    assert after.houses[0].vacancies == ()


def test_a_coup_may_give_the_throne_to_another_of_the_house() -> None:  # H52, H57
    characters = {"h2c3": {"prestige": 15}, "h2c2": {"prestige": 16}}
    position = given("h0c5", characters=characters, houses=houses(h2=ENEMY))
    after, _ = resolved(position, {2: [order("h2c3", "coup")]})
    assert after.throne.king == "h2c2"
    assert [house.status for house in after.houses] == ["loyal", "loyal", "ruling", "loyal", "loyal"]


def test_an_executed_loyal_house_may_dismiss_in_the_same_turn() -> None:  # H45, H50
    characters = {"h0c5": {"prestige": 20}, "h1c2": {"prestige": 15}, "h2c1": {"prestige": 9}}
    position = given("h0c5", characters=characters)
    sheets = {0: [order("h0c5", "execute", "h1c1")], 1: [order("h1c2", "dismiss")]}
    after, events = resolved(position, sheets)
    assert [event.cause for event in of_type(events, KingDeposed)] == ["dismissal"]
    assert after.throne.house == 1


def test_new_and_due_commands_lapse_with_the_rule() -> None:  # H41
    characters = {"h2c1": {"prestige": 20}}
    due = [{"character": "h1c2", "then": PRAISE}]
    position = given("h0c5", characters=characters, houses=houses(h2=ENEMY), commands=due)
    sheets = {0: [order("h0c5", "command", "h3c2", then=PRAISE)], 2: [order("h2c1", "claim")]}
    after, events = resolved(position, sheets)
    assert not of_type(events, CharacterCommanded)
    assert not of_type(events, HouseBecameEnemy)
    assert after.commands == ()


def test_a_command_binds_a_noble_who_is_gone() -> None:  # H88, H99b
    position = given("h0c5", characters={"h2c3": {"prestige": 3}})
    sheets = {0: [order("h0c5", "command", "h1c2", then=PRAISE)], 2: [order("h2c3", "attack", "h1c2")]}
    after, _ = resolved(position, sheets)
    assert not after.is_living("h1c2")
    assert [one.by for one in after.commands] == ["h1c2"]
    last, _ = resolved(after)
    assert last.houses[1].status == "enemy"


def test_a_forced_deed_obeys_a_command() -> None:  # H88
    forced = {"by": 3, **PRAISE}
    due = [{"character": "h1c2", "then": PRAISE}]
    position = given("h0c5", characters={"h1c2": {"forced": forced}}, commands=due)
    after, _ = resolved(position)
    assert after.houses[1].status == "loyal"
    assert after.living("h0c5").prestige == 10


@pytest.mark.parametrize(
    "noble",
    [
        pytest.param({"prestige": 6}, id="short of prestige"),
        pytest.param({"prestige": 7, "limited_turn": 4}, id="barred by the last turn"),
    ],
)
def test_a_forced_activity_that_cannot_be_is_void_at_once(noble: dict[str, Json]) -> None:  # H79
    forced = {"by": 3, "activity": "embargo", "target": "h0c1"}
    _, events = resolved(given("h4c5", characters={"h1c2": {**noble, "forced": forced}}))
    assert [(event.reason, event.step) for event in of_type(events, ActivityVoided)] == [
        ("forced_impossible", 5)
    ]
    assert isinstance(events[1], ActivityVoided)


def test_the_most_senior_vizier_vetoes_and_the_next_is_crowned() -> None:  # H96
    characters = {
        "h0c5": {"prestige": 1},
        "h1c1": {"prestige": 20},
        "h2c1": {"prestige": 18},
        "h3c2": {"prestige": 10},
        "h4c2": {"prestige": 11},
        "h2c3": {"prestige": 3},
    }
    veto = {"standing": {"veto": [1, 2]}}
    position = given("h0c5", characters=characters, houses=houses(h2=ENEMY, h3=veto, h4=veto))
    after, events = resolved(position, {2: [order("h2c3", "attack", "h0c5")]})
    assert [(event.vizier, event.against) for event in of_type(events, VetoUsed)] == [("h4c2", "h1c1")]
    # The next is crowned without further veto, and the bar ends with the crowning.
    assert after.throne.king == "h2c1"
    assert after.throne.barred == ()


def test_a_vacant_throne_is_announced_once_and_ends_all_sides() -> None:  # H58
    characters = {
        "h0c5": {"prestige": 1},
        "h1c1": {"prestige": 20},
        "h2c1": {"prestige": 20},
        "h2c3": {"prestige": 3},
    }
    # An attack on a king costs nothing: both totals are 23.
    characters["h1c2"] = {"prestige": 3}
    position = given("h0c5", characters=characters, houses=houses(h2=ENEMY))
    after, events = resolved(position, {2: [order("h2c3", "attack", "h0c5")]})
    assert len(of_type(events, ThroneVacant)) == 1
    assert {house.status for house in after.houses} == {"none"}
    again, events = resolved(after)
    assert not of_type(events, ThroneVacant)
    assert again.throne.king is None


def test_the_old_ruling_house_comes_to_rule_anew_after_a_vacancy() -> None:  # H58
    position = given(
        characters={"h0c1": {"prestige": 9}}, throne={"reigns": 1}, houses=houses(h0={"crowns": 4})
    )
    after, events = resolved(position)
    assert [event.new_house for event in of_type(events, KingCrowned)] == [True]
    assert after.houses[0].crowns == 7


def test_later_kings_need_no_five() -> None:  # H94
    position = given(characters={"h0c1": {"prestige": 1}}, throne={"reigns": 1})
    after, _ = resolved(position)
    assert after.throne.king == "h0c1"


@pytest.mark.parametrize(
    ("crowns", "prestige", "winners"),
    [
        pytest.param((4, 4, 1, 0, 0), {}, (0,), id="the ruling house"),
        pytest.param((0, 7, 7, 0, 0), {"h1c1": {"prestige": 3}}, (1,), id="the higher total"),
        pytest.param((0, 7, 7, 0, 0), {}, (1, 2), id="equals share it"),
    ],
)
def test_the_turn_limit_compares_crowns_rule_and_totals(
    crowns: tuple[int, ...], prestige: Json, winners: tuple[int, ...]
) -> None:  # H99
    position = given(
        "h0c5",
        turn=40,
        throne={"since": 39},
        characters=prestige,
        houses=[{"crowns": number} for number in crowns],
    )
    after, events = resolved(position)
    assert [event.winners for event in of_type(events, GameEnded)] == [winners]
    result = GAME_OF_HOUSES.waiting(after)
    assert isinstance(result, Result)
    assert [seat for seat, one in enumerate(result.seats) if one.outcome == "won"] == list(winners)


def test_twenty_crowns_win_only_on_the_throne() -> None:  # H98
    position = given("h0c5", houses=houses(h1={"crowns": 25}))
    after, _ = resolved(position)
    assert after.phase == "orders"


def test_deeds_make_no_enemy_without_a_king() -> None:  # H34
    position = given(characters={"h0c3": {"prestige": 3}})
    _, events = resolved(position, {0: [order("h0c3", "attack", "h1c1")]})
    assert not of_type(events, HouseBecameEnemy)


def test_a_deed_makes_an_enemy_at_once_and_later_steps_see_it() -> None:  # H33
    characters = {"h1c4": {"prestige": 7}, "h1c2": {"prestige": 0}}
    position = given("h0c5", characters=characters)
    bribe = order("h1c4", "bribe", "h2c1", then={"activity": "party", "target": "h2c2"})
    after, _ = resolved(position, {1: [bribe, order("h1c2", "praise", "h2c1")]})
    # By step 9 house 1 is an enemy, and its praise of a loyal house earns the vizier nothing.
    assert after.living("h1c2").prestige == 0
