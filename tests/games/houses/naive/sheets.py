"""Legal sheets at random: sections 2, 4 and 5 read from the other side, as what may be written."""

from random import Random
from typing import Any

from tests.games.houses.naive.board import Json, house_of, living, living_of, prestige, role
from tests.games.houses.naive.table import ACTIVITIES, HIRELINGS, ROLES, SPECIALS, kind_of, needed, ordinary

OTHERS = [0, 1, 2, 3, 4]
PLOTS = [
    ["attack", "defend", "royal_guard"],
    ["siege", "hire", "sabotage", "bribe", "feast", "marriage"],
    ["attack", "defend", "siege", "trade", "appoint_servant", "embargo"],
]
"""Activities that rarely meet by chance and have much to say to each other."""


class Fashion:
    """What all houses are inclined to in one turn, so that their activities meet.

    Drawn from the position alone: every house draws the same.
    """

    def __init__(self, position: Json) -> None:
        nobles = living(position)
        rng = Random(f"{position['turn']} {[prestige(position, noble) for noble in nobles]}")
        king = position["throne"]["king"]
        self.activities = rng.choice([*PLOTS, rng.sample(list(ACTIVITIES), 5)])
        self.hirelings = rng.sample(list(HIRELINGS), 2)
        self.nobles = rng.sample(nobles, min(len(nobles), 3)) + [king] * (king is not None)
        self.houses = rng.sample(range(5), 2)
        self.idle = rng.choice([0.03, 0.03, 0.03, 0.3, 0.85])

    def choose(self, offered: list[Any], liked: list[Any], rng: Random) -> Any:
        """One of those offered: more often than not one that is liked."""
        both = [one for one in offered if one in liked]
        return rng.choice(both if both and rng.random() < 0.65 else offered)


def legal_sheet(position: Json, house: int, rng: Random) -> Json:
    """`orders` and `standing` that any seat of the house may submit now."""
    orders: list[Json] = []
    for noble, slots in slots_of(position, house, rng).items():
        orders += ordinary_orders(position, noble, slots, rng)
        orders += special_orders(position, noble, rng)
        orders += free_orders(position, noble, orders, rng)
    obey(position, house, orders, rng)
    rng.shuffle(orders)
    return {"orders": orders, "standing": standing(house, rng)}


def slots_of(position: Json, house: int, rng: Random) -> dict[str, int]:
    """H11, H13, H79: how many ordinary activities each noble may be given, the forced one taken off."""
    nobles = living_of(position, house)
    slots = dict.fromkeys(nobles, 1)
    extra = position["houses"][house]["extra"]
    if extra["trade"]:
        for noble in nobles:
            if role(position, noble) == "treasurer":
                slots[noble] = 2
    if extra["favour"] and nobles:
        slots[rng.choice(nobles)] = 2
    for noble in nobles:
        if position["characters"][noble]["forced"] is not None:
            slots[noble] -= 1
    return slots


def ordinary_orders(position: Json, noble: str, slots: int, rng: Random) -> list[Json]:
    """Up to `slots` ordinary activities, at most one of them limited, the forced one counted (H10)."""
    orders: list[Json] = []
    fashion = Fashion(position)
    forced = position["characters"][noble]["forced"]
    limited = forced is not None and kind_of(forced["activity"]) == "limited"
    for _ in range(slots):
        names = [name for name in ordinary(role(position, noble)) if may_be_ordered(position, noble, name)]
        if limited:
            names = [name for name in names if kind_of(name) != "limited"]
        if not names or rng.random() < fashion.idle:
            continue
        activity = fashion.choose(names, fashion.activities, rng)
        order = {"by": noble, **some_order(position, noble, activity, rng)}
        if not any(is_duplicate(order, other) for other in orders):
            orders.append(order)
            limited = limited or kind_of(order["activity"]) == "limited"
    return orders


def may_be_ordered(position: Json, noble: str, activity: str) -> bool:
    """H9, H10, H43, H73."""
    him, turn = position["characters"][noble], position["turn"]
    if him["prestige"] < needed(activity):
        return False
    if kind_of(activity) == "limited" and him["limited_turn"] == turn - 1:
        return False
    served = {"appoint_attendant": 3, "appoint_servant": 5}.get(activity)
    if served is not None and him["retainer"] is not None:
        return bool(him["retainer"]["since"] + served <= turn)
    return True


def is_duplicate(order: Json, other: Json) -> bool:
    """H13, H27."""
    if order["activity"] != other["activity"]:
        return False
    if order["activity"] == "hire":
        return bool(order["hireling"] == other["hireling"])
    if order["activity"] == "command" or kind_of(order["activity"]) == "limited":
        return True
    return bool(order.get("target") == other.get("target"))


def some_order(position: Json, noble: str, activity: str, rng: Random) -> Json:
    """The activity with legal fields, without `by`."""
    order: Json = {"activity": activity}
    target = ACTIVITIES[activity][4]
    if target == "hireling":
        order["hireling"] = Fashion(position).choose(list(HIRELINGS), Fashion(position).hirelings, rng)
        if activity == "hire" or rng.random() < 0.8:
            order["target"] = some_target(position, noble, HIRELINGS[order["hireling"]][1], rng)
        elif rng.random() < 0.5:
            order["target"] = None  # H22: null is as good as left out
    elif target:
        order["target"] = some_target(position, noble, target, rng)
    if activity == "feast":
        order["guests"] = some_guests(position, rng)
    if activity in ("command", "bribe"):
        order["then"] = some_then(position, order["target"], rng)
    return order


def some_target(position: Json, noble: str, wanted: str, rng: Random) -> Any:
    house, fashion = house_of(noble), Fashion(position)
    if wanted == "house":
        return fashion.choose([other for other in range(5) if other != house], fashion.houses, rng)
    nobles = living(position)
    if wanted == "noble":
        nobles = [one for one in nobles if house_of(one) != house]
    if wanted == "not_self":
        nobles = [one for one in nobles if one != noble]
    return fashion.choose(nobles, fashion.nobles, rng)


def some_guests(position: Json, rng: Random) -> list[str]:
    """H44: one of every house that has a noble other than the king."""
    guests = []
    for house in range(5):
        nobles = [noble for noble in living_of(position, house) if role(position, noble) != "king"]
        if nobles:
            guests.append(rng.choice(nobles))
    rng.shuffle(guests)
    return guests


def some_then(position: Json, noble: str, rng: Random) -> Json:
    """H41: what that noble's role does, within reach or not."""
    names = [name for name in ordinary(role(position, noble)) if name not in ("command", "bribe")]
    return some_order(position, noble, rng.choice(names), rng)


def special_orders(position: Json, noble: str, rng: Random) -> list[Json]:
    """H12, H50."""
    house = house_of(noble)
    entry = position["houses"][house]
    for activity in SPECIALS:
        if ACTIVITIES[activity][0] != role(position, noble) or activity in entry["specials_used"]:
            continue
        if not may_be_ordered(position, noble, activity):
            continue
        if activity in ("dismiss", "coup", "claim"):
            if position["throne"]["king"] is None or entry["status"] == "ruling":
                continue
            if activity == "claim" and entry["status"] != "enemy":
                continue
        if rng.random() < 0.6:
            return [{"by": noble, **some_order(position, noble, activity, rng)}]
    return []


def free_orders(position: Json, noble: str, given: list[Json], rng: Random) -> list[Json]:
    """H29, H40, H43: favour, and an appointment or an errand."""
    orders = []
    him = position["characters"][noble]
    forced = him["forced"]
    appoints = any(order["by"] == noble and order["activity"] == "appoint_servant" for order in given)
    appoints = appoints or (forced is not None and forced["activity"] == "appoint_servant")
    if him["role"] == "king":
        if rng.random() < 0.9:
            orders.append({"by": noble, **some_order(position, noble, "favour", rng)})
        if may_be_ordered(position, noble, "appoint_attendant") and rng.random() < 0.6:
            orders.append({"by": noble, **some_order(position, noble, "appoint_attendant", rng)})
            appoints = True
    sends = him["retainer"] is not None and (him["role"] == "prince" or him["prestige"] >= 7)
    if sends and not appoints and rng.random() < 0.9:
        wanted = HIRELINGS[him["retainer"]["hireling"]][1]
        target = some_target(position, noble, wanted, rng)
        orders.append({"by": noble, "activity": "errand", "target": target})
    return orders


def obey(position: Json, house: int, orders: list[Json], rng: Random) -> None:
    """Half of the commands due are obeyed where the one order of that noble may be exchanged for it."""
    for command in position["commands"]:
        noble, then = command["character"], command["then"]
        mine = [order for order in orders if order["by"] == noble and order["activity"] in ACTIVITIES]
        if house_of(noble) != house or len(mine) != 1 or rng.random() < 0.5:
            continue
        if kind_of(mine[0]["activity"]) not in ("unlimited", "limited"):
            continue
        if then["activity"] not in ordinary(role(position, noble)):
            continue
        named = [one for one in [then.get("target")] if isinstance(one, str)]
        if not may_be_ordered(position, noble, then["activity"]) or not set(named) <= set(living(position)):
            continue
        forced = position["characters"][noble]["forced"]
        errands = any(order["by"] == noble and order["activity"] == "errand" for order in orders)
        if forced is None and not (errands and then["activity"] == "appoint_servant"):
            orders[orders.index(mine[0])] = {"by": noble, **then}


def standing(house: int, rng: Random) -> Json | None:
    """H28."""
    if rng.random() < 0.3:
        return None
    given: Json = {}
    if rng.random() < 0.6:
        given["veto"] = rng.sample([other for other in OTHERS if other != house], rng.randint(0, 4))
    if rng.random() < 0.6:
        given["if_deposed"] = rng.choice([*ROLES, "leave", None])
    if rng.random() < 0.6:
        given["education"] = rng.sample(ROLES[1:], rng.randint(0, 3))
    return given
