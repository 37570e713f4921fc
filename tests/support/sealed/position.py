"""The whole state of Sealed, the fold, and what another position must share with it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, assert_never

from libs.games.kit.codec import record_from_json
from tests.support.sealed.events import (
    BidPlaced,
    BidsRevealed,
    DeadlinePassed,
    Event,
    GameEnded,
    GameStarted,
    GiftMade,
    PurseRobbed,
    RoundBegun,
    SeatDealt,
    SeatFolded,
    SeatLeft,
    SeatReturned,
)

RULES = 2
"""Since 2 nobody wins a round in which the highest bids are equal; before, the lowest of those seats did."""

CARDS = range(1, 13)
PURSES = range(4, 10)
PRIZE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Hidden from the others: card, purse, bid, robbed, bot, away."""

    card: int = 0
    purse: int = 0
    bid: int | None = None
    robbed: bool = False
    points: int = 0
    folded: bool = False
    bot: bool = False
    away: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    rules: int = RULES
    rounds: int = 3
    bid_seconds: int = 30
    round: int = 1
    phase: Literal["bid", "gift", "over"] = "bid"
    giver: int | None = None
    reason: Literal["played", "folded"] | None = None
    seats: tuple[Seat, ...] = ()

    @property
    def playing(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if not seat.folded]

    def with_seat(self, number: int, seat: Seat) -> "Position":
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


def evolve(position: Position, event: Event) -> Position:
    match event:
        case GameStarted():
            seats = tuple(Seat(bot=player != "person") for player in event.players)
            return Position(
                rules=event.rules, rounds=event.rounds, bid_seconds=event.bid_seconds, seats=seats
            )
        case SeatDealt():
            seat = replace(position.seats[event.seat], card=event.card, purse=event.purse)
            return position.with_seat(event.seat, seat)
        case BidPlaced():
            return position.with_seat(event.seat, replace(position.seats[event.seat], bid=event.coins))
        case PurseRobbed():
            return _purse_robbed(position, event)
        case SeatFolded():
            return position.with_seat(event.seat, replace(position.seats[event.seat], folded=True, bid=None))
        case SeatLeft():
            return position.with_seat(event.seat, replace(position.seats[event.seat], away=True))
        case SeatReturned():
            return position.with_seat(event.seat, replace(position.seats[event.seat], away=False))
        case DeadlinePassed():
            return position
        case BidsRevealed():
            return _bids_revealed(position, event)
        case GiftMade():
            seat = position.seats[event.to]
            return position.with_seat(event.to, replace(seat, points=seat.points + 1))
        case RoundBegun():
            return replace(position, round=event.round, phase="bid", giver=None)
        case GameEnded():
            return replace(position, phase="over", giver=None, reason=event.reason)
        case _:
            assert_never(event)


def _purse_robbed(position: Position, event: PurseRobbed) -> Position:
    robber, victim = position.seats[event.seat], position.seats[event.victim]
    position = position.with_seat(event.seat, replace(robber, purse=robber.purse + 1, robbed=True))
    return position.with_seat(event.victim, replace(victim, purse=victim.purse - 1))


def _bids_revealed(position: Position, event: BidsRevealed) -> Position:
    seats = [replace(seat, bid=None, robbed=False) for seat in position.seats]
    if event.winner is None:
        return replace(position, seats=tuple(seats))
    winner, bid = seats[event.winner], event.bids[event.winner] or 0
    purse = winner.purse - min(bid, winner.purse)
    seats[event.winner] = replace(winner, points=winner.points + PRIZE, purse=purse)
    return replace(position, seats=tuple(seats), phase="gift", giver=event.winner)


def load(form: Any) -> Position:
    position = record_from_json(Position, form)
    if not 2 <= len(position.seats) <= 4:
        raise ValueError(f"2 to 4 seats are expected, not {len(position.seats)}")
    if position.giver is not None and position.giver not in range(len(position.seats)):
        raise ValueError("the giver is no seat")
    return position


def disguise(position: Position, viewer: int | None, below: Callable[[int], int]) -> Position:
    """Other cards, purses, bids, robberies and players for the others; who has bid stays."""
    if position.phase == "over":
        return position
    cards = [card for card in CARDS if viewer is None or card != position.seats[viewer].card]
    for number, seat in enumerate(position.seats):
        if number == viewer:
            continue
        card = cards.pop(below(len(cards)))
        purse = below(PURSES.stop)
        bid = None if seat.bid is None else below(purse + 1)
        other = replace(seat, card=card, purse=purse, bid=bid, bot=below(2) == 1, away=below(2) == 1)
        position = position.with_seat(number, other)
    return position
