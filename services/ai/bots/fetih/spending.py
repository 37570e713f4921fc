"""Choosing what to buy: villages, defences, soldiers, the age, and bank trades on the way to them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from services.ai.bots.fetih.board import (
    AGE_COST,
    BANK_RATE,
    GUNPOWDER_UNITS,
    HAND_LIMIT,
    RESOURCES,
    STRENGTH,
    STRUCTURE_COST,
    UNIT_COST,
    UNITS,
)
from services.ai.bots.fetih.moving import front
from services.ai.bots.fetih.offers import Command, Offers
from services.ai.bots.fetih.outlook import Outlook, Region
from services.ai.bots.fetih.worth import RESOURCE_PER_STRENGTH, VILLAGE, Worth

VILLAGE_ROUNDS = 9.0
"""How many rounds of what it adds a village is reckoned to bring."""

LEAST = 0.5
"""A purchase that brings less than this for each resource is let be."""

OUTDATED = 0.7
"""What soldiers of the sword age are worth to a seat that can train better ones for what it saves."""

SAVING_INCOME = 7.0
"""Resources a round from which on the age is saved for."""

Cost = Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """Something to buy, its price for one, and what it is worth."""

    command: Command
    cost: Cost
    value: float
    place: float = 0.0
    """What one of the ten places of the region is worth: the more, the richer the hand."""


def best_purchase(outlook: Outlook, worth: Worth, offers: Offers) -> Command | None:
    """The advance, else the best thing for its price that can be paid, or the bank trade that leads to it."""
    if not outlook.gunpowder and _wants_age(outlook, worth):
        if offers.has("advance_age"):
            return {"type": "advance_age"}
        trade = _trades_for(outlook, AGE_COST, offers)
        if trade is not None:
            return trade
    reserve = _reserve(outlook, worth)
    spendable = {kind: max(outlook.hand[kind] - reserve.get(kind, 0), 0) for kind in RESOURCES}
    wishes = sorted(
        (
            (purchase.value / (_price(outlook, purchase.cost) + purchase.place), purchase)
            for purchase in wishes_of(outlook, worth)
        ),
        key=lambda pair: -pair[0],
    )
    for rate, purchase in wishes:
        if rate < LEAST:
            break
        if _covers(spendable, purchase.cost) and offers.allows(purchase.command):
            return _as_many(outlook, purchase, spendable)
    return _useful_trade(outlook, wishes, spendable, offers)


def _covers(hand: Cost, cost: Cost) -> bool:
    return all(hand.get(kind, 0) >= count for kind, count in cost.items())


def income(outlook: Outlook, worth: Worth) -> float:
    """Resources that the seat may expect in a round."""
    return sum(worth.production(region, village=region.village) for region in outlook.mine)


def _wants_age(outlook: Outlook, worth: Worth) -> bool:
    return income(outlook, worth) >= 4.0 or any(
        outlook.seats[seat]["age"] != "sword" for seat in outlook.others
    )


def _reserve(outlook: Outlook, worth: Worth) -> Cost:
    """What is kept back for the age, where income makes it a matter of a few turns."""
    if outlook.gunpowder or income(outlook, worth) < SAVING_INCOME:
        return {}
    return AGE_COST


def _price(outlook: Outlook, cost: Cost) -> float:
    """The resources, each the dearer the fewer of its kind are left."""
    total = sum(outlook.hand.values())
    surplus = 0.85 if total > HAND_LIMIT else 1.0
    price = 0.0
    for kind, count in cost.items():
        held = outlook.hand[kind]
        price += count * (0.8 if held >= 6 else 0.9 if held >= 4 else 1.0)
    return price * surplus


def wishes_of(outlook: Outlook, worth: Worth) -> Iterator[Purchase]:
    """All that could be bought, whether it can be paid or not."""
    fronts = {region.id: front(outlook, worth, region) for region in outlook.mine}
    top = max(fronts.values(), default=0.0)
    for region in outlook.mine:
        yield from _structures(worth, region)
        if region.village and region.room:
            for kind in UNITS:
                if kind in GUNPOWDER_UNITS and not outlook.gunpowder:
                    continue
                place = 0.75 if top <= 0 else 0.75 + 0.35 * fronts[region.id] / top
                value = STRENGTH[kind] * RESOURCE_PER_STRENGTH * place
                if outlook.gunpowder and kind not in GUNPOWDER_UNITS:
                    value *= OUTDATED
                command: Command = {"type": "train", "region": region.id, "unit": kind, "count": 1}
                yield Purchase(
                    command=command, cost=UNIT_COST[kind], value=value, place=min(outlook.spare / 10, 3.0)
                )


def _structures(worth: Worth, region: Region) -> Iterator[Purchase]:
    now = worth.danger(region, region.defence)
    if not region.village:
        more = worth.production(region, village=True) - worth.production(region, village=False)
        value = (more * VILLAGE_ROUNDS + VILLAGE * 0.5) * (1 - now)
        yield _structure(region, "village", value)
    wall = {"none": "fence", "fence": "wall"}.get(region.wall)
    if wall is not None and now > 0:
        safer = now - worth.danger(region, region.defence + (3 if wall == "fence" else 2))
        at_stake = worth.loss(region) + region.power * RESOURCE_PER_STRENGTH
        yield _structure(region, wall, 1.3 * safer * at_stake)


def _structure(region: Region, structure: str, value: float) -> Purchase:
    command: Command = {"type": "build", "region": region.id, "structure": structure}
    return Purchase(command=command, cost=STRUCTURE_COST[structure], value=value)


def _as_many(outlook: Outlook, purchase: Purchase, spendable: Cost) -> Command:
    """As many soldiers at once as the hand and the region allow."""
    if purchase.command["type"] != "train":
        return purchase.command
    affordable = min(spendable[kind] // count for kind, count in purchase.cost.items())
    room = outlook.regions[purchase.command["region"]].room
    return {**purchase.command, "count": min(affordable, room)}


def _useful_trade(
    outlook: Outlook, wishes: list[tuple[float, Purchase]], spendable: Cost, offers: Offers
) -> Command | None:
    """A bank trade after which a wish can be paid, if it is worth what the bank keeps."""
    for rate, purchase in wishes:
        missing = {
            kind: count - spendable.get(kind, 0)
            for kind, count in purchase.cost.items()
            if count > spendable.get(kind, 0)
        }
        lots = sum(missing.values())
        paid = sum(purchase.cost.values())
        if lots == 0 or rate * paid / (paid + lots * (BANK_RATE - 1) * 0.6) < LEAST:
            continue
        spare = {kind: spendable[kind] - purchase.cost.get(kind, 0) for kind in RESOURCES}
        trade = _one_trade(outlook, missing, spare, offers)
        if trade is not None and sum(max(left, 0) // BANK_RATE for left in spare.values()) >= lots:
            return trade
    return None


def _trades_for(outlook: Outlook, cost: Cost, offers: Offers) -> Command | None:
    """The next bank trade towards that price, if trades alone can pay it."""
    missing = {kind: count - outlook.hand[kind] for kind, count in cost.items() if count > outlook.hand[kind]}
    spare = {kind: outlook.hand[kind] - cost.get(kind, 0) for kind in RESOURCES}
    if sum(max(left, 0) // BANK_RATE for left in spare.values()) < sum(missing.values()):
        return None
    return _one_trade(outlook, missing, spare, offers)


def _one_trade(outlook: Outlook, missing: Cost, spare: Cost, offers: Offers) -> Command | None:
    givers = sorted((kind for kind in RESOURCES if spare[kind] >= BANK_RATE), key=lambda kind: -spare[kind])
    return offers.first(
        {"type": "bank_trade", "give": give, "get": get, "times": 1}
        for get in missing
        for give in givers
        if outlook.bank[get]
    )
