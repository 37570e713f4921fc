"""Attack and defence: rules H42, H68 and H80 to H83."""

from libs.games.houses.events import ActivityDone, AmbushSprung, AmbushVoided
from libs.games.kit.game import Json
from tests.games.houses.given import given, houses, of_type, order, reports, resolved

ENEMY = {"status": "enemy"}


def attack(by: str, target: str) -> dict[str, Json]:
    return order(by, "attack", target)


def defend(by: str, target: str) -> dict[str, Json]:
    return order(by, "defend", target)


def hire(by: str, hireling: str, target: Json) -> dict[str, Json]:
    return order(by, "hire", target, hireling=hireling)


def outcomes(events: list[object]) -> dict[str, str]:
    return {event.by: event.outcome for event in events if isinstance(event, ActivityDone)}


def test_the_royal_guard_comes_before_a_defence() -> None:  # H81
    position = given("h0c5", characters={"h2c3": {"prestige": 3}}, houses=houses(h2=ENEMY))
    sheets = {
        0: [order("h0c5", "royal_guard"), defend("h0c3", "h0c5")],
        2: [attack("h2c3", "h0c5")],
    }
    after, _ = resolved(position, sheets)
    assert after.living("h0c5").prestige == 6
    assert after.living("h0c3").prestige == 0


def test_the_most_senior_defender_stops_first() -> None:  # H81
    characters = {"h1c3": {"prestige": 4}, "h3c3": {"prestige": 3}, "h0c3": {"prestige": 2}}
    position = given("h4c5", characters=characters)
    sheets = {0: [defend("h0c3", "h2c1")], 1: [attack("h1c3", "h2c1")], 3: [defend("h3c3", "h2c1")]}
    after, _ = resolved(position, sheets)
    assert after.living("h3c3").prestige == 5
    assert after.living("h0c3").prestige == 2


def ambush_position(**besides: Json) -> dict[str, Json]:
    """House 2 is an old enemy; its commander attacks a prince whom one of 10 defends."""
    characters = {"h0c3": {"prestige": 10}, "h2c3": {"prestige": 6}, **besides.get("characters", {})}
    return {"characters": characters, "houses": besides.get("houses", houses(h2=ENEMY))}


ATTACK_AND_DEFENCE = {0: [defend("h0c3", "h0c1")], 2: [attack("h2c3", "h0c1")]}


def test_an_ambush_is_a_call_and_told_but_no_deed() -> None:  # H83
    position = given("h4c5", **ambush_position())
    after, events = resolved(position, ATTACK_AND_DEFENCE)
    assert [(event.by, event.target) for event in of_type(events, AmbushSprung)] == [("h0c3", "h2c3")]
    assert reports(after, 2, "attack") == [{"turn": 5, "kind": "attack", "house": 0, "target": "h2c3"}]
    assert after.houses[0].status == "loyal"


def test_no_ambush_between_allies_or_against_a_new_enemy() -> None:  # H83
    position = given("h4c5", **ambush_position(houses=houses(h2={"status": "enemy", "enemy_since": 5})))
    _, events = resolved(position, ATTACK_AND_DEFENCE)
    assert not of_type(events, AmbushSprung)
    _, events = resolved(given("h4c5", **ambush_position(houses=houses())), ATTACK_AND_DEFENCE)
    assert not of_type(events, AmbushSprung)


def test_no_ambush_against_a_house_that_sent_an_ambassador() -> None:  # H63, H83
    position = given("h4c5", **ambush_position())
    sheets = {0: ATTACK_AND_DEFENCE[0], 2: [*ATTACK_AND_DEFENCE[2], hire("h2c4", "ambassador", 0)]}
    _, events = resolved(position, sheets)
    (voided,) = of_type(events, AmbushVoided)
    assert voided.reason == "consulted"


def test_no_ambush_from_a_besieged_house() -> None:  # H83
    characters = {"h3c3": {"prestige": 7}}
    position = given("h4c5", **ambush_position(characters=characters, houses=houses(h2=ENEMY, h3=ENEMY)))
    _, events = resolved(position, {**ATTACK_AND_DEFENCE, 3: [order("h3c3", "siege", 0)]})
    (voided,) = of_type(events, AmbushVoided)
    assert voided.reason == "besieged"


def test_a_counterattack_may_be_stopped_and_answered_by_another_ambush() -> None:  # H83
    characters = {"h3c3": {"prestige": 11}}
    position = given("h4c5", **ambush_position(characters=characters, houses=houses(h2=ENEMY, h3=ENEMY)))
    after, events = resolved(position, {**ATTACK_AND_DEFENCE, 3: [defend("h3c3", "h2c3")]})
    sprung = [(event.by, event.target) for event in of_type(events, AmbushSprung)]
    assert sprung == [("h0c3", "h2c3"), ("h3c3", "h0c3")]
    assert after.is_living("h2c3")
    assert not after.is_living("h0c3")
    # 11, 2 for the defence, 3 for the commander slain.
    assert after.living("h3c3").prestige == 16


def test_a_guard_stops_only_the_first_open_attack() -> None:  # H87
    characters = {"h1c3": {"prestige": 3}, "h2c3": {"prestige": 5}}
    position = given("h4c5", characters=characters)
    sheets = {
        0: [hire("h0c4", "guard", "h0c3")],
        1: [attack("h1c3", "h0c3")],
        2: [attack("h2c3", "h0c3")],
    }
    after, events = resolved(position, sheets)
    assert outcomes(list(events))["h2c3"] == "failed"
    assert outcomes(list(events))["h1c3"] == "done"
    assert not after.is_living("h0c3")
    assert after.living("h1c3").prestige == 6


def test_attacks_come_out_only_after_step_eleven() -> None:  # section 8
    position = given("h4c5", characters={"h1c3": {"prestige": 3}})
    sheets = {0: [hire("h0c4", "guard", "h0c1"), defend("h0c3", "h0c2")], 1: [attack("h1c3", "h0c1")]}
    _, events = resolved(position, sheets)
    kinds = [
        (type(event).__name__, getattr(event, "activity", None))
        for event in events
        if type(event).__name__ in ("HirelingActed", "ActivityDone")
    ]
    assert kinds[-3:] == [
        ("HirelingActed", None),
        ("ActivityDone", "attack"),
        ("ActivityDone", "defend"),
    ]
