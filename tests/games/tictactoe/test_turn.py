"""Tic-tac-toe, rules X1 to X7 and X10 (docs/games/tictactoe.md)."""

from functools import cache
from typing import Any

import pytest

from libs.games.kit.chance import ScriptedChance, SeededChance
from libs.games.kit.game import Json, Result, Wait
from libs.games.kit.rejection import Rejected
from libs.games.tictactoe import TICTACTOE
from libs.games.tictactoe.events import (
    DeadlinePassed,
    Event,
    GameEnded,
    GameStarted,
    MarkPlaced,
    SeatResigned,
)
from libs.games.tictactoe.position import CELLS, RULES, Position
from libs.games.tictactoe.turn import line

UNUSED = SeededChance(b"no draw but the first", 1)


def board(drawing: str, **fields: Any) -> Position:
    """The cells as X for seat 0, O for seat 1 and a dot for a free one; by the present rules."""
    marks = {"X": 0, "O": 1, ".": None}
    cells = [marks[mark] for mark in drawing.split("|") for mark in mark]
    return TICTACTOE.load({"rules": RULES, "cells": cells, **fields})


def when(position: Position, seat: int | None, command: Json) -> list[Event]:
    return list(TICTACTOE.decide(position, seat, command, UNUSED))


def place(cell: Any) -> Json:
    return {"type": "place", "cell": cell}


RESIGN = {"type": "resign"}
LAPSE = {"type": "lapse"}
OLD_AND_DEAD = {"cells": [0, 1, 0, 0, 1, 1, 1, 0, None]}
"""As rules 1 wrote it."""
OVER = {"over": {"reason": "resigned", "winner": 1}}


@pytest.mark.parametrize("first", [0, 1])
def test_who_begins_is_drawn(first: int) -> None:  # X2
    chance = ScriptedChance([{"first": first}], UNUSED)
    events = TICTACTOE.start({"turn_seconds": 60}, ["person", "bot"], chance)
    assert events == [GameStarted(first=first, turn_seconds=60, rules=RULES)]
    begun = TICTACTOE.evolve(TICTACTOE.blank, events[0])
    assert (begun.turn, begun.rules) == (first, RULES)


def test_a_mark_is_placed_and_the_turn_passes() -> None:  # X3
    position = board("...|...|...")
    events = when(position, 0, place(4))
    assert events == [MarkPlaced(seat=0, cell=4)]
    after = TICTACTOE.evolve(position, events[0])
    assert (after.cells[4], after.turn) == (0, 1)


@pytest.mark.parametrize(
    ("drawing", "cell", "line"),
    [
        ("XX.|OO.|...", 2, (0, 1, 2)),
        ("OO.|XX.|...", 5, (3, 4, 5)),
        ("OO.|...|XX.", 8, (6, 7, 8)),
        ("XO.|XO.|...", 6, (0, 3, 6)),
        ("OX.|OX.|...", 7, (1, 4, 7)),
        ("O.X|O.X|...", 8, (2, 5, 8)),
        ("XO.|OX.|...", 8, (0, 4, 8)),
        ("OOX|.X.|...", 6, (2, 4, 6)),
    ],
)
def test_a_line_wins(drawing: str, cell: int, line: tuple[int, ...]) -> None:  # X4
    assert when(board(drawing), 0, place(cell))[1:] == [GameEnded(reason="line", winner=0, line=line)]


def test_of_two_lines_the_first_is_named() -> None:  # X4
    ended = when(board("XX.|OOX|OOX"), 0, place(2))[-1]
    assert ended == GameEnded(reason="line", winner=0, line=(0, 1, 2))


@pytest.mark.parametrize(
    ("drawing", "seat", "cell"),
    [
        pytest.param("..X|XXO|OOX", 1, 0, id="every line has marks of both"),
        pytest.param("...|OOX|XXO", 0, 0, id="a line lacks more marks than its seat has left"),
        pytest.param("..X|X.O|O.X", 1, 0, id="an empty line, and three cells are free"),
    ],
)
def test_once_nobody_can_make_a_line_the_game_is_nobodys(drawing: str, seat: int, cell: int) -> None:  # X5
    assert when(board(drawing), seat, place(cell)) == [
        MarkPlaced(seat=seat, cell=cell),
        GameEnded(reason="dead_position"),
    ]


def test_a_position_is_dead_exactly_where_no_play_makes_a_line() -> None:  # X5
    @cache
    def makes_a_line(position: Position) -> bool:
        return any(line(after, position.turn) or makes_a_line(after) for after in _afterwards(position))

    reached, ahead = set[Position](), [Position()]
    while ahead:
        position = ahead.pop()
        if position not in reached:
            reached.add(position)
            ahead += [after for after in _afterwards(position) if line(after, position.turn) is None]
    assert [position for position in reached if position.is_dead is makes_a_line(position)] == []
    assert {position.marks for position in reached if position.is_dead} == {6, 7, 8, 9}
    # So that by rules 2 no board is ever full.
    assert not any(
        after.marks == len(CELLS)
        for position in reached
        if not position.is_dead
        for after in _afterwards(position)
        if line(after, position.turn) is None
    )


def _afterwards(position: Position) -> list[Position]:
    return [position.with_mark(position.turn, cell) for cell in CELLS if position.cells[cell] is None]


def test_a_game_of_rules_1_goes_on_until_the_board_is_full() -> None:  # X5
    assert when(board("..X|X.O|O.X", rules=1), 1, place(0)) == [MarkPlaced(seat=1, cell=0)]
    assert when(TICTACTOE.load(OLD_AND_DEAD), 0, place(8))[-1] == GameEnded(reason="full")


def test_a_position_of_rules_1_is_written_as_it_was() -> None:  # X11
    assert "rules" not in TICTACTOE.dump(TICTACTOE.load(OLD_AND_DEAD))
    assert TICTACTOE.dump(board("X..|...|..."))["rules"] == RULES


def test_a_line_of_the_ninth_mark_wins() -> None:  # X5
    assert when(board("XOX|OXO|OX."), 0, place(8))[-1] == GameEnded(reason="line", winner=0, line=(0, 4, 8))


@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_may_resign_at_any_time(seat: int) -> None:  # X6
    events = when(board("X..|...|..."), seat, RESIGN)
    assert events == [SeatResigned(seat=seat), GameEnded(reason="resigned", winner=1 - seat)]


def test_who_is_late_loses() -> None:  # X7
    assert when(board("X..|...|..."), None, LAPSE) == [
        DeadlinePassed(seat=1),
        GameEnded(reason="timeout", winner=0),
    ]


@pytest.mark.parametrize(("turn_seconds", "seconds"), [(0, None), (5, 5)])
def test_each_turn_has_its_own_deadline(turn_seconds: int, seconds: int | None) -> None:  # X7
    position = board("...|...|...", options={"turn_seconds": turn_seconds})
    wait = TICTACTOE.waiting(position)
    later = TICTACTOE.waiting(position.with_mark(0, 0))
    assert wait == Wait(key="turn 0", seats=(0,), seconds=seconds, bots=(0,))
    assert later == Wait(key="turn 1", seats=(1,), seconds=seconds, bots=(1,))


@pytest.mark.parametrize(
    ("position", "seat", "command", "code"),
    [
        pytest.param(board("...|...|..."), 1, place(0), "not_your_turn", id="X3 out of turn"),
        pytest.param(board("X..|...|..."), 1, place(0), "taken", id="X3 on the other's mark"),
        pytest.param(board("XO.|...|..."), 0, place(0), "taken", id="X3 on one's own mark"),
        pytest.param(board("...|...|...", **OVER), 0, place(0), "game_over", id="X3 after the end"),
        pytest.param(board("...|...|...", **OVER), 1, RESIGN, "game_over", id="X6 after the end"),
        pytest.param(board("...|...|...", **OVER), None, LAPSE, "game_over", id="X7 after the end"),
        pytest.param(
            board("...|...|...", options={"turn_seconds": 0}), None, LAPSE, "no_deadline", id="X7 no limit"
        ),
        pytest.param(board("...|...|..."), 1, place(9), "bad_command", id="X10 before the turn"),
        pytest.param(board("...|...|..."), 0, place(-1), "bad_command", id="X10 below the board"),
        pytest.param(board("...|...|..."), 0, place(True), "bad_command", id="X10 no number"),
        pytest.param(board("...|...|..."), 0, place(1.0), "bad_command", id="X10 no integer"),
        pytest.param(board("...|...|..."), 0, {"type": "place"}, "bad_command", id="X10 no cell"),
        pytest.param(board("...|...|..."), 0, {**place(0), "seat": 1}, "bad_command", id="X10 a field more"),
        pytest.param(board("...|...|..."), 0, {"type": "resign", "why": ""}, "bad_command", id="X10 resign"),
        pytest.param(board("...|...|..."), 0, {"type": "pass"}, "unknown_command", id="X10 no such type"),
        pytest.param(board("...|...|..."), 0, LAPSE, "unknown_command", id="X10 a lapse by a seat"),
        pytest.param(board("...|...|..."), None, RESIGN, "unknown_command", id="X10 a command by nobody"),
    ],
)
def test_a_command_is_refused(position: Position, seat: int | None, command: Json, code: str) -> None:
    with pytest.raises(Rejected) as refusal:
        when(position, seat, command)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("over", "outcomes"),
    [
        ({"reason": "line", "winner": 1, "line": [0, 1, 2]}, [("lost", 2), ("won", 1)]),
        ({"reason": "dead_position", "winner": None}, [("drew", 1), ("drew", 1)]),
        ({"reason": "full", "winner": None}, [("drew", 1), ("drew", 1)]),
    ],
)
def test_a_result_says_how_each_seat_did(over: Json, outcomes: list[tuple[str, int]]) -> None:
    result = TICTACTOE.waiting(board("...|...|...", over=over))
    assert isinstance(result, Result)
    assert [(standing.outcome, standing.place) for standing in result.seats] == outcomes


@pytest.mark.parametrize(
    ("form", "complaint"),
    [
        ([], "an object"),
        ({"turn": 0}, "no field 'turn'"),
        ({"cells": [None] * 8}, "9 cells"),
        ({"cells": [2] + [None] * 8}, "seats are 0 and 1"),
        ({"first": 2}, "seats are 0 and 1"),
        ({"cells": [0, 0] + [None] * 7}, "take turns"),
        ({"cells": [1] + [None] * 8}, "take turns"),
        ({"cells": [0, 1, 0, 0, 1, 1, 1, 0, 0]}, "full board"),
        ({"rules": RULES, **OLD_AND_DEAD}, "nobody can make a line"),
        ({"rules": 0}, "rules 1 to 2"),
        ({"rules": RULES + 1}, "rules 1 to 2"),
        ({"options": {"turn_seconds": 4}}, "turn_seconds"),
        ({"options": {"seats": 3}}, "2 seats"),
        ({"over": {"reason": "boredom"}}, "not by boredom"),
        ({"over": {"reason": "line", "winner": 2}}, "seats are 0 and 1"),
        ({"over": {"reason": "line", "winner": 1, "line": [9]}}, "cells are 0 to 8"),
    ],
)
def test_a_position_that_cannot_be_is_not_loaded(form: Json, complaint: str) -> None:  # X11
    with pytest.raises(ValueError, match=complaint):
        TICTACTOE.load(form)
