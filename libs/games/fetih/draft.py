"""The choice of start regions: rules F26-F29 and F32."""

from dataclasses import replace

from libs.games.fetih.counts import counts, named, plus
from libs.games.fetih.events import Event, RegionPicked, StartingResourcesGranted
from libs.games.fetih.position import Position, is_free, snake
from libs.games.fetih.rejections import REGION_TAKEN, TOO_CLOSE
from libs.games.fetih.rights import choice_refusal
from libs.games.fetih.tables import BALANCE, NEIGHBOURS, RESOURCES, START_PACK, START_UNITS, single
from libs.games.fetih.turn import start_turn
from libs.games.kit.asks import Choice
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import Rejection, refuse


def pickable(position: Position, seat: int) -> list[str]:
    """What that seat may choose, in board order (F28); nothing if it is not its turn to choose."""
    if choice_refusal(position, seat) is not None:
        return []
    free = [name for name, region in position.regions.items() if is_free(region)]
    # With every free region next to somebody, the distance is no matter for this choice.
    return [name for name in free if not _is_close(position, seat, name)] or free


def _is_close(position: Position, seat: int, name: str) -> bool:
    owners = {position.regions[neighbour].owner for neighbour in NEIGHBOURS[name]}
    return bool(owners - {None, seat})


def pick_refusal(position: Position, seat: int, region: str) -> Rejection | None:
    """Why that seat may not choose that region, or None if it may."""
    refusal = choice_refusal(position, seat)
    if refusal is not None:
        return refusal
    if not is_free(position.regions[region]):
        return REGION_TAKEN
    return None if region in pickable(position, seat) else TOO_CLOSE


def pick_region(decision: Decision[Position, Event], seat: int, region: str) -> None:
    refuse(pick_refusal(decision.position, seat, region))
    _pick(decision, seat, region, auto=False)


def pick_for_late(decision: Decision[Position, Event]) -> None:
    """The time to choose has run out (F32)."""
    late = decision.position.turn
    region = decision.chance.draw("auto_pick", Choice(pickable(decision.position, late)))
    _pick(decision, late, region, auto=True)


def _pick(decision: Decision[Position, Event], seat: int, region: str, *, auto: bool) -> None:
    decision.record(RegionPicked(seat=seat, region=region, pick=decision.position.picks + 1, auto=auto))
    close_if_done(decision)


def close_if_done(decision: Decision[Position, Event]) -> None:
    """After the last choice, made or skipped, play begins (F29, F30)."""
    position = decision.position
    if position.picks < len(snake(position.order)):
        return
    for place, seat in enumerate(position.order):
        if position.seats[seat].status == "playing":
            decision.record(_grant(position, seat, place))
    start_turn(decision, decision.position.playing[0], 1)


def _grant(position: Position, seat: int, place: int) -> StartingResourcesGranted:
    goods = START_PACK
    picked = position.seats[seat].picked
    second = picked[1] if len(picked) > 1 else None
    if second is not None:
        goods = plus(goods, single(position.regions[second].resource, BALANCE.second_village_yield))
    cycle = BALANCE.compensation_cycle
    for number in range(BALANCE.compensation_per_place * place):
        goods = plus(goods, single(cycle[number % len(cycle)]))
    return StartingResourcesGranted(seat=seat, resources=named(RESOURCES, goods), second_region=second)


def region_picked(position: Position, event: RegionPicked) -> Position:
    seat = position.seats[event.seat]
    region = replace(
        position.regions[event.region], owner=event.seat, village=True, plundered=False, units=START_UNITS
    )
    position = position.with_seat(event.seat, replace(seat, picked=(*seat.picked, event.region)))
    return to_next_choice(replace(position.with_region(event.region, region), picks=event.pick))


def to_next_choice(position: Position) -> Position:
    """The choices of those who have resigned are skipped (F85)."""
    choosers = snake(position.order)
    picks = position.picks
    while picks < len(choosers) and position.seats[choosers[picks]].status != "playing":
        picks += 1
    turn = choosers[picks] if picks < len(choosers) else position.turn
    return replace(position, picks=picks, turn=turn)


def starting_resources_granted(position: Position, event: StartingResourcesGranted) -> Position:
    return position.received(event.seat, counts(RESOURCES, event.resources))
