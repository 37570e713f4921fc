"""Another position that a seat cannot tell from this one (section 11)."""

from collections.abc import Callable
from dataclasses import replace

from libs.games.houses.orders import Order
from libs.games.houses.position import (
    Character,
    Extra,
    House,
    Position,
    Retainer,
    Sheet,
    StandingOrders,
    Status,
)
from libs.games.houses.tables import HIRELINGS, HOUSES, PLACES, SPECIALS

Below = Callable[[int], int]

MOST_PRESTIGE = 25
MOST_CROWNS = 20


def disguise(position: Position, viewer: int | None, below: Below) -> Position:
    """Other prestige, crowns, sides, sheets, reports and seats for all houses but the viewer's."""
    if position.phase == "over":
        return position
    own = None if viewer is None else position.seats[viewer]
    position = replace(position, seats=_other_seats(position, own, below))
    for noble, one in position.characters.items():
        if one is not None and one.house != own:
            position = position.with_character(noble, _other_noble(position, one, below))
    others = [house for house in HOUSES if house != own]
    # With a house that has no sheet no turn is ready to be resolved, whatever the others have.
    idle = others[below(len(others))]
    for house in others:
        position = position.with_house(house, _other_house(position, house, own, house == idle, below))
    return position


def _other_seats(position: Position, own: int | None, below: Below) -> tuple[int, ...]:
    """The houses of the others change their names."""
    others = [house for house in HOUSES if house != own]
    left = list(others)
    names = {house: left.pop(below(len(left))) for house in others}
    return tuple(names.get(house, house) for house in position.seats)


def _other_noble(position: Position, one: Character, below: Below) -> Character:
    """A king's attendant is known to all (H102)."""
    retainer = one.retainer
    if one.role == "prince":
        hireling = list(HIRELINGS)[below(len(HIRELINGS))]
        retainer = None if below(2) else Retainer(hireling=hireling, since=1 + below(position.turn))
    return replace(
        one,
        prestige=below(MOST_PRESTIGE),
        limited_turn=None if below(2) else 1 + below(position.turn),
        forced=None if below(2) else one.forced,
        retainer=retainer,
        veto_used=below(2) == 1,
    )


def _other_house(position: Position, house: int, own: int | None, is_idle: bool, below: Below) -> House:
    one = position.houses[house]
    status = _other_status(position, one, own, below)
    return replace(
        one,
        crowns=below(MOST_CROWNS),
        status=status,
        enemy_since=1 + below(position.turn) if status == "enemy" else None,
        vacancies=tuple(replace(vacancy, returns=position.turn + 1 + below(3)) for vacancy in one.vacancies),
        specials_used=tuple(special for special in SPECIALS if below(2)),
        extra=Extra(favour=below(2) == 1, trade=below(2) == 1),
        standing=StandingOrders(if_deposed=PLACES[below(len(PLACES))] if below(2) else None),
        sheet=None if is_idle or below(2) else _other_sheet(position, house, below),
        reports=one.reports[: below(len(one.reports) + 1)],
    )


def _other_status(position: Position, one: House, own: int | None, below: Below) -> Status:
    """Known are the ruling house, and to an enemy all other enemies (H102, H103)."""
    if one.status in ("ruling", "none") or (own is not None and position.houses[own].status == "enemy"):
        return one.status
    return "enemy" if below(2) else "loyal"


def _other_sheet(position: Position, house: int, below: Below) -> Sheet:
    vizier, prince = position.holder(house, "vizier"), position.holder(house, "prince")
    orders: tuple[Order, ...] = ()
    if vizier is not None and prince is not None and below(2):
        orders = (Order(by=vizier, activity="praise", target=prince),)
    return Sheet(orders=orders, confirmed=tuple(position.seats_of(house)))
