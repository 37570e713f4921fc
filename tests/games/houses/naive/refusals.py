"""H27 read a second time: the code that a sheet is refused with."""

from typing import Any

from tests.games.houses.naive.board import Json, house_of, is_here, living_of, role
from tests.games.houses.naive.sheets import may_be_ordered
from tests.games.houses.naive.table import ACTIVITIES, HIRELINGS, ROLES, kind_of, needed, ordinary, role_of

SEIZURES = ("dismiss", "coup", "claim")
APPOINTMENTS = ("appoint_attendant", "appoint_servant", "errand")


def refusal(position: Json, house: int, sheet: Json) -> str | None:
    """The first row of H27 that fits, from `bad_orders` on; None: the sheet is accepted."""
    orders = sheet["orders"]
    for place, order in enumerate(orders):
        code = order_refusal(position, house, order)
        if code is None and any(is_double(order, other) for other in orders[:place]):
            code = "duplicate_order"
        if code is not None:
            return code
    return counts_refusal(position, house, orders) or standing_refusal(house, sheet.get("standing"))


def order_refusal(position: Json, house: int, order: Any) -> str | None:
    if not isinstance(order, dict) or order.get("activity") not in [*ACTIVITIES, "errand"]:
        return "bad_orders"
    noble, activity = order.get("by"), order["activity"]
    if not isinstance(noble, str) or not is_here(position, noble) or house_of(noble) != house:
        return "not_your_character"
    him, entry = position["characters"][noble], position["houses"][house]
    if activity == "errand":
        if him["role"] not in ("king", "prince"):
            return "wrong_role"
        if him["role"] == "king" and him["retainer"] is not None and him["prestige"] < 7:
            return "prestige_too_low"
    else:
        if role_of(activity) != him["role"]:
            return "wrong_role"
        if him["prestige"] < needed(activity):
            return "prestige_too_low"
        if kind_of(activity) == "limited" and him["limited_turn"] == position["turn"] - 1:
            return "limited_last_turn"
        if activity in entry["specials_used"]:
            return "special_used"
        if not may_be_ordered(position, noble, activity):
            return "retainer_too_recent"
    if activity in SEIZURES:
        if position["throne"]["king"] is None:
            return "no_king"
        if entry["status"] == "ruling":
            return "ruling_house"
        if activity == "claim" and entry["status"] != "enemy":
            return "not_enemy"
    return fields_refusal(position, noble, {key: value for key, value in order.items() if key != "by"})


def fields_refusal(position: Json, noble: str, order: Json) -> str | None:
    """Fields, hireling, target, guests, then."""
    activity = order["activity"]
    wanted = "hireling" if activity == "errand" else ACTIVITIES[activity][4]
    has = {"activity"}
    if wanted:
        has.add("target")
    if wanted == "hireling" and activity != "errand":
        has.add("hireling")
    if activity == "feast":
        has.add("guests")
    if activity in ("command", "bribe"):
        has.add("then")
    if not set(order) <= has:
        return "bad_orders"
    hireling = order.get("hireling")
    if "hireling" in has and hireling not in list(HIRELINGS):
        return "bad_orders"
    if activity == "errand":
        retainer = position["characters"][noble]["retainer"]
        if retainer is None:
            return "no_retainer"
        hireling = retainer["hireling"]
    if wanted == "hireling":
        wanted = HIRELINGS[str(hireling)][1]
    if "target" in has and not (activity.startswith("appoint") and order.get("target") is None):
        code = target_refusal(position, noble, wanted, order.get("target"))
        if code is not None:
            return code
    if activity == "feast" and not are_guests(position, order.get("guests")):
        return "bad_guests"
    if activity in ("command", "bribe") and not is_then(position, order["target"], order.get("then")):
        return "bad_then"
    return None


def target_refusal(position: Json, noble: str, wanted: str, target: Any) -> str | None:
    if wanted == "house":
        if type(target) is not int or not 0 <= target <= 4:
            return "bad_target"
        return "own_house" if target == house_of(noble) else None
    if not isinstance(target, str) or not is_here(position, target):
        return "bad_target"
    if wanted == "noble" and house_of(target) == house_of(noble):
        return "own_house"
    return "not_self" if wanted == "not_self" and target == noble else None


def are_guests(position: Json, guests: Any) -> bool:
    """H44."""
    if not isinstance(guests, list) or not all(isinstance(g, str) and is_here(position, g) for g in guests):
        return False
    if any(role(position, guest) == "king" for guest in guests):
        return False
    invited = sorted(house_of(guest) for guest in guests)
    able = [[n for n in living_of(position, house) if role(position, n) != "king"] for house in range(5)]
    return invited == [house for house in range(5) if able[house]]


def is_then(position: Json, noble: str, then: Any) -> bool:
    """H41."""
    if not isinstance(then, dict) or then.get("activity") in ("command", "bribe"):
        return False
    if then.get("activity") not in ordinary(role(position, noble)):
        return False
    return fields_refusal(position, noble, then) is None


def is_double(order: Json, other: Json) -> bool:
    """The row `duplicate_order`."""
    if order["by"] != other["by"]:
        return False
    if order["activity"] in APPOINTMENTS and other["activity"] in APPOINTMENTS:
        return True
    if order["activity"] != other["activity"]:
        return False
    if order["activity"] == "hire":
        return bool(order["hireling"] == other["hireling"])
    if kind_of(order["activity"]) != "unlimited" or order["activity"] == "command":
        return True
    return bool(order.get("target") == other.get("target"))


def counts_refusal(position: Json, house: int, orders: list[Json]) -> str | None:
    """H11, H13, H79: noble by noble in id order, the forced activity counted."""
    extra = dict(position["houses"][house]["extra"])
    for noble in living_of(position, house):
        names = [o["activity"] for o in orders if o["by"] == noble and o["activity"] != "errand"]
        given = [name for name in names if kind_of(name) in ("unlimited", "limited")]
        forced = position["characters"][noble]["forced"]
        everything = given + ([forced["activity"]] if forced else [])
        if len(everything) < 2:
            continue
        has_extra = False
        for kind in ("trade", "favour"):
            if not has_extra and extra[kind] and (kind == "favour" or role(position, noble) == "treasurer"):
                extra[kind] = False
                has_extra = True
        if not has_extra and forced and len(given) == 1:
            return "bribed"
        if not has_extra or len(everything) > 2:
            return "too_many_activities"
        if all(kind_of(name) == "limited" for name in everything):
            return "two_limited"
    return None


def standing_refusal(house: int, standing: Any) -> str | None:
    """H28."""
    if standing is None:
        return None
    if not isinstance(standing, dict) or not set(standing) <= {"veto", "if_deposed", "education"}:
        return "bad_standing"
    veto, education = standing.get("veto", []), standing.get("education", [])
    if not isinstance(veto, list) or not isinstance(education, list):
        return "bad_standing"
    others = [other for other in range(5) if other != house]
    if any(type(one) is not int or one not in others for one in veto) or len(set(veto)) < len(veto):
        return "bad_standing"
    if standing.get("if_deposed") not in (None, "leave", *ROLES):
        return "bad_standing"
    if any(one not in ROLES[1:] for one in education) or len(set(education)) < len(education):
        return "bad_standing"
    return None
