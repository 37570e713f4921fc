"""Whose turn it is, marks, and how long a turn may take: rules X2-X7."""

from dataclasses import replace

from libs.games.kit.asks import Integer
from libs.games.kit.decision import Decision
from libs.games.kit.game import Wait
from libs.games.kit.rejection import Rejection, refuse
from libs.games.tictactoe.events import (
    DeadlinePassed,
    Event,
    GameEnded,
    GameStarted,
    MarkPlaced,
    SeatResigned,
)
from libs.games.tictactoe.position import CELLS, LINES, RULES, Ending, Options, Position
from libs.games.tictactoe.rejections import GAME_OVER, NO_DEADLINE, NOT_YOUR_TURN, TAKEN

OneDecision = Decision[Position, Event]


def line(position: Position, seat: int) -> tuple[int, ...] | None:
    """A line that the seat's marks fill, the first in the order of LINES."""
    for cells in LINES:
        if all(position.cells[cell] == seat for cell in cells):
            return cells
    return None


def over_refusal(position: Position) -> Rejection | None:
    return GAME_OVER if position.over is not None else None


def turn_refusal(position: Position, seat: int) -> Rejection | None:
    """Why that seat may place nothing now, or None if it may (X3)."""
    if position.over is not None:
        return GAME_OVER
    return NOT_YOUR_TURN if position.turn != seat else None


def cell_refusal(position: Position, cell: int) -> Rejection | None:
    return TAKEN if position.cells[cell] is not None else None


def lapse_refusal(position: Position) -> Rejection | None:
    if position.over is not None:
        return GAME_OVER
    return NO_DEADLINE if position.options.turn_seconds == 0 else None


def wait(position: Position) -> Wait:
    """Each turn has its own deadline (X7)."""
    return Wait(
        key=f"turn {position.marks}",
        seats=(position.turn,),
        seconds=position.options.turn_seconds or None,
        bots=(position.turn,),
    )


def begin(decision: OneDecision, turn_seconds: int) -> None:
    first = decision.chance.draw("first", Integer(0, 1))
    decision.record(GameStarted(first=first, turn_seconds=turn_seconds, rules=RULES))


def place(decision: OneDecision, seat: int, cell: int) -> None:
    refuse(turn_refusal(decision.position, seat))
    refuse(cell_refusal(decision.position, cell))
    decision.record(MarkPlaced(seat=seat, cell=cell))
    # X5: a line made by the ninth mark wins; it is no draw.
    made = line(decision.position, seat)
    if made is not None:
        decision.record(GameEnded(reason="line", winner=seat, line=made))
    elif decision.position.rules >= 2 and decision.position.is_dead:
        decision.record(GameEnded(reason="dead_position"))
    elif decision.position.marks == len(CELLS):
        decision.record(GameEnded(reason="full"))


def resign(decision: OneDecision, seat: int) -> None:
    refuse(over_refusal(decision.position))
    decision.record(SeatResigned(seat=seat))
    decision.record(GameEnded(reason="resigned", winner=1 - seat))


def lapse(decision: OneDecision) -> None:
    refuse(lapse_refusal(decision.position))
    late = decision.position.turn
    decision.record(DeadlinePassed(seat=late))
    decision.record(GameEnded(reason="timeout", winner=1 - late))


def game_started(event: GameStarted) -> Position:
    options = Options(turn_seconds=event.turn_seconds)
    return Position(rules=event.rules, options=options, first=event.first)


def game_ended(position: Position, event: GameEnded) -> Position:
    return replace(position, over=Ending(reason=event.reason, winner=event.winner, line=event.line))
