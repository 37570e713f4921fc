"""The dice and what they bring: rules F16-F24, F64 and F204."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from libs.games.fetih.counts import counts, named
from libs.games.fetih.events import (
    BankShort,
    ContinentBonusPaid,
    DiceRolled,
    Event,
    ResourcesDiscarded,
    ResourcesProduced,
    VillageRestored,
)
from libs.games.fetih.position import Position, Region, continent_owner
from libs.games.fetih.rights import roll_refusal
from libs.games.fetih.tables import BALANCE, CONTINENTS, ILL_FATED, REGIONS, RESOURCES, Resource, single
from libs.games.kit.asks import Dice, Subset
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import refuse

OneDecision = Decision[Position, Event]

Claims = dict[Resource, dict[int, int]]
"""For each resource what each seat has coming, seats in turn order from the roller."""


def yield_of(region: Region) -> int:
    """What one roll of its number brings its owner (F17, F18)."""
    doubles = region.village and not region.plundered
    return BALANCE.village_yield if doubles else BALANCE.region_yield


@lru_cache(maxsize=256)
def _bonus_resources(terrains: tuple[Resource, ...]) -> dict[str, Resource]:
    made = dict(zip(REGIONS, terrains, strict=True))
    bonuses: dict[str, Resource] = {}
    for continent in CONTINENTS:
        tally = Counter(made[name] for name in continent.regions)
        bonuses[continent.id] = max(RESOURCES, key=lambda resource: tally[resource])
    return bonuses


def bonus_resources(position: Position) -> dict[str, Resource]:
    """The resource of each continent's bonus: the one most of its regions make (F21)."""
    return _bonus_resources(tuple([region.resource for region in position.regions.values()]))


def roll_dice(decision: OneDecision, seat: int) -> None:
    refuse(roll_refusal(decision.position, seat))
    roll(decision, seat, auto=False)


def roll(decision: OneDecision, seat: int, *, auto: bool) -> None:
    first, second = decision.chance.draw("dice", Dice(2, 6))
    total = first + second
    decision.record(DiceRolled(seat=seat, dice=(first, second), total=total, auto=auto))
    if total == ILL_FATED:
        _discard(decision, seat)
    else:
        _produce(decision, seat, total)
        _pay_bonuses(decision, seat)
    for name in decision.position.regions_of(seat):
        if decision.position.regions[name].plundered:
            decision.record(VillageRestored(region=name))


def _discard(decision: OneDecision, roller: int) -> None:
    for seat in decision.position.from_seat(roller):
        size = sum(decision.position.hand(seat))
        if decision.position.seats[seat].status == "playing" and size > BALANCE.hand_limit:
            hand = named(RESOURCES, decision.position.hand(seat))
            lost = decision.chance.draw("discard", Subset(hand, size // 2))
            decision.record(ResourcesDiscarded(seat=seat, resources=lost, count=size // 2))


def _claims(position: Position, roller: int, total: int) -> Claims:
    claims: Claims = {resource: dict.fromkeys(position.from_seat(roller), 0) for resource in RESOURCES}
    for region in position.regions.values():
        if region.number == total and region.owner is not None:
            claims[region.resource][region.owner] += yield_of(region)
    return {resource: {seat: claim for seat, claim in of.items() if claim} for resource, of in claims.items()}


def _produce(decision: OneDecision, roller: int, total: int) -> None:
    position = decision.position
    paid: Claims = {}
    for resource, claims in _claims(position, roller, total).items():
        wanted = sum(claims.values())
        left = position.bank[RESOURCES.index(resource)]
        paid[resource] = claims
        if wanted > left:
            # F19: one claimant takes what is left, several get nothing.
            paid[resource] = dict.fromkeys(claims, left if len(claims) == 1 else 0)
            short = BankShort(
                resource=resource, wanted=wanted, paid=sum(paid[resource].values()), seats=tuple(claims)
            )
            decision.record(short)
    for seat in position.from_seat(roller):
        got: dict[str, int] = {of: seats[seat] for of, seats in paid.items() if seats.get(seat)}
        if got:
            regions = tuple(
                name
                for name, region in position.regions.items()
                if region.owner == seat and region.number == total and region.resource in got
            )
            decision.record(ResourcesProduced(seat=seat, resources=got, regions=regions))


def _pay_bonuses(decision: OneDecision, roller: int) -> None:
    resources = bonus_resources(decision.position)
    for continent in CONTINENTS:
        if continent_owner(decision.position, continent.regions) == roller:
            resource = resources[continent.id]
            amount = min(continent.points, decision.position.bank[RESOURCES.index(resource)])
            decision.record(
                ContinentBonusPaid(seat=roller, continent=continent.id, resource=resource, amount=amount)
            )


def dice_rolled(position: Position, event: DiceRolled) -> Position:
    return replace(position, rolled=True, last_roll=event.dice)


def resources_discarded(position: Position, event: ResourcesDiscarded) -> Position:
    return position.paid(event.seat, counts(RESOURCES, event.resources))


def resources_produced(position: Position, event: ResourcesProduced) -> Position:
    return position.received(event.seat, counts(RESOURCES, event.resources))


def continent_bonus_paid(position: Position, event: ContinentBonusPaid) -> Position:
    return position.received(event.seat, single(event.resource, event.amount))


def village_restored(position: Position, event: VillageRestored) -> Position:
    return position.with_region(event.region, replace(position.regions[event.region], plundered=False))
