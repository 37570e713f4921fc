"""Which single order a house may give: rule H27 from `not_your_character` to `bad_then`."""

from collections.abc import Iterator, Mapping
from typing import Any

from libs.games.houses.orders import house_of, target_kind
from libs.games.houses.position import Character, Position
from libs.games.houses.rejections import (
    BAD_GUESTS,
    BAD_ORDERS,
    BAD_TARGET,
    BAD_THEN,
    LIMITED_LAST_TURN,
    NO_KING,
    NO_RETAINER,
    NOT_ENEMY,
    NOT_SELF,
    NOT_YOUR_CHARACTER,
    OWN_HOUSE,
    PRESTIGE_TOO_LOW,
    RETAINER_TOO_RECENT,
    RULING_HOUSE,
    SPECIAL_USED,
    WRONG_ROLE,
)
from libs.games.houses.tables import ACTIVITIES, HIRELINGS, HOUSES, NUMBERS, Activity, TargetKind
from libs.games.kit.game import Json
from libs.games.kit.rejection import Rejection

SEIZURES = ("dismiss", "coup", "claim")
NOT_ASKED_OF_OTHERS = ("command", "bribe")
"""Ordinary activities that no command or bribe may name (H41)."""


def order_refusal(position: Position, house: int, form: Json) -> Rejection | None:
    """Why the house may not give that order, the first reason of H27 that fits, or None if it may.

    Whether it is doubled, or one too many, the whole sheet tells.
    """
    if not isinstance(form, dict):
        return BAD_ORDERS
    name, by = form.get("activity"), form.get("by")
    activity = ACTIVITIES.get(name) if isinstance(name, str) else None
    if activity is None:
        return BAD_ORDERS
    if not isinstance(by, str):
        return NOT_YOUR_CHARACTER
    character = position.characters.get(by)
    if character is None or character.house != house:
        return NOT_YOUR_CHARACTER
    return (
        activity_refusal(position, character, activity)
        or _shape_refusal(form, activity, ("by",))
        or _errand_refusal(character, activity)
        or fields_refusal(position, by, form, activity, character)
    )


def activity_refusal(position: Position, noble: Character, activity: Activity) -> Rejection | None:
    """Why that noble may not be ordered this activity at all, whatever its fields (H9-H12, H43, H50, H73)."""
    if noble.role not in activity.roles:
        return WRONG_ROLE
    if noble.prestige < _needed(noble, activity):
        return PRESTIGE_TOO_LOW
    if is_barred_by_last_turn(position, noble, activity):
        return LIMITED_LAST_TURN
    if activity.name in position.houses[noble.house].specials_used:
        return SPECIAL_USED
    if is_retainer_too_recent(position, noble, activity):
        return RETAINER_TOO_RECENT
    if activity.name in SEIZURES:
        if position.throne.king is None:
            return NO_KING
        if position.throne.house == noble.house:
            return RULING_HOUSE
        if activity.name == "claim" and position.houses[noble.house].status != "enemy":
            return NOT_ENEMY
    return None


def _needed(noble: Character, activity: Activity) -> int:
    if activity.name == "errand":
        # A king sends his attendant only while he has what an attendant asks for (H29).
        return NUMBERS.attendant if noble.role == "king" and noble.retainer is not None else 0
    return activity.needs


def is_barred_by_last_turn(position: Position, noble: Character, activity: Activity) -> bool:
    """H10."""
    return activity.is_limited and noble.limited_turn is not None and noble.limited_turn >= position.turn - 1


def is_retainer_too_recent(position: Position, noble: Character, activity: Activity) -> bool:
    """H43, H73."""
    turns = {"appoint_attendant": NUMBERS.attendant_turns, "appoint_servant": NUMBERS.servant_turns}
    if activity.name not in turns or noble.retainer is None:
        return False
    return noble.retainer.since + turns[activity.name] > position.turn


def _errand_refusal(noble: Character, activity: Activity) -> Rejection | None:
    return NO_RETAINER if activity.name == "errand" and noble.retainer is None else None


def _shape_refusal(form: Mapping[str, Any], activity: Activity, besides: tuple[str, ...]) -> Rejection | None:
    """A field that the activity does not have, or a hireling that there is not."""
    allowed = {"activity", *besides, *activity.fields}
    if activity.target is not None:
        allowed.add("target")
    if not form.keys() <= allowed:
        return BAD_ORDERS
    if "hireling" in activity.fields:
        hireling = form.get("hireling")
        if not isinstance(hireling, str) or hireling not in HIRELINGS:
            return BAD_ORDERS
    return None


def fields_refusal(
    position: Position, by: str, form: Mapping[str, Any], activity: Activity, noble: Character
) -> Rejection | None:
    """What is wrong with target, guests or `then`, for the noble who is to do it."""
    hireling = form.get("hireling")
    if activity.name == "errand" and noble.retainer is not None:
        hireling = noble.retainer.hireling
    kind = target_kind(activity, hireling)
    if kind is not None:
        target = form.get("target")
        if target is None:
            return None if activity.target_optional else BAD_TARGET
        refusal = _target_refusal(position, by, kind, target)
        if refusal is not None:
            return refusal
    if "guests" in activity.fields and not are_guests(position, form.get("guests")):
        return BAD_GUESTS
    if "then" in activity.fields and not is_legal_for(position, form["target"], form.get("then")):
        return BAD_THEN
    return None


def _target_refusal(position: Position, by: str, kind: TargetKind, target: Json) -> Rejection | None:
    own = house_of(by)
    if kind == "other_house":
        if type(target) is not int or target not in HOUSES:
            return BAD_TARGET
        return OWN_HOUSE if target == own else None
    if not isinstance(target, str) or not position.is_living(target):
        return BAD_TARGET
    if kind == "foreign_noble" and house_of(target) == own:
        return OWN_HOUSE
    return NOT_SELF if kind == "other_noble" and target == by else None


def targets(position: Position, by: str, kind: TargetKind) -> list[str] | list[int]:
    """All that the noble may name as a target of that kind."""
    if kind == "other_house":
        return [house for house in HOUSES if house != house_of(by)]
    return [noble for noble, _ in position.nobles() if _target_refusal(position, by, kind, noble) is None]


def guest_lists(position: Position) -> Iterator[list[str]]:
    """For each house that has a noble who is no king, those nobles (H44)."""
    for house in HOUSES:
        nobles = [noble for noble, one in position.nobles(house) if one.role != "king"]
        if nobles:
            yield nobles


def are_guests(position: Position, guests: Json) -> bool:
    """Exactly one noble who is no king from every house that has one (H44)."""
    if not isinstance(guests, list | tuple) or not all(isinstance(guest, str) for guest in guests):
        return False
    lists = list(guest_lists(position))
    return len(guests) == len(lists) and all(
        sum(guest in nobles for guest in guests) == 1 for nobles in lists
    )


def is_legal_for(position: Position, noble: str, then: Json) -> bool:
    """Whether `then` is an ordinary activity that this noble's role has, with targets for him (H41).

    His prestige and his last turn are hidden from who gives it, and are not asked.
    """
    if not isinstance(then, dict):
        return False
    name = then.get("activity")
    activity = ACTIVITIES.get(name) if isinstance(name, str) else None
    character = position.living(noble)
    return (
        activity is not None
        and activity.is_ordinary
        and activity.name not in NOT_ASKED_OF_OTHERS
        and character.role in activity.roles
        and _shape_refusal(then, activity, ()) is None
        and fields_refusal(position, noble, then, activity, character) is None
    )
