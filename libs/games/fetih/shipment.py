"""Moving soldiers over one's own regions: rules F67-F70."""

from collections.abc import Iterator
from dataclasses import replace

from libs.games.fetih.commands import Ship
from libs.games.fetih.counts import counts, covers, minus, plus
from libs.games.fetih.events import Event, UnitsShipped
from libs.games.fetih.position import Position
from libs.games.fetih.rejections import (
    NOT_CONNECTED,
    NOT_READY,
    NOT_YOURS,
    REGION_FULL,
    SAME_REGION,
)
from libs.games.fetih.rights import action_refusal
from libs.games.fetih.tables import BALANCE, NEIGHBOURS, UNITS
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import Rejection, refuse


def connected(position: Position, start: str) -> set[str]:
    """All regions that its owner's own regions join to that one, itself included (F67)."""
    owner = position.regions[start].owner
    found, left = {start}, [start]
    while left:
        for name in NEIGHBOURS[left.pop()]:
            if name not in found and position.regions[name].owner == owner:
                found.add(name)
                left.append(name)
    return found


def lands(position: Position, seat: int) -> Iterator[list[str]]:
    """The seat's regions, those joined to each other together, in board order."""
    seen: set[str] = set()
    mine = position.regions_of(seat)
    for name in mine:
        if name not in seen:
            land = connected(position, name)
            seen |= land
            yield [one for one in mine if one in land]


def shipment_refusal(position: Position, seat: int, command: Ship) -> Rejection | None:
    """Why that seat may not ship that, on its turn, or None if it may."""
    source, destination = position.regions[command.from_], position.regions[command.to]
    if source.owner != seat or destination.owner != seat:
        return NOT_YOURS
    if command.from_ == command.to:
        return SAME_REGION
    if command.to not in connected(position, command.from_):
        return NOT_CONNECTED
    units = counts(UNITS, command.units)
    if not covers(source.ready, units):
        return NOT_READY
    return REGION_FULL if sum(destination.units) + sum(units) > BALANCE.max_units else None


def ship(decision: Decision[Position, Event], seat: int, command: Ship) -> None:
    refuse(action_refusal(decision.position, seat))
    refuse(shipment_refusal(decision.position, seat, command))
    decision.record(UnitsShipped(seat=seat, from_=command.from_, to=command.to, units=dict(command.units)))


def units_shipped(position: Position, event: UnitsShipped) -> Position:
    units = counts(UNITS, event.units)
    source, destination = position.regions[event.from_], position.regions[event.to]
    # F69: at their destination they stand as used; F61: their leaving changes nothing of that at home.
    arrived = replace(destination, units=plus(destination.units, units), used=plus(destination.used, units))
    left = replace(source, units=minus(source.units, units))
    return replace(position, regions={**position.regions, event.from_: left, event.to: arrived})
