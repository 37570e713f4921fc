"""Leaving play and winning: rules F82, F86 and F210."""

from dataclasses import replace

from libs.games.fetih.counts import counts
from libs.games.fetih.events import Event, GameWon, ResourcesInherited, SeatEliminated
from libs.games.fetih.position import Position, Status, WinReason, points
from libs.games.fetih.tables import BALANCE, RESOURCES
from libs.games.kit.decision import Decision


def has_claim(position: Position, seat: int) -> bool:
    """Whether that seat owns continents enough to win (F86)."""
    return points(position, seat) >= BALANCE.victory_points


def claims(position: Position) -> list[int]:
    """The seats in play that own continents enough, in turn order; outside play there are none."""
    if position.phase != "play":
        return []
    return [seat for seat in position.playing if has_claim(position, seat)]


def ranking(position: Position, winner: int) -> tuple[int, ...]:
    """The winner, then those in play by number of regions, then those out, the last out first (F210)."""
    rest = [seat for seat in position.playing if seat != winner]
    rest.sort(key=lambda seat: -len(position.regions_of(seat)))
    out = list(reversed(position.out))
    # A loaded position may not say in which order seats left.
    unplaced = [seat for seat in position.order if seat not in (winner, *rest, *out)]
    return (winner, *rest, *out, *unplaced)


def win(decision: Decision[Position, Event], seat: int, reason: WinReason) -> None:
    decision.record(GameWon(seat=seat, reason=reason, ranking=ranking(decision.position, seat)))


def win_if_last(decision: Decision[Position, Event]) -> bool:
    """Whether only one seat was left in play, which has won by that."""
    left = decision.position.playing
    if len(left) == 1:
        win(decision, left[0], "last_standing")
    return len(left) == 1


def left_play(position: Position, number: int, status: Status) -> Position:
    """A seat is out: its alliances and offers end with it (F82)."""
    position = position.with_seat(number, replace(position.seats[number], status=status))
    return replace(
        position,
        out=(*position.out, number),
        alliances=tuple(pair for pair in position.alliances if number not in pair),
        alliance_offers=tuple(
            offer for offer in position.alliance_offers if number not in (offer.offerer, offer.to)
        ),
        trades=tuple(trade for trade in position.trades if number not in (trade.offerer, trade.to)),
    )


def seat_eliminated(position: Position, event: SeatEliminated) -> Position:
    return left_play(position, event.seat, "eliminated")


def resources_inherited(position: Position, event: ResourcesInherited) -> Position:
    return position.handed(event.from_, event.seat, counts(RESOURCES, event.resources))


def game_won(position: Position, event: GameWon) -> Position:
    return replace(
        position.without_used(),
        phase="over",
        winner=event.seat,
        win_reason=event.reason,
        ranking=event.ranking,
        trades=(),
        alliance_offers=(),
    )
