"""The bot of Game of Houses: section 16 of its rules."""

import random
from functools import lru_cache

import pytest
from hypothesis import given as with_data
from hypothesis import settings
from hypothesis import strategies as st

from libs.games.houses import GAME_OF_HOUSES
from libs.games.houses.position import Position
from libs.games.kit.game import Json
from libs.runtime.bots import kinds
from services.ai.bots import players
from services.ai.bots.houses import greedy
from tests.games.houses.given import given, houses, played, when
from tests.services.ai.bots.houses.asked import asked, ever_ordered_to, ordered_to

KING = "h1c5"
"""King of house 1, whose own places stay filled."""

seeds = st.integers(min_value=0, max_value=2**20)


def told(kind: str, turn: int = 4, **fields: Json) -> Json:
    return {"turn": turn, "kind": kind, **fields}


@lru_cache(maxsize=4)
def positions(seed: int) -> list[Position]:
    return [position for position, _ in played(seed, 12)]


@pytest.mark.slow
@pytest.mark.parametrize("bot", [players("houses")["standard"](), greedy])
@settings(max_examples=40, deadline=None)
@with_data(seeds, seeds)
def test_every_sheet_is_accepted(bot: object, history: int, secrets: int) -> None:
    """In turns of random games, as they are and with anything else that could be hidden in them."""
    below = random.Random(secrets).randrange
    for position in positions(history % 50):
        for met in (position, GAME_OF_HOUSES.disguise(position, None, below)):
            for seat in GAME_OF_HOUSES.waiting(met).bots:  # type: ignore[union-attr]
                asked(met, seat, secrets, bot)  # type: ignore[arg-type]


def test_it_sits_in_rooms_and_what_it_is_measured_against_does_not() -> None:
    assert kinds("houses") == ("standard",)
    assert players("houses").keys() == {"standard", "random", "greedy"}


def test_a_partners_sheet_is_confirmed() -> None:  # H108
    position = given(seats=[0, 1, 2, 3, 4, 0])
    assert asked(position, 5)["type"] == "submit_orders"
    position, _ = when(position, 0, "submit_orders", orders=[])
    assert asked(position, 5) == {"type": "confirm_orders"}


def test_a_house_without_nobles_gives_an_empty_sheet() -> None:
    gone = {f"h0c{number}": None for number in range(1, 5)}
    vacancies = [{"role": role, "returns": 7} for role in ("prince", "vizier", "commander", "treasurer")]
    for king in (None, KING):
        position = given(king, characters=gone, houses=houses(h0={"vacancies": vacancies}))
        assert asked(position)["orders"] == []
        assert asked(position, bot=greedy)["orders"] == []


def test_without_a_king_all_foster_one_heir() -> None:
    position = given()
    assert ordered_to(position, "h0c1") == [("party", "h0c3", None)]
    assert ordered_to(position, "h0c2") == [("praise", "h0c1", None)]
    assert ("hire", "h0c1", "minstrel") in ever_ordered_to(position, "h0c4")


def test_without_a_king_another_prince_is_murdered_now_and_then() -> None:
    victims = {target for _, target, hireling in ever_ordered_to(given(), "h0c4") if hireling == "assassin"}
    assert victims == {"h1c1", "h2c1", "h3c1", "h4c1"}


def ruling(prestige: int, retainer: Json = None, **fields: Json) -> Position:
    king = {"h0c5": {"prestige": prestige, "retainer": retainer}}
    return given("h0c5", **{**fields, "characters": {**king, **fields.get("characters", {})}})


def test_a_king_guards_himself_and_shows_favour_to_different_houses() -> None:
    acts = ever_ordered_to(ruling(8), "h0c5")
    assert ("royal_guard", None, None) in acts
    assert {target for activity, target, _ in acts if activity == "favour"} == {1, 2, 3, 4}


def test_a_house_that_refused_favour_is_shown_none_in_the_same_rule() -> None:
    refused = [told("favour", target=2, accepted=False)]
    acts = ever_ordered_to(ruling(8, announcements=refused), "h0c5")
    assert {target for activity, target, _ in acts if activity == "favour"} == {1, 3, 4}
    older = [told("favour", turn=2, target=2, accepted=False)]
    acts = ever_ordered_to(ruling(8, announcements=older), "h0c5")
    assert ("favour", 2, None) in acts


@pytest.mark.parametrize(
    "report",
    [
        told("attack", house=2, target="h0c2"),
        told("siege", house=2),
        told("bribe", house=2, target="h0c2", then={}, accepted=True),
        told("guard_alarm", house=2, how="attack"),
        told("marriage", house=2, accepted=False),
        told("party", house=2, target="h0c2", accepted=False),
    ],
)
def test_reports_tell_who_is_an_enemy(report: Json) -> None:
    acts = ever_ordered_to(ruling(8, houses=houses(h0={"reports": [report]})), "h0c5")
    assert {target for activity, target, _ in acts if activity == "favour"} == {1, 3, 4}


@pytest.mark.parametrize(
    "report",
    [told("guard_alarm", house=2, how="murder"), told("trade", house=2, accepted=False)],
)
def test_a_murder_and_a_declined_trade_tell_nothing(report: Json) -> None:  # H32, H66
    acts = ever_ordered_to(ruling(8, houses=houses(h0={"reports": [report]})), "h0c5")
    assert ("favour", 2, None) in acts


@pytest.mark.parametrize(
    "announced",
    [
        told("feast", guests=["h2c4", "h3c4"], attending=["h3c4"]),
        told("claim", by="h2c1", success=False),
        told("execution", target="h2c1", house=2),
    ],
)
def test_announcements_tell_who_is_an_enemy(announced: Json) -> None:
    acts = ever_ordered_to(ruling(8, announcements=[announced]), "h0c5")
    assert {target for activity, target, _ in acts if activity == "favour"} == {1, 3, 4}


def test_a_weak_king_is_treated_by_the_treasurer_and_a_stronger_one_by_an_attendant() -> None:
    assert ordered_to(ruling(6), "h0c4") == [("hire", "h0c5", "physician")]
    assert ("appoint_attendant", "h0c5", "physician") in ordered_to(ruling(8), "h0c5")
    served = ruling(8, {"hireling": "physician", "since": 3})
    assert ("errand", "h0c5", None) in ordered_to(served, "h0c5")


def test_below_divine_right_the_king_is_raised_and_then_rivals_die() -> None:  # H46
    attendant = {"hireling": "physician", "since": 3}
    assert ordered_to(ruling(14, attendant), "h0c4") == [("hire", "h0c5", "minstrel")]
    ((activity, target, hireling),) = ordered_to(ruling(15, attendant), "h0c4")
    assert (activity, hireling) == ("hire", "assassin")
    assert target in {"h1c1", "h2c1", "h3c1", "h4c1"}


def test_only_a_known_enemy_is_executed_the_prince_first() -> None:  # H45
    assert not any(activity == "execute" for activity, *_ in ordered_to(ruling(20), "h0c5"))
    refused = [told("favour", target=2, accepted=False)]
    acts = ordered_to(ruling(20, announcements=refused), "h0c5")
    assert ("execute", "h2c1", None) in acts


def test_a_king_who_guarded_himself_last_turn_does_not_feast_either() -> None:  # H10
    king = {"h0c5": {"prestige": 12, "limited_turn": 4}}
    acts = {activity for activity, *_ in ordered_to(given("h0c5", characters=king), "h0c5")}
    assert not acts & {"royal_guard", "feast"}


def loyal(prince: int = 0, **fields: Json) -> Position:
    characters = {"h0c1": {"prestige": prince}, **fields.pop("characters", {})}
    return given(KING, characters=characters, **fields)


def test_a_loyal_house_obeys() -> None:
    due = [{"character": "h0c3", "then": {"activity": "defend", "target": KING}}]
    assert ordered_to(loyal(commands=due), "h0c3") == [("defend", KING, None)]


def test_a_loyal_prince_raises_his_commander_until_he_may_attack() -> None:
    assert ordered_to(loyal(), "h0c1") == [("party", "h0c3", None)]


def test_then_his_parties_keep_the_kings_house_from_its_work() -> None:  # H72
    able = {"h0c3": {"prestige": 3}}
    assert ordered_to(loyal(characters=able), "h0c1") == [("party", "h1c4", None)]


def test_a_prince_who_may_have_a_servant_has_a_physician() -> None:
    assert ordered_to(loyal(7), "h0c1") == [("appoint_servant", "h0c1", "physician")]


def test_a_hireling_of_another_kind_helps_until_he_may_be_replaced() -> None:
    def prince(hireling: str, since: int) -> Json:
        return {"h0c1": {"prestige": 7, "retainer": {"hireling": hireling, "since": since}}}

    assert ("errand", "h0c1", None) in ordered_to(loyal(characters=prince("minstrel", 3)), "h0c1")
    assert ("errand", "h2c1", None) in ordered_to(loyal(characters=prince("assassin", 3)), "h0c1")
    replaced = ordered_to(loyal(turn=9, characters=prince("minstrel", 3)), "h0c1")
    assert replaced == [("appoint_servant", "h0c1", "physician")]


def test_a_weak_loyal_house_does_no_harm() -> None:
    position = loyal(6, characters={"h0c2": {"prestige": 3}, "h0c3": {"prestige": 3}})
    assert not any(activity == "attack" for activity, *_ in ordered_to(position, "h0c3"))
    assert not any(activity == "sabotage" for activity, *_ in ordered_to(position, "h0c2"))


def test_a_house_whose_prince_can_pass_the_king_turns_against_him_by_one_deed() -> None:  # H32
    position = loyal(40, characters={"h0c2": {"prestige": 3}, "h0c3": {"prestige": 3}})
    assert ordered_to(position, "h0c2") == [("sabotage", KING, None)]
    assert not any(activity == "attack" for activity, *_ in ordered_to(position, "h0c3"))
    position = loyal(40, characters={"h0c3": {"prestige": 3}})
    assert ordered_to(position, "h0c3") == [("attack", KING, None)]


def test_a_house_without_a_prince_to_claim_stays_loyal() -> None:
    gone = {"h0c1": None, "h0c3": {"prestige": 40}}
    vacancies = [{"role": "prince", "returns": 7}]
    position = given(KING, characters=gone, houses=houses(h0={"vacancies": vacancies}))
    assert ordered_to(position, "h0c3") == [("defend", "h0c3", None)]


def test_it_turns_against_a_king_who_is_about_to_win() -> None:
    def in_turn_five_of_a_game(crowned: int) -> Position:
        favours = [told("favour", turn=turn, target=2, accepted=True) for turn in range(crowned + 1, 5)]
        return given(
            "h1c1",
            characters={
                "h0c1": {"prestige": 12},
                "h0c3": {"prestige": 3},
                "h1c5": {"role": "prince"},
            },
            throne={"since": crowned},
            announcements=[told("coronation", turn=crowned, king="h1c1", house=1), *favours],
        )

    assert ("attack", "h1c1", None) not in ordered_to(in_turn_five_of_a_game(crowned=2), "h0c3")
    assert ("attack", "h1c1", None) in ordered_to(in_turn_five_of_a_game(crowned=1), "h0c3")


def enemy(**fields: Json) -> Position:
    return given(KING, houses=houses(h0={"status": "enemy"}, h3={"status": "enemy"}), **fields)


def test_an_enemy_claims_when_its_prince_may_be_ahead() -> None:
    assert ("claim", None, None) in ordered_to(enemy(characters={"h0c1": {"prestige": 40}}), "h0c1")
    king = [told("coronation", turn=2, king=KING, house=1)]
    weak = enemy(turn=12, characters={"h0c1": {"prestige": 15}}, announcements=king)
    assert ("claim", None, None) not in ordered_to(weak, "h0c1")


def test_an_enemy_harms_the_king() -> None:
    able = {"h0c2": {"prestige": 3}, "h0c3": {"prestige": 3}}
    assert ordered_to(enemy(characters=able), "h0c2") == [("sabotage", KING, None)]
    assert ordered_to(enemy(characters=able), "h0c3") == [("attack", KING, None)]


def test_enemies_marry_among_each_other() -> None:
    position = enemy(characters={"h0c1": {"prestige": 3}})
    assert ordered_to(position, "h0c1") == [("marriage", 3, None)]


def test_a_king_without_a_physician_is_murdered_for_the_strongest_heir() -> None:
    assert ordered_to(loyal(30), "h0c4") == [("hire", KING, "assassin")]
    treated = {KING: {"retainer": {"hireling": "physician", "since": 3}}}
    assert ("hire", KING, "assassin") not in ordered_to(loyal(30, characters=treated), "h0c4")


def test_standing_instructions_veto_all_others() -> None:  # H28
    standing = asked(given())["standing"]
    assert standing == {"veto": [1, 2, 3, 4], "if_deposed": None, "education": []}
    assert asked(ruling(8))["standing"]["education"] == ["commander"]


def test_an_extra_activity_is_a_second_hireling() -> None:  # H13
    position = given(houses=houses(h0={"extra": {"trade": True}}))
    assert len(ordered_to(position, "h0c4")) == 2


def test_a_bribed_noble_is_left_to_what_he_must_do() -> None:  # H79
    forced = {"by": 1, "activity": "praise", "target": "h1c1"}
    assert ordered_to(given(characters={"h0c2": {"forced": forced}}), "h0c2") == []


def test_the_same_seed_gives_the_same_sheet() -> None:
    assert asked(given(), seed=3) == asked(given(), seed=3)
