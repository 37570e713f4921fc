"""Hirelings: rules H29, H43, H59 to H63, H73 and H84 to H87."""

import pytest

from libs.games.houses.events import ActivityVoided, HirelingActed, HirelingVoided
from libs.games.kit.game import Json
from tests.games.houses.given import given, houses, of_type, order, reports, resolved


def hire(by: str, hireling: str, target: Json) -> dict[str, Json]:
    return order(by, "hire", target, hireling=hireling)


def test_equal_monopolies_bar_nobody() -> None:  # H60
    position = given("h4c5", characters={"h0c4": {"prestige": 12}, "h1c4": {"prestige": 12}})
    sheets = {0: [hire("h0c4", "minstrel", "h0c1")], 1: [hire("h1c4", "minstrel", "h1c1")]}
    after, events = resolved(position, {**sheets, 2: [hire("h2c4", "minstrel", "h2c1")]})
    assert not of_type(events, ActivityVoided)
    assert [after.living(noble).prestige for noble in ("h0c1", "h1c1", "h2c1")] == [2, 2, 2]


def test_an_outbid_sorcerer_stays_at_home() -> None:  # H60, H61
    position = given("h4c5", characters={"h0c4": {"prestige": 10}})
    sheets = {0: [hire("h0c4", "sorcerer", "h2c1")], 1: [hire("h1c4", "sorcerer", "h2c2")]}
    _, events = resolved(position, sheets)
    (voided,) = of_type(events, HirelingVoided)
    assert (voided.employer, voided.reason, voided.step) == ("h1c4", "outbid", 3)


def test_a_bewitched_target_voids_the_job_and_not_the_hiring() -> None:  # H61
    position = given("h4c5")
    sheets = {0: [hire("h0c4", "sorcerer", "h1c1")], 1: [hire("h1c4", "guard", "h1c1")]}
    after, events = resolved(position, sheets)
    (voided,) = of_type(events, HirelingVoided)
    assert (voided.hireling, voided.reason) == ("guard", "target_bewitched")
    assert reports(after, 1, "own", "own_hireling") == [
        {"turn": 5, "kind": "own", "by": "h1c4", "activity": "hire", "outcome": "done"},
        {"turn": 5, "kind": "own_hireling", "employer": "h1c4", "hireling": "guard", "outcome": "void"},
    ]


def test_an_executed_princes_servant_does_not_act() -> None:  # H61
    servant = {"retainer": {"hireling": "minstrel", "since": 1}}
    position = given("h0c5", characters={"h0c5": {"prestige": 20}, "h1c1": servant})
    sheets = {0: [order("h0c5", "execute", "h1c1")], 1: [order("h1c1", "errand", "h1c2")]}
    _, events = resolved(position, sheets)
    (voided,) = of_type(events, HirelingVoided)
    assert (voided.employer, voided.reason) == ("h1c1", "actor_gone")


def test_a_servant_acts_whatever_befalls_his_prince_later() -> None:  # H61
    servant = {"retainer": {"hireling": "minstrel", "since": 1}}
    position = given("h4c5", characters={"h1c1": servant})
    sheets = {0: [hire("h0c4", "sorcerer", "h1c1")], 1: [order("h1c1", "errand", "h1c2")]}
    after, _ = resolved(position, sheets)
    assert after.living("h1c2").prestige == 2


def test_a_hired_spell_falls_although_its_treasurer_is_bewitched_too() -> None:  # H61, H62
    position = given("h4c5")
    sheets = {0: [hire("h0c4", "sorcerer", "h1c4")], 1: [hire("h1c4", "sorcerer", "h0c4")]}
    _, events = resolved(position, sheets)
    assert [event.outcome for event in of_type(events, HirelingActed)] == ["done", "done"]
    assert [event.reason for event in of_type(events, ActivityVoided)] == ["bewitched", "bewitched"]


def test_an_own_house_that_calls_does_hinder_the_assassin_that_it_hired() -> None:  # H84
    position = given("h4c5")
    sheets = {0: [hire("h0c4", "assassin", "h1c1"), order("h0c2", "praise", "h1c1")]}
    after, events = resolved(position, sheets)
    assert after.is_living("h1c1")
    assert [event.outcome for event in of_type(events, HirelingActed)] == ["failed"]


def test_an_embargoed_treasurer_gets_no_tribute_from_step_six_on() -> None:  # H59, H69
    characters = {"h1c4": {"prestige": 5}, "h2c2": {"prestige": 7}}
    position = given("h4c5", characters=characters)
    sheets = {0: [hire("h0c4", "minstrel", "h1c4")], 2: [order("h2c2", "embargo", "h1c4")]}
    after, _ = resolved(position, sheets)
    assert after.living("h1c4").prestige == 5


def test_a_siege_keeps_hirelings_at_home_but_not_the_hiring() -> None:  # H61, H65, H75
    position = given("h4c5", characters={"h2c3": {"prestige": 7}}, houses=houses(h2={"status": "enemy"}))
    sheets = {0: [hire("h0c4", "minstrel", "h1c1")], 2: [order("h2c3", "siege", 0)]}
    after, events = resolved(position, sheets)
    (voided,) = of_type(events, HirelingVoided)
    assert voided.reason == "besieged"
    assert reports(after, 0, "own")[0]["outcome"] == "done"


def test_murder_of_a_guarded_king_is_told_even_where_it_fails_by_itself() -> None:  # H84, H107
    position = given("h0c5")
    sheets = {
        0: [order("h0c5", "royal_guard")],
        1: [order("h1c2", "praise", "h0c5")],
        2: [hire("h2c4", "assassin", "h0c5")],
    }
    after, _ = resolved(position, sheets)
    assert reports(after, 0, "guard_alarm") == [
        {"turn": 5, "kind": "guard_alarm", "house": 2, "how": "murder"}
    ]
    assert after.living("h0c5").prestige == 10


@pytest.mark.parametrize("hireling", ["guard", "minstrel", "physician", "assassin"])
def test_watch_song_treatment_and_murder_are_told_to_nobody(hireling: str) -> None:  # H107
    after, _ = resolved(given("h4c5"), {0: [hire("h0c4", hireling, "h1c1")]})
    assert reports(after, 1) == []


def test_an_impossible_forced_hiring_is_a_void_job_too() -> None:  # H61, H79
    forced = {"by": 1, "activity": "hire", "hireling": "sorcerer", "target": "h2c1"}
    places = houses(h2={"vacancies": [{"role": "prince", "returns": 9}]})
    position = given("h4c5", characters={"h0c4": {"forced": forced}, "h2c1": None}, houses=places)
    after, events = resolved(position)
    (voided,) = of_type(events, HirelingVoided)
    assert (voided.employer, voided.reason, voided.step) == ("h0c4", "forced_impossible", 3)
    assert reports(after, 0, "own", "own_hireling") == [
        {"turn": 5, "kind": "own", "by": "h0c4", "activity": "hire", "outcome": "void"},
        {"turn": 5, "kind": "own_hireling", "employer": "h0c4", "hireling": "sorcerer", "outcome": "void"},
    ]
