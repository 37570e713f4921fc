"""Who may give which command when: steps 4 to 7 of F211."""

from libs.games.fetih.position import Position
from libs.games.fetih.rejections import (
    ALREADY_ROLLED,
    NOT_PLAYING,
    NOT_YOUR_TURN,
    ROLL_FIRST,
    WRONG_PHASE,
)
from libs.games.kit.rejection import Rejection


def _playing_refusal(position: Position, seat: int) -> Rejection | None:
    return None if position.seats[seat].status == "playing" else NOT_PLAYING


def choice_refusal(position: Position, seat: int) -> Rejection | None:
    """Why that seat may choose no region now."""
    refusal = _playing_refusal(position, seat)
    if refusal is not None:
        return refusal
    if position.phase != "draft":
        return WRONG_PHASE
    return None if position.turn == seat else NOT_YOUR_TURN


def _turn_refusal(position: Position, seat: int) -> Rejection | None:
    refusal = answer_refusal(position, seat)
    if refusal is not None:
        return refusal
    return None if position.turn == seat else NOT_YOUR_TURN


def roll_refusal(position: Position, seat: int) -> Rejection | None:
    """Why that seat may not roll now."""
    refusal = _turn_refusal(position, seat)
    if refusal is not None:
        return refusal
    return ALREADY_ROLLED if position.rolled else None


def action_refusal(position: Position, seat: int) -> Rejection | None:
    """Why that seat may do nothing of what a turn is made of (F80)."""
    refusal = _turn_refusal(position, seat)
    if refusal is not None:
        return refusal
    return None if position.rolled else ROLL_FIRST


def answer_refusal(position: Position, seat: int) -> Rejection | None:
    """Why that seat may answer no offer; it may out of turn too."""
    refusal = _playing_refusal(position, seat)
    if refusal is not None:
        return refusal
    return None if position.phase == "play" else WRONG_PHASE


def resign_refusal(position: Position, seat: int) -> Rejection | None:
    """Why that seat may not give up (F85)."""
    refusal = _playing_refusal(position, seat)
    if refusal is not None:
        return refusal
    return WRONG_PHASE if position.phase == "over" else None
