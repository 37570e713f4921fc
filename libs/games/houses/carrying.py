"""How orders are carried out: done, failed or void, and what a step adds up to (H35 to H38)."""

from collections.abc import Iterator
from typing import Literal

from libs.games.houses.events import (
    ActivityDone,
    ActivityVoided,
    HouseBecameEnemy,
    PrestigeChanged,
    VoidReason,
)
from libs.games.houses.orders import deed_form, house_of, id_order
from libs.games.houses.rank import seniority
from libs.games.houses.sides import makes_enemy
from libs.games.houses.tables import NUMBERS, Outcome
from libs.games.houses.turn_state import Given, Turn

HOSTILE = ("embargo", "siege", "sabotage", "attack")
"""What an ambassador or a marriage forbids (H63, H71)."""

ERRANDS_OF_HIRELINGS = ("hire", "appoint_servant")
"""What becomes of their targets concerns the hireling's job alone, not the hiring (H61)."""


def void_reason(turn: Turn, given: Given) -> VoidReason | None:
    """Why the order is not carried out when its step comes, the first reason of H36 that fits."""
    order, step = given.order, given.order.row.step
    reason = actor_void_reason(turn, given)
    if reason is not None or order.activity in ERRANDS_OF_HIRELINGS:
        return reason
    if order.noble is not None:
        if not turn.position.is_living(order.noble):
            return "target_gone"
        if step > 3 and order.noble in turn.bewitched:
            return "target_bewitched"
    other = order.target_house
    if other is None:
        return None
    if order.activity in HOSTILE:
        reason = truce(turn, given.house, other)
        if reason is not None:
            return reason
    if step > 7 and given.house in turn.besieged and other != given.house:
        return "besieged"
    return None


def actor_void_reason(turn: Turn, given: Given) -> VoidReason | None:
    """The part of H36 that looks at the noble alone."""
    order, step = given.order, given.order.row.step
    if not turn.position.is_living(order.by):
        return "actor_gone"
    if turn.position.living(order.by).role != given.role:
        return "role_changed"
    if step > 3 and order.by in turn.bewitched:
        return "bewitched"
    if order.by in turn.guests and (step > 6 or order.activity == "appoint_servant"):
        return "at_party"
    return None


def truce(turn: Turn, house: int, other: int) -> Literal["consulted", "married"] | None:
    """What forbids the house hostile activities against that one this turn (H63, H71)."""
    if (house, other) in turn.consulted:
        return "consulted"
    return "married" if frozenset((house, other)) in turn.married else None


def carried_out(turn: Turn, *activities: str) -> Iterator[Given]:
    """The orders of those activities that are carried out now, in house and sheet order.

    The others are recorded as void when it is their turn; whether they are is judged for all beforehand.
    """
    judged = [(given, void_reason(turn, given)) for given in turn.open(*activities)]
    for given, reason in judged:
        if reason is None:
            yield given
        else:
            void(turn, given, reason)


def void(turn: Turn, given: Given, reason: VoidReason) -> None:
    given.outcome = "void"
    given.void_reason = reason
    order = given.order
    turn.record(
        ActivityVoided(
            step=order.row.step,
            by=order.by,
            house=given.house,
            role=given.role,
            activity=order.activity,
            target=order.target,
            hireling=order.hireling,
            guests=order.guests,
            then=None if order.then is None else deed_form(order.then),
            reason=reason,
        )
    )


def done(turn: Turn, given: Given, outcome: Outcome = "done") -> None:
    given.outcome = outcome
    order = given.order
    turn.record(
        ActivityDone(
            step=order.row.step,
            by=order.by,
            house=given.house,
            role=given.role,
            activity=order.activity,
            target=order.target,
            hireling=order.hireling,
            guests=order.guests,
            then=None if order.then is None else deed_form(order.then),
            outcome=outcome,
        )
    )


def face_authority(turn: Turn, given: Given, noble: str) -> bool:
    """Whether the target is a prince of Authority; it then costs the doer prestige (H68)."""
    one = turn.position.living(noble)
    if one.role != "prince" or one.prestige < NUMBERS.authority:
        return False
    turn.losses[given.order.by] += NUMBERS.authority_cost
    return True


def hostile_deed(
    turn: Turn, house: int, against: int, cause: Literal["sabotage", "attack", "siege", "bribe"]
) -> None:
    """A deed that makes an enemy of a loyal house at the end of the step (H32, H33)."""
    if makes_enemy(turn.position, house, against):
        turn.deeds[house] = cause


def end_step(turn: Turn, step: int) -> None:
    """Gains and losses of the step together, then what its deeds have made (H37, H33)."""
    for noble in sorted(turn.gains.keys() | turn.losses.keys(), key=id_order):
        if not turn.position.is_living(noble):
            continue
        gains = 0 if turn.embargoes.get(noble) else turn.gains[noble]
        change_prestige(turn, noble, turn.position.living(noble).prestige + gains - turn.losses[noble], step)
    turn.gains.clear()
    turn.losses.clear()
    for house in sorted(turn.deeds):
        turn.record(HouseBecameEnemy(house=house, cause=turn.deeds[house], step=step))
    turn.deeds.clear()


def change_prestige(turn: Turn, noble: str, prestige: int, step: int) -> None:
    """Never below 0 (H7); nothing is recorded where nothing changes."""
    before, after = turn.position.living(noble).prestige, max(0, prestige)
    if after != before:
        turn.record(
            PrestigeChanged(
                character=noble, house=house_of(noble), delta=after - before, prestige=after, step=step
            )
        )


def by_seniority(turn: Turn, orders: list[Given]) -> list[Given]:
    """The most senior noble's first, as things stand now (H6)."""
    return sorted(orders, key=lambda given: seniority(turn.position, given.order.by))
