"""Training, building and the ages: rules F34-F50 and F60."""

from dataclasses import replace

from libs.games.fetih.commands import Build, Train
from libs.games.fetih.counts import counts, covers, named, plus, times
from libs.games.fetih.events import AgeAdvanced, Event, StructureBuilt, UnitsTrained
from libs.games.fetih.position import Position
from libs.games.fetih.rejections import (
    AGE_REQUIRED,
    ALREADY_ADVANCED,
    ALREADY_BUILT,
    CANNOT_AFFORD,
    FENCE_REQUIRED,
    NO_VILLAGE,
    NOT_YOURS,
    REGION_FULL,
)
from libs.games.fetih.rights import action_refusal
from libs.games.fetih.tables import (
    AGE_COST,
    BALANCE,
    GUNPOWDER_UNITS,
    RESOURCES,
    STRUCTURE_COST,
    UNIT_COST,
    UNITS,
    Structure,
    Unit,
)
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import Rejection, refuse


def training_refusal(position: Position, seat: int, region: str, unit: Unit, count: int) -> Rejection | None:
    """Why that seat may not train so many there, on its turn, or None if it may."""
    where = position.regions[region]
    if where.owner != seat:
        return NOT_YOURS
    if not where.village:
        return NO_VILLAGE
    if unit in GUNPOWDER_UNITS and position.seats[seat].age != "gunpowder":
        return AGE_REQUIRED
    if sum(where.units) + count > BALANCE.max_units:
        return REGION_FULL
    return None if covers(position.hand(seat), times(UNIT_COST[unit], count)) else CANNOT_AFFORD


def building_refusal(position: Position, seat: int, region: str, structure: Structure) -> Rejection | None:
    """Why that seat may not build that there, on its turn, or None if it may."""
    where = position.regions[region]
    if where.owner != seat:
        return NOT_YOURS
    stands = {
        "village": where.village,
        "fence": where.defence in ("fence", "wall"),
        "wall": where.defence == "wall",
    }
    if stands[structure]:
        return ALREADY_BUILT
    if structure == "wall" and where.defence != "fence":
        return FENCE_REQUIRED
    return None if covers(position.hand(seat), STRUCTURE_COST[structure]) else CANNOT_AFFORD


def age_refusal(position: Position, seat: int) -> Rejection | None:
    """Why that seat may not advance, on its turn, or None if it may."""
    if position.seats[seat].age == "gunpowder":
        return ALREADY_ADVANCED
    return None if covers(position.hand(seat), AGE_COST) else CANNOT_AFFORD


def train(decision: Decision[Position, Event], seat: int, command: Train) -> None:
    refuse(action_refusal(decision.position, seat))
    refuse(training_refusal(decision.position, seat, command.region, command.unit, command.count))
    price = named(RESOURCES, times(UNIT_COST[command.unit], command.count))
    decision.record(
        UnitsTrained(seat=seat, region=command.region, unit=command.unit, count=command.count, paid=price)
    )


def build(decision: Decision[Position, Event], seat: int, command: Build) -> None:
    refuse(action_refusal(decision.position, seat))
    refuse(building_refusal(decision.position, seat, command.region, command.structure))
    price = named(RESOURCES, STRUCTURE_COST[command.structure])
    decision.record(StructureBuilt(seat=seat, region=command.region, structure=command.structure, paid=price))


def advance_age(decision: Decision[Position, Event], seat: int) -> None:
    refuse(action_refusal(decision.position, seat))
    refuse(age_refusal(decision.position, seat))
    decision.record(AgeAdvanced(seat=seat, age="gunpowder", paid=named(RESOURCES, AGE_COST)))


def units_trained(position: Position, event: UnitsTrained) -> Position:
    region = position.regions[event.region]
    trained = counts(UNITS, {event.unit: event.count})
    position = position.paid(event.seat, counts(RESOURCES, event.paid))
    return position.with_region(event.region, replace(region, units=plus(region.units, trained)))


def structure_built(position: Position, event: StructureBuilt) -> Position:
    region = position.regions[event.region]
    if event.structure == "village":
        region = replace(region, village=True)
    else:
        region = replace(region, defence=event.structure)
    return position.paid(event.seat, counts(RESOURCES, event.paid)).with_region(event.region, region)


def age_advanced(position: Position, event: AgeAdvanced) -> Position:
    position = position.paid(event.seat, counts(RESOURCES, event.paid))
    return position.with_seat(event.seat, replace(position.seats[event.seat], age=event.age))
