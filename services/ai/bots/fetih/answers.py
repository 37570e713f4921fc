"""Answering what others offer, and breaking with an ally."""

from collections.abc import Mapping

from libs.games.kit.game import Json
from services.ai.bots.fetih.board import BETRAYAL_PRICE, CONTINENTS, RESOURCES, VICTORY_POINTS
from services.ai.bots.fetih.offers import Command, Offers
from services.ai.bots.fetih.outlook import Outlook

USE: Mapping[str, float] = {"wood": 1.0, "stone": 0.85, "food": 0.95, "gold": 1.1}


def answer(view: Json, outlook: Outlook, offers: Offers) -> Command | None:
    """Yes or no to the first offer that waits for it."""
    for trade in view["trades"]:
        yes, no = ({"type": f"{word}_trade", "trade": trade["id"]} for word in ("accept", "decline"))
        if trade["from"] == outlook.me or not offers.allows(no):
            continue
        return yes if offers.allows(yes) and is_fair(outlook, trade) else no
    for offer in view["alliance_offers"]:
        yes, no = ({"type": f"{word}_alliance", "from": offer["from"]} for word in ("accept", "decline"))
        if offer["to"] == outlook.me and offers.allows(no):
            return yes if offers.allows(yes) and is_welcome(outlook, offer["from"]) else no
    return None


def is_fair(outlook: Outlook, trade: Json) -> bool:
    """Whether the swap helps this seat at least as much as the other, who is not about to win."""
    offerer = trade["from"]
    if offerer in outlook.claims or near_victory(outlook, offerer):
        return False
    got, paid = trade["give"], trade["get"]
    if sum(got.values()) < sum(paid.values()):
        return False
    gained = sum(_use(outlook, kind, count) for kind, count in got.items())
    lost = sum(_use(outlook, kind, -count) for kind, count in paid.items())
    return gained + lost > 0


def _use(outlook: Outlook, kind: str, change: int) -> float:
    """What so many more or fewer of a kind mean: each the less the more there are of it."""
    held = outlook.hand[kind]
    steps = range(held, held + change) if change > 0 else range(held + change, held)
    value = sum(USE[kind] / (1 + step / 4) for step in steps)
    return value if change > 0 else -value


def is_welcome(outlook: Outlook, seat: int) -> bool:
    """Whether an alliance with that seat helps: it does not lead, and somebody else is left to fight."""
    others = [other for other in outlook.others if other not in outlook.allies and other != seat]
    return seat != outlook.leader and bool(others) and not near_victory(outlook, seat)


def near_victory(outlook: Outlook, seat: int) -> bool:
    """Whether the seat has the points to win, or lacks one region of a continent that brings them."""
    points = outlook.points[seat]
    return points >= VICTORY_POINTS or any(
        points + continent.points >= VICTORY_POINTS
        and outlook.shares[continent.id].get(seat, 0) == len(continent.regions) - 1
        for continent in CONTINENTS
    )


def betrayal(outlook: Outlook, offers: Offers) -> Command | None:
    """Break with an ally that is about to win, or when nobody but allies is left."""
    only_allies = all(seat in outlook.allies for seat in outlook.others)
    for ally in sorted(outlook.allies, key=lambda seat: outlook.held[seat]):
        command: Command = {"type": "break_alliance", "with": ally, "pay": _payment(outlook.hand)}
        due = (only_allies and _borders(outlook, ally)) or near_victory(outlook, ally)
        if due and sum(outlook.hand.values()) >= BETRAYAL_PRICE and offers.allows(command):
            return command
    return None


def _borders(outlook: Outlook, seat: int) -> bool:
    return any(other.owner == seat for region in outlook.mine for other in outlook.neighbours(region))


def _payment(hand: Mapping[str, int]) -> dict[str, int]:
    """Always one of what there is most of."""
    left, paid = dict(hand), dict.fromkeys(RESOURCES, 0)
    for _ in range(BETRAYAL_PRICE):
        kind = max(RESOURCES, key=lambda resource: left[resource])
        left[kind] -= 1
        paid[kind] += 1
    return {kind: count for kind, count in paid.items() if count}
