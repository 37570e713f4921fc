"""What a victory brings: rules F63-F66, F82, F84, F86 and F207."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from libs.games.fetih.counts import Counts, counts, named
from libs.games.fetih.events import (
    ContinentClaimLost,
    ContinentClaimMade,
    Event,
    RegionConquered,
    ResourcePlundered,
    ResourcesInherited,
    SeatEliminated,
)
from libs.games.fetih.position import Position, points
from libs.games.fetih.tables import RESOURCES, UNITS, Defence, single
from libs.games.fetih.trade import close_answered
from libs.games.fetih.winning import has_claim, win_if_last
from libs.games.kit.asks import Choice
from libs.games.kit.decision import Decision

OneDecision = Decision[Position, Event]

FALLEN: Mapping[Defence, Defence] = MappingProxyType({"none": "none", "fence": "none", "wall": "fence"})
"""What conquest leaves of fence and wall (F65)."""


def conquer(decision: OneDecision, seat: int, name: str, units: Counts) -> None:
    """The seat takes the region with those units, which have left their own already."""
    before = decision.position
    region = before.regions[name]
    previous = region.owner
    decision.record(
        RegionConquered(
            seat=seat,
            region=name,
            previous=previous,
            units=named(UNITS, units),
            village=region.village,
            defence=FALLEN[region.defence],
        )
    )
    if previous is not None:
        _take_from(decision, seat, previous)
        if has_claim(before, previous) and not has_claim(decision.position, previous):
            decision.record(ContinentClaimLost(seat=previous))
    if win_if_last(decision):
        return
    if has_claim(decision.position, seat) and not has_claim(before, seat):
        decision.record(ContinentClaimMade(seat=seat, points=points(decision.position, seat)))


def _take_from(decision: OneDecision, seat: int, previous: int) -> None:
    hand = decision.position.hand(previous)
    if decision.position.regions_of(previous):
        if any(hand):
            pieces = [
                resource for resource, number in zip(RESOURCES, hand, strict=True) for _ in range(number)
            ]
            resource = decision.chance.draw("plunder", Choice(pieces))
            decision.record(ResourcePlundered(seat=seat, from_=previous, resource=resource))
        return
    decision.record(SeatEliminated(seat=previous, by=seat))
    if any(hand):
        decision.record(
            ResourcesInherited(seat=seat, from_=previous, resources=named(RESOURCES, hand), count=sum(hand))
        )
    close_answered(decision)


def region_conquered(position: Position, event: RegionConquered) -> Position:
    # F64: the village passes on plundered, anew if it was so already. F63: those who moved in are used.
    units = counts(UNITS, event.units)
    region = replace(
        position.regions[event.region],
        owner=event.seat,
        units=units,
        used=units,
        village=event.village,
        plundered=event.village,
        defence=event.defence,
    )
    return position.with_region(event.region, region)


def resource_plundered(position: Position, event: ResourcePlundered) -> Position:
    return position.handed(event.from_, event.seat, single(event.resource, event.count))
