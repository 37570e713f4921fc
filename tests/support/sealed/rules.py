"""The rules of Sealed: who may do what, and what comes of it."""

from dataclasses import dataclass

from libs.games.kit.asks import Integer, Sample
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import Rejection, refuse
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
from tests.support.sealed.position import CARDS, PURSES, RULES, Position

UNKNOWN_COMMAND = Rejection("unknown_command", "There is no such command.")
BAD_COMMAND = Rejection("bad_command", "The command's fields are not what it asks for.")
GAME_OVER = Rejection("game_over", "The game is over.")
FOLDED = Rejection("folded", "You have folded.")
NOT_NOW = Rejection("not_now", "Not in this phase.")
ALREADY_BID = Rejection("already_bid", "You have bid in this round.")
TOO_POOR = Rejection("too_poor", "You have not so many coins.")
ALREADY_ROBBED = Rejection("already_robbed", "You have robbed in this round.")
NO_SUCH_RIVAL = Rejection("no_such_rival", "There is no such rival in play.")
EMPTY_PURSE = Rejection("empty_purse", "That purse is empty.")
ALREADY_AWAY = Rejection("already_away", "That seat is away.")
NOT_AWAY = Rejection("not_away", "That seat is not away.")

REJECTIONS = {
    rejection.code: rejection.sentence
    for rejection in (
        UNKNOWN_COMMAND,
        BAD_COMMAND,
        GAME_OVER,
        FOLDED,
        NOT_NOW,
        ALREADY_BID,
        TOO_POOR,
        ALREADY_ROBBED,
        NO_SUCH_RIVAL,
        EMPTY_PURSE,
        ALREADY_AWAY,
        NOT_AWAY,
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rob:
    victim: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gift:
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapse:
    pass


Command = Bid | Rob | Gift | Fold | Away | Back | Lapse
Sealing = Decision[Position, Event]


def seat_refusal(position: Position, seat: int) -> Rejection | None:
    if position.phase == "over":
        return GAME_OVER
    return FOLDED if position.seats[seat].folded else None


def bidding_refusal(position: Position, seat: int) -> Rejection | None:
    """Why the seat may neither bid nor rob."""
    if refusal := seat_refusal(position, seat):
        return refusal
    if position.phase != "bid":
        return NOT_NOW
    return ALREADY_BID if position.seats[seat].bid is not None else None


def bid_refusal(position: Position, seat: int, coins: int) -> Rejection | None:
    if refusal := bidding_refusal(position, seat):
        return refusal
    return TOO_POOR if coins > position.seats[seat].purse else None


def rob_refusal(position: Position, seat: int, victim: int) -> Rejection | None:
    """All but whether there is anything in the purse, which the robber cannot see."""
    if refusal := bidding_refusal(position, seat):
        return refusal
    if position.seats[seat].robbed:
        return ALREADY_ROBBED
    return None if victim in rivals(position, seat) else NO_SUCH_RIVAL


def gift_refusal(position: Position, seat: int, to: int) -> Rejection | None:
    if refusal := seat_refusal(position, seat):
        return refusal
    if position.giver != seat:
        return NOT_NOW
    return None if to in rivals(position, seat) else NO_SUCH_RIVAL


def rivals(position: Position, seat: int) -> list[int]:
    return [other for other in position.playing if other != seat]


def begin(decision: Sealing, rounds: int, bid_seconds: int, players: tuple[str, ...]) -> None:
    decision.record(GameStarted(rounds=rounds, bid_seconds=bid_seconds, players=players, rules=RULES))
    cards = decision.chance.draw("cards", Sample(CARDS, len(players)))
    for seat, card in enumerate(cards):
        purse = decision.chance.draw("purse", Integer(PURSES.start, PURSES.stop - 1))
        decision.record(SeatDealt(seat=seat, card=card, purse=purse))


def bid(decision: Sealing, seat: int, coins: int) -> None:
    if coins < 0:
        refuse(BAD_COMMAND)
    refuse(bid_refusal(decision.position, seat, coins))
    decision.record(BidPlaced(seat=seat, coins=coins))
    _reveal_if_all_have_bid(decision)


def rob(decision: Sealing, seat: int, victim: int) -> None:
    refuse(rob_refusal(decision.position, seat, victim))
    if decision.position.seats[victim].purse == 0:
        refuse(EMPTY_PURSE)
    decision.record(PurseRobbed(seat=seat, victim=victim))


def gift(decision: Sealing, seat: int, to: int) -> None:
    refuse(gift_refusal(decision.position, seat, to))
    decision.record(GiftMade(seat=seat, to=to))
    _next_round(decision)


def fold(decision: Sealing, seat: int) -> None:
    refuse(seat_refusal(decision.position, seat))
    was_giver = decision.position.giver == seat
    decision.record(SeatFolded(seat=seat))
    if len(decision.position.playing) == 1:
        decision.record(GameEnded(reason="folded"))
    elif was_giver:
        _next_round(decision)
    elif decision.position.phase == "bid":
        _reveal_if_all_have_bid(decision)


def away(decision: Sealing, seat: int) -> None:
    refuse(ALREADY_AWAY if decision.position.seats[seat].away else None)
    decision.record(SeatLeft(seat=seat))


def back(decision: Sealing, seat: int) -> None:
    refuse(None if decision.position.seats[seat].away else NOT_AWAY)
    decision.record(SeatReturned(seat=seat))


def lapse(decision: Sealing) -> None:
    refuse(GAME_OVER if decision.position.phase == "over" else None)
    decision.record(DeadlinePassed())
    if decision.position.phase == "gift":
        _next_round(decision)
        return
    for seat in waited_for(decision.position):
        decision.record(BidPlaced(seat=seat, coins=0))
    _reveal_if_all_have_bid(decision)


def waited_for(position: Position) -> list[int]:
    if position.giver is not None:
        return [position.giver]
    return [seat for seat in position.playing if position.seats[seat].bid is None]


def _reveal_if_all_have_bid(decision: Sealing) -> None:
    position = decision.position
    if waited_for(position):
        return
    bids = tuple(seat.bid for seat in position.seats)
    highest = max(coins for coins in bids if coins is not None)
    seats = [seat for seat, coins in enumerate(bids) if coins == highest]
    winner = seats[0] if len(seats) == 1 or position.rules < 2 else None
    decision.record(BidsRevealed(bids=bids, winner=winner))
    if winner is None:
        _next_round(decision)


def _next_round(decision: Sealing) -> None:
    if decision.position.round == decision.position.rounds:
        decision.record(GameEnded(reason="played"))
    else:
        decision.record(RoundBegun(round=decision.position.round + 1))
