"""Sheets given, refused and confirmed: sections 4 and 5."""

import pytest

from libs.games.kit.game import Json
from tests.games.houses.given import given, houses, order, refusal, sheet_code, when

PARTY = order("h0c1", "party", "h0c2")
PRAISE = order("h0c2", "praise", "h0c1")


def test_a_game_that_is_over_takes_nothing() -> None:  # H27
    over = given(phase="over", result={"winners": [0], "cause": "turn_limit"})
    assert refusal(over, 0, "submit_orders", orders=[]) == "game_over"
    assert refusal(over, 0, "dance") == "game_over"
    assert refusal(over, None, "lapse") == "game_over"


@pytest.mark.parametrize(
    ("seat", "kind", "fields"),
    [
        pytest.param(0, "dance", {}, id="no such command"),
        pytest.param(0, "lapse", {}, id="the platform's own"),
        pytest.param(None, "confirm_orders", {}, id="not the platform's"),
        pytest.param(0, "confirm_orders", {"orders": []}, id="a field too many"),
    ],
)
def test_what_is_no_command_is_unknown(seat: int | None, kind: str, fields: dict[str, Json]) -> None:
    assert refusal(given(), seat, kind, **fields) == "unknown_command"


@pytest.mark.parametrize(
    "orders",
    [
        pytest.param(None, id="no list"),
        pytest.param({"by": "h0c1"}, id="an object"),
        pytest.param(["party"], id="an order that is no object"),
        pytest.param([{"by": "h0c1"}], id="no activity"),
        pytest.param([{"by": "h0c1", "activity": ["party"]}], id="an activity that is no word"),
        pytest.param([{**PARTY, "hireling": None}], id="a field the activity does not have"),
        pytest.param([{**PARTY, "guests": []}], id="guests at a party"),
        pytest.param([order("h0c4", "hire", "h0c1")], id="no hireling"),
        pytest.param([order("h0c4", "hire", "h0c1", hireling="jester")], id="no such hireling"),
    ],
)
def test_disorderly_orders_are_refused(orders: Json) -> None:  # H22
    assert refusal(given(), 0, "submit_orders", orders=orders) == "bad_orders"


def test_a_sheet_has_no_other_fields() -> None:  # H22
    assert refusal(given(), 0, "submit_orders", orders=[], note="quick") == "bad_orders"


@pytest.mark.parametrize("by", ["h1c1", "h0c9", "h0c3", 1, None, []])
def test_only_living_nobles_of_the_house_are_ordered(by: Json) -> None:
    vacant = houses(h0={"vacancies": [{"role": "commander", "returns": 7}]})
    position = given(characters={"h0c3": None}, houses=vacant)
    assert sheet_code(position, {"by": by, "activity": "defend", "target": "h0c1"}) == "not_your_character"


def test_checks_follow_the_order_of_the_table() -> None:  # H27
    prince = {"h0c1": {"prestige": 3, "limited_turn": 4}}
    assert sheet_code(given(characters=prince), order("h0c1", "claim", 9)) == "prestige_too_low"
    assert sheet_code(given(characters=prince), order("h0c1", "marriage", 9)) == "limited_last_turn"
    high = {"h0c1": {"prestige": 15}}
    used = houses(h0={"specials_used": ["claim"]})
    assert sheet_code(given(characters=high, houses=used), order("h0c1", "claim", 9)) == "special_used"
    assert sheet_code(given(characters=high), order("h0c1", "claim", 9)) == "no_king"
    assert sheet_code(given("h0c5", characters=high), order("h0c1", "claim", 9)) == "ruling_house"
    assert sheet_code(given("h1c5", characters=high), order("h0c1", "claim", 9)) == "not_enemy"
    enemy = houses(h0={"status": "enemy"})
    assert sheet_code(given("h1c5", characters=high, houses=enemy), order("h0c1", "claim", 9)) == "bad_orders"


def test_what_a_sheet_lacks_is_found_order_by_order() -> None:  # H27
    twice = [PRAISE, PRAISE]
    assert sheet_code(given(), *twice, order("h0c1", "praise", "h0c2")) == "duplicate_order"
    assert sheet_code(given(), order("h0c1", "praise", "h0c2"), *twice) == "wrong_role"
    many = [PARTY, order("h0c1", "party", "h0c3")]
    assert sheet_code(given(), *many, standing={"mercy": 1}) == "too_many_activities"
    assert sheet_code(given(), PARTY, standing={"mercy": 1}) == "bad_standing"


@pytest.mark.parametrize(
    ("form", "code"),
    [
        pytest.param(order("h0c1", "party"), "bad_target", id="no target"),
        pytest.param(order("h0c1", "party", True), "bad_target", id="no word"),
        pytest.param(order("h0c1", "party", "h0c7"), "bad_target", id="nobody"),
        pytest.param(order("h0c1", "party", "h0c1"), "not_self", id="himself"),
        pytest.param(order("h0c1", "marriage", 0), "own_house", id="at home"),
        pytest.param(order("h0c1", "marriage", True), "bad_target", id="true is no house"),
        pytest.param(order("h0c1", "marriage", 5), "bad_target", id="no such house"),
        pytest.param(order("h0c1", "marriage", "h1c1"), "bad_target", id="a noble for a house"),
        pytest.param(order("h0c2", "sabotage", "h0c1"), "own_house", id="his own people"),
        pytest.param(order("h0c4", "hire", "h0c1", hireling="assassin"), "own_house", id="murder at home"),
        pytest.param(order("h0c4", "hire", "h1c1", hireling="ambassador"), "bad_target", id="a noble abroad"),
        pytest.param(order("h0c4", "hire", hireling="guard"), "bad_target", id="a hireling without a task"),
    ],
)
def test_targets_are_as_the_table_asks(form: Json, code: str) -> None:
    characters = {noble: {"prestige": 9} for noble in ("h0c1", "h0c2", "h0c3", "h0c4")}
    assert sheet_code(given(characters=characters), form) == code


def test_an_errand_is_free_and_needs_a_hireling() -> None:  # H29
    servant = {"prestige": 0, "retainer": {"hireling": "assassin", "since": 1}}
    position = given(characters={"h0c1": servant})
    errand = order("h0c1", "errand", "h1c1")
    assert sheet_code(given(), errand) == "no_retainer"
    assert sheet_code(position, order("h0c2", "errand", "h1c1")) == "wrong_role"
    assert sheet_code(position, errand, PARTY) is None
    assert sheet_code(position, order("h0c1", "errand", "h0c2")) == "own_house"
    assert sheet_code(position, errand, order("h0c1", "errand", "h2c1")) == "duplicate_order"


def test_a_king_needs_seven_to_send_his_attendant() -> None:  # H29
    king = {"prestige": 6, "retainer": {"hireling": "guard", "since": 1}}
    errand = order("h0c5", "errand", "h1c1")
    assert sheet_code(given("h0c5", characters={"h0c5": king}), errand) == "prestige_too_low"
    assert sheet_code(given("h0c5", characters={"h0c5": {**king, "prestige": 7}}), errand) is None
    low = {"h0c5": {"prestige": 6}}
    assert sheet_code(given("h0c5", characters=low), errand) == "no_retainer"


def test_a_new_attendant_comes_after_three_turns_a_servant_after_five() -> None:  # H43, H73
    king = {"prestige": 7, "retainer": {"hireling": "guard", "since": 3}}
    appointment = order("h0c5", "appoint_attendant", hireling="guard")
    assert sheet_code(given("h0c5", characters={"h0c5": king}), appointment) == "retainer_too_recent"
    prince = {"prestige": 7, "retainer": {"hireling": "guard", "since": 1}}
    appointment = order("h0c1", "appoint_servant", hireling="guard")
    assert sheet_code(given(characters={"h0c1": prince}), appointment) == "retainer_too_recent"
    assert sheet_code(given(turn=6, characters={"h0c1": prince}), appointment) is None


def test_an_appointment_and_an_errand_do_not_go_together() -> None:  # H29
    prince = {"prestige": 7, "retainer": {"hireling": "guard", "since": 1}}
    position = given(turn=9, characters={"h0c1": prince})
    appointment = order("h0c1", "appoint_servant", hireling="minstrel")
    assert sheet_code(position, order("h0c1", "errand", "h0c2"), appointment) == "duplicate_order"


@pytest.mark.parametrize(
    "then",
    [
        None,
        "praise",
        {"activity": "dance"},
        {"activity": "party", "target": "h1c1"},
        {"activity": "dismiss"},
        {"activity": "praise", "target": "h1c2"},
        {"activity": "praise", "target": "h0c1", "by": "h1c2"},
        {"activity": "embargo", "target": "h1c1"},
        {"activity": "praise"},
    ],
)
def test_a_bribed_noble_is_asked_for_an_ordinary_activity_of_his_role(then: Json) -> None:  # H41
    bribe = {**order("h0c4", "bribe", "h1c2"), "then": then}
    assert sheet_code(given(characters={"h0c4": {"prestige": 7}}), bribe) == "bad_then"


def test_what_is_beyond_the_others_reach_may_be_asked() -> None:  # H14, H41
    bribe = order("h0c4", "bribe", "h1c2", then={"activity": "embargo", "target": "h0c1"})
    characters = {"h0c4": {"prestige": 7}, "h1c2": {"prestige": 0, "limited_turn": 4}}
    assert sheet_code(given(characters=characters), bribe) is None


@pytest.mark.parametrize(
    "guests",
    [
        None,
        "h0c1",
        [],
        ["h0c1", "h1c1", "h2c1", "h3c1"],
        ["h0c1", "h1c1", "h2c1", "h3c1", "h3c2"],
        ["h0c5", "h1c1", "h2c1", "h3c1", "h4c1"],
        ["h0c1", "h1c1", "h2c1", "h3c1", "h4c1", "h4c2"],
        ["h0c1", "h1c1", "h2c1", "h3c1", 4],
    ],
)
def test_a_feast_has_one_guest_of_every_house(guests: Json) -> None:  # H44
    position = given("h0c5", characters={"h0c5": {"prestige": 10}})
    assert sheet_code(position, order("h0c5", "feast", guests=guests)) == "bad_guests"


def test_the_same_twice_is_a_double_order() -> None:  # H27
    position = given(characters={"h0c4": {"prestige": 3}}, houses=houses(h0={"extra": {"trade": True}}))
    guard = order("h0c4", "hire", "h0c1", hireling="guard")
    assert sheet_code(position, guard, order("h0c4", "hire", "h0c2", hireling="guard")) == "duplicate_order"
    assert sheet_code(position, guard, order("h0c4", "hire", "h0c1", hireling="minstrel")) is None
    trade = order("h0c4", "trade", 1)
    assert sheet_code(position, trade, order("h0c4", "trade", 2)) == "duplicate_order"


def test_two_limited_activities_are_too_many_even_with_an_extra() -> None:  # H10
    position = given(characters={"h0c4": {"prestige": 7}}, houses=houses(h0={"extra": {"trade": True}}))
    bribe = order("h0c4", "bribe", "h1c2", then={"activity": "praise", "target": "h0c1"})
    assert sheet_code(position, order("h0c4", "trade", 1), bribe) == "two_limited"


def test_extras_do_not_add_up() -> None:  # H13
    extra = {"favour": True, "trade": True}
    position = given(houses=houses(h0={"extra": extra}))
    hires = [order("h0c4", "hire", "h0c1", hireling=one) for one in ("guard", "minstrel", "physician")]
    assert sheet_code(position, *hires) == "too_many_activities"
    # The treasurer uses the extra of the trade, so that of the favour is left for another noble.
    assert sheet_code(position, *hires[:2], PRAISE, order("h0c2", "praise", "h0c3")) is None


BRIBED = {"h0c2": {"prestige": 7, "forced": {"by": 1, "activity": "embargo", "target": "h2c1"}}}


def test_a_forced_activity_is_the_first_one() -> None:  # H79
    favoured = houses(h0={"extra": {"favour": True}})
    assert sheet_code(given(characters=BRIBED)) is None
    assert sheet_code(given(characters=BRIBED), PRAISE) == "bribed"
    more = [PRAISE, order("h0c2", "praise", "h0c3")]
    assert sheet_code(given(characters=BRIBED), *more) == "too_many_activities"
    assert sheet_code(given(characters=BRIBED, houses=favoured), PRAISE) is None
    assert sheet_code(given(characters=BRIBED, houses=favoured), *more) == "too_many_activities"
    sabotage = order("h0c2", "sabotage", "h1c1")
    assert sheet_code(given(characters=BRIBED, houses=favoured), sabotage) == "two_limited"


def test_a_forced_activity_is_not_compared() -> None:  # H13
    forced = {"by": 1, "activity": "praise", "target": "h0c1"}
    position = given(characters={"h0c2": {"forced": forced}}, houses=houses(h0={"extra": {"favour": True}}))
    assert sheet_code(position, PRAISE) is None


@pytest.mark.parametrize(
    "standing",
    [
        [],
        {"mercy": True},
        {"veto": None},
        {"veto": [0]},
        {"veto": [5]},
        {"veto": [True]},
        {"veto": [1, 1]},
        {"if_deposed": "king"},
        {"education": "vizier"},
        {"education": ["prince"]},
        {"education": ["vizier", "vizier"]},
    ],
)
def test_standing_instructions_are_checked(standing: Json) -> None:  # H28
    assert sheet_code(given(), standing=standing) == "bad_standing"


def test_keys_that_are_left_out_stay_as_they_were() -> None:  # H28
    position, _ = when(given(), 0, "submit_orders", orders=[], standing={"veto": [3], "if_deposed": "leave"})
    position, _ = when(position, 0, "submit_orders", orders=[], standing={"if_deposed": None})
    assert position.houses[0].standing.veto == (3,)
    assert position.houses[0].standing.if_deposed is None


def test_who_gives_a_sheet_stands_behind_it_and_the_others_no_longer_do() -> None:  # H23, H25
    position = given(seats=[0, 1, 2, 3, 4, 0])
    assert refusal(position, 0, "confirm_orders") == "no_sheet"
    position, _ = when(position, 0, "submit_orders", orders=[PARTY])
    assert refusal(position, 0, "confirm_orders") == "already_confirmed"
    position, _ = when(position, 5, "confirm_orders")
    position, _ = when(position, 5, "submit_orders", orders=[])
    sheet = position.houses[0].sheet
    assert sheet is not None
    assert sheet.confirmed == (5,)


def test_a_refused_sheet_leaves_the_old_one() -> None:  # H27
    position, _ = when(given(), 0, "submit_orders", orders=[PARTY])
    assert sheet_code(position, PARTY, PARTY) == "duplicate_order"
    sheet = position.houses[0].sheet
    assert sheet is not None
    assert [one.activity for one in sheet.orders] == ["party"]
