"""Another position that a seat cannot tell from this one (F216)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from libs.games.fetih.counts import Counts
from libs.games.fetih.position import AllianceOffer, Position
from libs.games.fetih.tables import RESOURCES
from libs.games.fetih.trade import is_backed

Below = Callable[[int], int]

TRIES = 20
"""Deals that are tried until one backs the same trades; with none found the hands stay."""


def disguise(position: Position, viewer: int | None, below: Below) -> Position:
    """Other hands of the same sizes and sums, and other offers of alliances between others."""
    return _with_other_offers(_with_other_hands(position, viewer, below), viewer, below)


def _with_other_hands(position: Position, viewer: int | None, below: Below) -> Position:
    others = [seat for seat in range(len(position.seats)) if seat != viewer]
    pool = [kind for seat in others for kind, number in enumerate(position.hand(seat)) for _ in range(number)]
    backed = [is_backed(position, trade) for trade in position.trades]
    for _ in range(TRIES):
        other = _dealt(position, others, pool, below)
        if [is_backed(other, trade) for trade in other.trades] == backed:
            return other
    return position


def _dealt(position: Position, others: Sequence[int], pool: list[int], below: Below) -> Position:
    left = list(pool)
    for seat in others:
        taken = [left.pop(below(len(left))) for _ in range(sum(position.hand(seat)))]
        hand: Counts = tuple([taken.count(kind) for kind in range(len(RESOURCES))])
        position = position.with_hand(seat, hand)
    return position


def _with_other_offers(position: Position, viewer: int | None, below: Below) -> Position:
    if position.phase != "play":
        return position
    seen = [offer for offer in position.alliance_offers if viewer in (offer.offerer, offer.to)]
    others = sorted(seat for seat in position.playing if seat != viewer)
    hidden = []
    for place, one in enumerate(others):
        for other in others[place + 1 :]:
            chosen = below(3)
            if chosen and not position.are_allied(one, other):
                offerer, to = (one, other) if chosen == 1 else (other, one)
                hidden.append(AllianceOffer(offerer=offerer, to=to))
    return replace(position, alliance_offers=(*seen, *hidden))
