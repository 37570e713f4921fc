"""Shipping idle soldiers to where they are of use."""

from services.ai.bots.fetih.board import NEIGHBOURS, UNITS
from services.ai.bots.fetih.offers import Command, Offers
from services.ai.bots.fetih.outlook import Outlook, Region
from services.ai.bots.fetih.worth import Worth

TIMES_BETTER = 3.0
"""A front this many times as worthwhile draws soldiers away from another."""


def front(outlook: Outlook, worth: Worth, region: Region) -> float:
    """How much soldiers are wanted in the region: to attack from it, or to hold it; 0 inland."""
    aims = [worth.gain(target) / (2 + target.defence) for target in outlook.targets(region)]
    need = worth.danger(region, region.defence) * worth.loss(region)
    return max(aims, default=0.0) + 0.3 * need


def best_shipment(outlook: Outlook, worth: Worth, offers: Offers) -> Command | None:
    """Soldiers that stand inland go to the best front that they reach."""
    fronts = {region.id: front(outlook, worth, region) for region in outlook.mine}
    places = sorted(
        (region for region in outlook.mine if region.room and fronts[region.id] > 0),
        key=lambda region: -fronts[region.id],
    )
    joined = components(outlook)
    for source in outlook.mine:
        if not source.ready or worth.threat(source) > 0:
            continue
        for place in places:
            if fronts[place.id] <= TIMES_BETTER * fronts[source.id] or place.id == source.id:
                break
            if joined[place.id] == joined[source.id]:
                command: Command = {
                    "type": "ship",
                    "from": source.id,
                    "to": place.id,
                    "units": _strongest(source, place.room),
                }
                if offers.allows(command):
                    return command
    return None


def components(outlook: Outlook) -> dict[str, int]:
    """For each own region the number of the connected piece that it belongs to (F67)."""
    piece: dict[str, int] = {}
    for number, region in enumerate(outlook.mine):
        if region.id in piece:
            continue
        piece[region.id] = number
        reached = [region.id]
        while reached:
            for name in NEIGHBOURS[reached.pop()]:
                if name not in piece and outlook.regions[name].owner == outlook.me:
                    piece[name] = number
                    reached.append(name)
    return piece


def _strongest(source: Region, room: int) -> dict[str, int]:
    chosen: dict[str, int] = {}
    for kind in reversed(UNITS):
        count = min(source.ready.get(kind, 0), room)
        if count:
            chosen[kind] = count
            room -= count
    return chosen
