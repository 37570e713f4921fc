"""Whom the game waits for, who plays, and a time that has run out: rules F32, F81, F92-F96 and F212."""

from collections.abc import Sequence

from libs.games.fetih import draft, production, turn
from libs.games.fetih.events import Event
from libs.games.fetih.position import Position
from libs.games.fetih.trade import declining_refusal
from libs.games.kit.decision import Decision
from libs.games.kit.game import Player, Result, Standing, Wait


def lapse(decision: Decision[Position, Event]) -> None:
    if decision.position.phase == "draft":
        draft.pick_for_late(decision)
        return
    late = decision.position.turn
    if not decision.position.rolled:
        production.roll(decision, late, auto=True)
    turn.pass_on(decision, late, "timeout")


def waiting(position: Position) -> Wait | Result:
    """The clock runs for the seat on turn alone; bots answer offers besides."""
    if position.phase == "over":
        # A loaded position may be over without saying how.
        return Result(reason=position.win_reason or "last_standing", seats=_standings(position))
    bots = [seat for seat in position.playing if _is_asked(position, seat)]
    return Wait(
        key=f"{position.phase} {position.picks} {position.round} {position.turn}",
        seats=(position.turn,),
        seconds=turn.seconds(position),
        bots=tuple(bots),
    )


def _is_asked(position: Position, seat: int) -> bool:
    """Whether a bot plays the seat and has something to decide now (F96)."""
    if position.seats[seat].controller != "bot":
        return False
    return (
        position.turn == seat
        or any(declining_refusal(trade, seat) is None for trade in position.trades)
        or any(offer.to == seat for offer in position.alliance_offers)
    )


def _standings(position: Position) -> tuple[Standing, ...]:
    places = {seat: place for place, seat in enumerate(position.ranking, start=1)}
    last = len(places) + 1
    return tuple(
        Standing(outcome="won" if seat == position.winner else "lost", place=places.get(seat, last))
        for seat in range(len(position.seats))
    )


def played_by(position: Position) -> Sequence[Player]:
    return [seat.controller for seat in position.seats]
