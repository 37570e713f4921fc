"""What must hold of a position that is loaded, whatever it was made from (F215)."""

from collections.abc import Iterable

from libs.games.fetih.counts import covers
from libs.games.fetih.position import Position, is_free, snake
from libs.games.fetih.tables import BALANCE, NUMBERS, REGIONS


def check(position: Position) -> None:
    """ValueError says what cannot be. Nobody is eliminated and nobody wins by loading."""
    _check_seats(position)
    _check_regions(position)
    _check_offers(position)
    _check_end(position)
    if position.phase == "draft":
        _check_draft(position)
    if position.phase != "over" and position.seats[position.turn].status != "playing":
        raise ValueError("the seat on turn is in play")
    if position.last_roll is not None and not all(die in range(1, 7) for die in position.last_roll):
        raise ValueError("a die shows 1 to 6")
    if min(position.round, position.picks, position.next_trade) < 0:
        raise ValueError("rounds, choices and offers are counted from 0")


def _check_draft(position: Position) -> None:
    left = len(snake(position.order)) - position.picks
    if left <= 0:
        raise ValueError("a draft with all choices made is over")
    if sum(is_free(region) for region in position.regions.values()) < left:
        raise ValueError("there are fewer free regions than choices")


def _check_seats(position: Position) -> None:
    named = [position.turn, *position.options.bots, *position.out, *position.ranking]
    named += [seat for pair in position.alliances for seat in pair]
    named += [seat for offer in position.alliance_offers for seat in (offer.offerer, offer.to)]
    named += [seat for trade in position.trades for seat in (trade.offerer, *trade.declined)]
    named += [trade.to for trade in position.trades if trade.to is not None]
    named += [region.owner for region in position.regions.values() if region.owner is not None]
    named += [] if position.winner is None else [position.winner]
    if not all(seat in range(len(position.seats)) for seat in named):
        raise ValueError(f"the seats are 0 to {len(position.seats) - 1}")
    gone = {seat for seat, one in enumerate(position.seats) if one.status != "playing"}
    if not set(position.out) <= gone or not _are_different(position.out):
        raise ValueError("out names only those who are out of play, each once")
    for number, seat in enumerate(position.seats):
        if not set(seat.picked) <= set(REGIONS):
            raise ValueError(f"seat {number} has picked what is no region")
        if seat.kind == "bot" and (seat.controller != "bot" or not seat.connected):
            raise ValueError(f"seat {number} is a bot's, and nobody else plays it")
        if seat.missed_turns < 0:
            raise ValueError("missed turns are counted from 0")


def _check_regions(position: Position) -> None:
    for name, region in position.regions.items():
        if region.number not in NUMBERS:
            raise ValueError(f"{name} bears no number of the dice")
        if sum(region.units) > BALANCE.max_units:
            raise ValueError(f"{name} holds more than {BALANCE.max_units}")
        if not covers(region.units, region.used):
            raise ValueError(f"more have acted in {name} than stand there")
        if any(region.used) and (position.phase != "play" or region.owner != position.turn):
            raise ValueError(f"only regions of the seat on turn have units that have acted, not {name}")
        if region.plundered and not region.village:
            raise ValueError(f"there is no village in {name} that could be plundered")


def _check_offers(position: Position) -> None:
    if any(one == other for one, other in position.alliances) or not _are_different(position.alliances):
        raise ValueError("an alliance names two seats, and stands once")
    if any(offer.offerer == offer.to for offer in position.alliance_offers):
        raise ValueError("nobody is allied with itself")
    pairs = [frozenset((offer.offerer, offer.to)) for offer in position.alliance_offers]
    if not _are_different(pairs):
        raise ValueError("between two seats one offer of an alliance stands at most")
    if any(tuple(sorted(pair)) in position.alliances for pair in pairs):
        raise ValueError("who is allied has no offer of it open")
    numbers = [trade.id for trade in position.trades]
    if numbers != sorted(set(numbers)):
        raise ValueError("trades stand in the order of their ids")
    for trade in position.trades:
        if not (any(trade.give) and any(trade.get)):
            raise ValueError(f"trade {trade.id} lacks a side")
        if trade.to == trade.offerer or not _are_different(trade.declined):
            raise ValueError(f"trade {trade.id} cannot have come about")
    if position.phase != "play" and (position.trades or position.alliance_offers):
        raise ValueError("offers stand open only in play")


def _check_end(position: Position) -> None:
    if position.phase != "over" and (position.winner, position.win_reason, position.ranking) != (
        None,
        None,
        (),
    ):
        raise ValueError("a game that is not over has no winner")
    if not _are_different(position.ranking):
        raise ValueError("the ranking names each seat once")


def _are_different(items: Iterable[object]) -> bool:
    listed = list(items)
    return len(set(listed)) == len(listed)
