"""The case runner says what was expected and what was found, and never breaks."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.games.catalog import GAMES
from libs.games.kit.case import CaseFailure, run_case
from libs.games.kit.chance import Chance
from libs.games.kit.game import Json
from libs.games.tictactoe import TICTACTOE
from libs.games.tictactoe.position import Position
from tests.support.sealed import SEALED

ALL = {**GAMES, "sealed": SEALED}
LINE = {"cells": [0, 0, None, 1, 1, None, None, None, None]}
PLACE = {"type": "place", "cell": 2}


def case_of(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "tictactoe", "title": "a title", "position": LINE, "steps": list(steps), **more}


def failure_of(case: Json) -> CaseFailure:
    failure = run_case(case, ALL)
    assert failure is not None
    return failure


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case_of({"seat": 0, "do": PLACE}), id="accepted"),
        pytest.param(case_of({"seat": 1, "do": PLACE, "reject": "not_your_turn"}), id="refused"),
        pytest.param(case_of({"clock": "deadline"}, {"expect": {"/over/winner": 1}}), id="the clock"),
        pytest.param(
            case_of(
                {"seat": 0, "do": PLACE},
                {"events": [{"type": "MarkPlaced", "cell": 2}, {"type": "GameEnded"}]},
                {"events": [{"type": "GameEnded"}, {"none": "SeatResigned"}]},
                {"events": []},
            ),
            id="events in order",
        ),
        pytest.param(
            case_of(
                {"view": 1, "expect": {"/you": 1, "/cells": {"length": 9}}},
                {"view": None, "expect": {"/you": None}},
            ),
            id="views",
        ),
        pytest.param(
            case_of({"expect": {"/options/turn_seconds": 0}}, options={"seats": 2, "turn_seconds": 0}),
            id="options lie under the position",
        ),
        pytest.param(
            {
                "game": "tictactoe",
                "title": "fresh",
                "why": "the first is drawn",
                "rules": ["X2"],
                "seed": "s",
                "options": {"seats": 2, "turn_seconds": 5},
                "chance": [{"first": 1}],
                "steps": [{"events": [{"type": "GameStarted", "first": 1, "turn_seconds": 5}]}],
            },
            id="a fresh game with scripted chance",
        ),
        pytest.param(
            {
                "game": "sealed",
                "title": "fresh with bots",
                "options": {"seats": 3, "bots": [2]},
                "chance": [{"cards": [3, 1, 2]}, {"purse": 9}],
                "steps": [
                    {"expect": {"/seats/2/bot": True, "/seats/0/bot": False, "/seats/0/purse": 9}},
                    {"view": 1, "expect": {"/seats/0/card": {"absent": True}, "/seats/1/card": 1}},
                ],
            },
            id="seats and bots",
        ),
    ],
)
def test_a_case_passes(case: Json) -> None:
    assert run_case(case, ALL) is None


@pytest.mark.parametrize(
    ("case", "step", "expected", "found"),
    [
        pytest.param(
            case_of({"seat": 0, "do": {"type": "place", "cell": 0}}),
            1,
            "the command accepted",
            "refused with taken: That cell is taken.",
            id="refused against expectation",
        ),
        pytest.param(
            case_of({"seat": 0, "do": PLACE, "reject": "taken"}),
            1,
            "refused with taken",
            "accepted, with MarkPlaced, GameEnded",
            id="accepted against expectation",
        ),
        pytest.param(
            case_of({"seat": 1, "do": PLACE, "reject": "taken"}),
            1,
            "refused with taken",
            "refused with not_your_turn: It is the other player's turn.",
            id="another code",
        ),
        pytest.param(
            case_of({"seat": 1, "do": PLACE, "reject": "too_late"}),
            1,
            "a code of the game",
            'no such rejection "too_late"',
            id="a code the game has not",
        ),
        pytest.param(
            case_of({"expect": {"/first": 0}}, {"expect": {"/first": 1}}),
            2,
            "1 at /first",
            "0",
            id="another value, in the second step",
        ),
        pytest.param(
            case_of({"expect": {"/winner": 1}}), 1, "1 at /winner", "nothing", id="nothing at a pointer"
        ),
        pytest.param(
            case_of({"seat": 0, "do": PLACE}, {"events": [{"none": "GameEnded"}]}),
            2,
            "no GameEnded",
            '{"type": "GameEnded", "reason": "line", "winner": 0, "line": [0, 1, 2]}',
            id="an event that must not be",
        ),
        pytest.param(
            case_of({"clock": "deadline"}, options={"turn_seconds": 0}),
            1,
            "a deadline that passes",
            "refused with no_deadline: The game waits on no deadline.",
            id="no deadline to pass",
        ),
        pytest.param({**case_of(), "game": "ludo"}, None, "a game of the catalogue", 'no such game "ludo"'),
        pytest.param(
            case_of(position={"cells": []}),
            None,
            "a position that can be loaded",
            "the board has 9 cells, not 0",
            id="a position that cannot be",
        ),
    ],
)
def test_a_failure_names_step_expectation_and_finding(
    case: Json, step: int | None, expected: str, found: str
) -> None:
    assert failure_of(case) == CaseFailure(title="a title", step=step, expected=expected, found=found)


def test_events_must_come_in_the_order_given() -> None:
    wrong = {"events": [{"type": "GameEnded"}, {"type": "MarkPlaced"}]}
    assert "MarkPlaced" in failure_of(case_of({"seat": 0, "do": PLACE}, wrong)).expected


def test_a_refused_command_has_caused_no_events() -> None:
    refused = {"seat": 1, "do": PLACE, "reject": "not_your_turn"}
    assert failure_of(case_of(refused, {"events": [{"type": "MarkPlaced"}]})).found == "[]"


@pytest.mark.parametrize(
    ("case", "complaint"),
    [
        (None, "an object is expected"),
        ([], "an object is expected"),
        ({}, "lacks game, steps, title"),
        (case_of(colour="red"), "no field 'colour'"),
        (case_of(rules="X1"), "rules: a list"),
        (case_of(position=[]), "position: an object"),
        (case_of(seed=3), "seed: a string"),
        (case_of(chance=[{}]), "one name"),
        (case_of(chance=[{"a": 1, "b": 2}]), "one name"),
        (case_of(chance={}), "chance: a list"),
        (case_of({}), "step 1: seat and do"),
        (case_of({"seat": 0}), "step 1: seat and do"),
        (case_of({"seat": 0, "do": {}, "reject": None}), "step 1: reject"),
        (case_of({"seat": 0, "do": {}, "expect": {}}), "step 1: seat and do"),
        (case_of({"seat": True, "do": {}}), "step 1: seat: a seat number"),
        (case_of({"seat": -1, "do": {}}), "step 1: seat: a seat number"),
        (case_of({"seat": 0, "do": "place"}), "step 1: do: a command"),
        (case_of({"expect": {}}, {"clock": "midnight"}), "step 2: clock"),
        (case_of({"events": {}}), "step 1: events: a list"),
        (case_of({"events": [{"cell": 1}]}), "step 1: events: an event with its type"),
        (case_of({"events": [{"none": 1}]}), "step 1: events: an event with its type"),
        (case_of({"expect": []}), "step 1: expect: an object"),
        (case_of({"view": "all", "expect": {}}), "step 1: view: a seat or null"),
        (case_of({"expect": {"first": 0}}), "no JSON Pointer"),
        (case_of({"expect": {"/first": {"between": 1}}}), "between takes two numbers"),
        (case_of(position=None, options={"seats": 3}), "3"),
        (case_of(position=None, options={"seats": "two"}), '"two"'),
        (case_of(position=None, options={"seats": []}), "[]"),
        (case_of(position=None, options={"bots": [7]}), "bots"),
        (case_of(position=None, options={"bots": 7}), "bots"),
        (case_of(position=None, options={"turn_seconds": 1}), "turn_seconds"),
        (case_of(position=None, options={"speed": 1}), "there is no speed"),
        (case_of(position=None, chance=[{"second": 1}]), "'first' was drawn"),
        (case_of(position=None, chance=[{"first": 2}]), "cannot be drawn"),
    ],
)
def test_a_case_that_is_written_wrongly_fails_with_a_sentence(case: Json, complaint: str) -> None:
    assert complaint in failure_of(case).found


def test_a_seat_that_is_not_there_fails_the_case() -> None:
    case = {
        "game": "sealed",
        "title": "",
        "steps": [{"seat": 9, "do": {"type": "fold"}}],
    }
    assert failure_of(case).found.startswith("IndexError")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["game", "title", "steps", "position", "do", "seat", "expect", "tictactoe"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_whatever_json_it_is_nothing_is_raised(case: Json) -> None:
    assert isinstance(failure_of(case), CaseFailure)


def decide_with_a_bug(position: Position, seat: int | None, asked: Json, chance: Chance) -> Any:
    raise ZeroDivisionError("by the rules")


def test_a_bug_in_the_rules_fails_the_case() -> None:
    broken = replace(TICTACTOE, decide=decide_with_a_bug)
    failure = run_case(case_of({"seat": 0, "do": PLACE}), {"tictactoe": broken})
    assert failure is not None
    assert failure.found.startswith("ZeroDivisionError: by the rules (test_case.py, line ")


def dump_that_forgets(position: Position) -> dict[str, Json]:
    return {**TICTACTOE.dump(position), "over": None}


def test_a_position_that_does_not_come_back_fails_the_case() -> None:
    broken = replace(TICTACTOE, dump=dump_that_forgets)
    failure = run_case(case_of({"clock": "deadline"}), {"tictactoe": broken})
    assert failure is not None
    assert (failure.step, failure.found) == (1, "another position")
