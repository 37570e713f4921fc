"""Turns and their time: rules F79-F81, F93, F203 and F212."""

from dataclasses import replace
from typing import Literal

from libs.games.fetih.events import (
    AllianceOfferExpired,
    BotTookOver,
    Event,
    TurnEnded,
    TurnStarted,
)
from libs.games.fetih.position import Position
from libs.games.fetih.rights import action_refusal
from libs.games.fetih.setup import settled
from libs.games.fetih.tables import BALANCE
from libs.games.fetih.winning import has_claim, win
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import refuse


def seconds(position: Position) -> int:
    """The time of the present wait: a choice in the draft, or a whole turn (F79)."""
    return BALANCE.pick_seconds if position.phase == "draft" else BALANCE.turn_seconds


def next_turn(position: Position, seat: int) -> tuple[int, int]:
    """Who is next after that seat, and in which round (F203)."""
    place = position.order.index(seat)
    for later in position.order[place + 1 :]:
        if position.seats[later].status == "playing":
            return later, position.round
    return position.playing[0], position.round + 1


def end_turn(decision: Decision[Position, Event], seat: int) -> None:
    refuse(action_refusal(decision.position, seat))
    pass_on(decision, seat, "passed")


def pass_on(
    decision: Decision[Position, Event], seat: int, reason: Literal["passed", "timeout", "resigned"]
) -> None:
    """The seat's turn ends and the next one starts (F203)."""
    before = decision.position.seats[seat].missed_turns
    decision.record(TurnEnded(seat=seat, reason=reason))
    missed = decision.position.seats[seat].missed_turns
    if missed > before and missed >= BALANCE.bot_takeover_turns:
        decision.record(BotTookOver(seat=seat))
    start_turn(decision, *next_turn(decision.position, seat))


def start_turn(decision: Decision[Position, Event], seat: int, number: int) -> None:
    decision.record(TurnStarted(seat=seat, round=number))
    for offer in decision.position.alliance_offers:
        if offer.offerer == seat:
            decision.record(AllianceOfferExpired(from_=seat, to=offer.to))
    if has_claim(decision.position, seat):
        win(decision, seat, "continents")


def turn_started(position: Position, event: TurnStarted) -> Position:
    if position.phase == "draft":
        position = settled(position)
    return replace(position, phase="play", turn=event.seat, round=event.round, rolled=False)


def turn_ended(position: Position, event: TurnEnded) -> Position:
    position = replace(position.without_used(), trades=())
    seat = position.seats[event.seat]
    if event.reason == "timeout" and not seat.connected and seat.controller == "person":
        position = position.with_seat(event.seat, replace(seat, missed_turns=seat.missed_turns + 1))
    return position


def bot_took_over(position: Position, event: BotTookOver) -> Position:
    return position.with_seat(event.seat, replace(position.seats[event.seat], controller="bot"))
