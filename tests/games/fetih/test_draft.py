"""The choice of start regions: rules F25-F32 and F85."""

from libs.games.fetih import FETIH
from libs.games.fetih.position import Position
from libs.games.kit.chance import ScriptedChance, SeededChance
from tests.games.fetih.given import form, given, kinds, when

DRAWS = SeededChance(b"a key of this test", 1)


def fresh(order: list[int], players: list[str]) -> Position:
    chance = ScriptedChance([{"seat_order": order}], DRAWS)
    position = FETIH.blank
    for event in FETIH.start({}, players, chance):
        position = FETIH.evolve(position, event)
    return position


def test_thirteen_thirteen_twelve_and_twelve_are_dealt_and_five_of_each_number() -> None:  # F13, F201
    regions = fresh([0, 1], ["person", "bot"]).regions.values()
    made = [region.resource for region in regions]
    numbers = [region.number for region in regions]
    assert [made.count(kind) for kind in ("wood", "stone", "food", "gold")] == [13, 13, 12, 12]
    assert {number: numbers.count(number) for number in numbers} == dict.fromkeys(
        (2, 3, 4, 5, 6, 8, 9, 10, 11, 12), 5
    )


def test_seats_of_bots_are_theirs_from_the_start() -> None:  # F212
    position = fresh([1, 0, 2], ["person", "standard", "random"])
    assert position.options.bots == (1, 2)
    assert [seat.controller for seat in position.seats] == ["person", "bot", "bot"]
    assert position.turn == 1


def test_who_resigns_when_about_to_choose_is_skipped_at_once() -> None:  # F85
    position = given(3, phase="draft", order=[1, 0, 2], picks=0)
    position, events = when(position, 1, "resign")
    assert kinds(events) == ["SeatResigned"]
    assert (position.turn, position.picks) == (0, 1)


def test_who_resigns_early_is_skipped_when_the_choice_comes_up() -> None:  # F85
    position, _ = when(given(3, phase="draft"), 2, "resign")
    assert position.turn == 0
    position, _ = when(position, 0, "pick_region", region="alaska")
    position, _ = when(position, 1, "pick_region", region="egypt")
    assert (position.turn, position.picks) == (1, 4)


def test_when_the_last_to_choose_resigns_play_begins() -> None:  # F85, F29
    started = {"owner": 1, "village": True, "units": {"infantry": 2}}
    position = given(
        3,
        phase="draft",
        order=[2, 1, 0],
        picks=5,
        seats=[{"picked": ["chile", "peru"]}, {"picked": ["egypt", "sahara"]}, {"picked": ["japan"]}],
        regions={
            "egypt": started,
            "sahara": started,
            "chile": {**started, "owner": 0},
            "peru": {**started, "owner": 0},
            "japan": {**started, "owner": 2},
        },
    )
    position, events = when(position, 2, "resign")
    assert kinds(events) == [
        "SeatResigned",
        "StartingResourcesGranted",
        "StartingResourcesGranted",
        "TurnStarted",
    ]
    # The seat that resigned counts as an earlier place: 2 more for seat 1, 4 for seat 0.
    assert [sum(form(event)["resources"].values()) for event in events[1:3]] == [12, 14]
    # What it left keeps its village and soldiers; the others hold one infantry.
    assert position.regions["japan"].units == (2, 0, 0, 0, 0)
    assert position.regions["alaska"].units == (1, 0, 0, 0, 0)
    assert (position.phase, position.turn, position.round) == ("play", 1, 1)


def test_in_the_draft_the_last_one_left_wins() -> None:  # F86
    position, events = when(given(phase="draft"), 1, "resign")
    assert kinds(events) == ["SeatResigned", "GameWon"]
    assert (position.winner, position.win_reason) == (0, "last_standing")
