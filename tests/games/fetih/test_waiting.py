"""Deadlines, bots and presence: rules F92-F94, F96 and F212."""

from typing import Any

import pytest

from libs.games.fetih import FETIH
from libs.games.fetih.position import Position
from libs.games.kit.game import Result, Wait
from tests.games.fetih.given import given, hands, refusal, when

BOTS = {"seats": 3, "bots": [1, 2]}


def wait(position: Position) -> Wait:
    waiting = FETIH.waiting(position)
    assert isinstance(waiting, Wait)
    return waiting


def test_a_turn_has_a_minute_and_a_choice_half_of_it() -> None:  # F79
    assert wait(given()).seconds == 60
    assert wait(given(phase="draft")).seconds == 30


def test_two_choices_running_are_two_waits() -> None:  # F212
    first = given(phase="draft", picks=1, turn=1)
    second, _ = when(first, 1, "pick_region", region="alaska")
    assert second.turn == 1
    assert wait(first).key != wait(second).key


def test_a_command_within_a_turn_moves_no_clock() -> None:  # F212
    before = given(seats=hands({"wood": 8}))
    after, _ = when(before, 0, "bank_trade", give="wood", get="gold")
    assert wait(before).key == wait(after).key
    assert wait(after).seats == (0,)


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        pytest.param({}, (), id="nothing to answer"),
        pytest.param({"turn": 1}, (1,), id="on turn"),
        pytest.param(
            {"trades": [{"id": 1, "from": 0, "give": {"wood": 1}, "get": {"gold": 1}}], "next_trade": 2},
            (1, 2),
            id="an offer to all",
        ),
        pytest.param(
            {
                "trades": [
                    {"id": 1, "from": 0, "give": {"wood": 1}, "get": {"gold": 1}, "declined": [1]},
                ],
                "next_trade": 2,
            },
            (2,),
            id="an offer that one has declined",
        ),
        pytest.param({"alliance_offers": [{"from": 0, "to": 2}]}, (2,), id="an offer of an alliance"),
    ],
)
def test_bots_are_asked_when_they_have_something_to_decide(
    fields: dict[str, Any], asked: tuple[int, ...]
) -> None:  # F96
    position = FETIH.load({"options": BOTS, **fields})
    assert wait(position).bots == asked


def test_a_seat_taken_over_is_asked_and_played_by_a_bot() -> None:  # F93
    position = given(seats=[{"controller": "bot", "connected": False, "missed_turns": 2}])
    assert FETIH.played_by is not None
    assert FETIH.played_by(position) == ["bot", "person"]
    assert wait(position).bots == (0,)


def test_the_result_gives_each_seat_its_place() -> None:  # F210
    position, _ = when(given(3), 2, "resign")
    position, _ = when(position, 0, "resign")
    result = FETIH.waiting(position)
    assert isinstance(result, Result)
    assert result.reason == "last_standing"
    assert [(standing.outcome, standing.place) for standing in result.seats] == [
        ("lost", 2),
        ("won", 1),
        ("lost", 3),
    ]


def test_a_seat_out_of_play_can_come_and_go() -> None:  # section 17
    position = given(3, seats=[{}, {"status": "resigned"}], out=[1])
    position, _ = when(position, 1, "disconnect")
    assert not position.seats[1].connected
    assert refusal(position, 1, "reconnect") is None


def test_the_lapse_is_the_clock_s_alone() -> None:  # F211a
    assert refusal(given(), 0, "lapse") == "unknown_command"
    assert refusal(given(), None, "end_turn") == "unknown_command"
