"""What must hold of a position that is loaded, whatever it was made from (section 14)."""

from collections.abc import Iterable

from libs.games.houses.orders import Order, house_of
from libs.games.houses.position import House, Position
from libs.games.houses.sheets import standing_refusal
from libs.games.houses.tables import ACTIVITIES, HIRELINGS, HOUSES, NOBLE_ID, PLACES, SPECIALS


def check(position: Position) -> None:
    """ValueError says what cannot be."""
    if position.turn < 1 or position.max_turns < 1 or position.turn_seconds < 1:
        raise ValueError("turns and seconds are counted from 1")
    if set(position.seats) != set(HOUSES):
        raise ValueError("every house is played by a seat, and there are five")
    _check_nobles(position)
    _check_throne(position)
    for number in HOUSES:
        _check_house(position, number)
    for order in position.commands:
        _check_order(order)
    if (position.result is None) == (position.phase == "over"):
        raise ValueError("a game has a result when it is over, and only then")
    if position.result is not None and not (position.result.winners and _are_houses(position.result.winners)):
        raise ValueError("the winners are houses")


def _check_nobles(position: Position) -> None:
    for noble, one in position.characters.items():
        if one is None:
            continue
        if one.house != house_of(noble):
            raise ValueError(f"{noble} bears the number of another house")
        if one.prestige < 0:
            raise ValueError(f"{noble} has less prestige than none")
        if one.role == "king" and position.throne.king != noble:
            raise ValueError(f"{noble} is called king, but has no throne")
        if one.retainer is not None and (
            one.role not in ("king", "prince") or one.retainer.hireling not in HIRELINGS
        ):
            raise ValueError(f"{noble} cannot have this hireling in service")
        if one.forced is not None:
            _check_order(one.forced.order)


def _check_throne(position: Position) -> None:
    throne = position.throne
    if throne.king is not None:
        king = position.characters.get(throne.king)
        if king is None or king.role != "king" or king.house != throne.house:
            raise ValueError("the king is a living noble of the ruling house, and called so")
    elif throne.house is not None:
        raise ValueError("a house rules by its king")
    if (throne.house is None) != (throne.since is None) or not _are_houses([throne.house or 0]):
        raise ValueError("a ruling house rules since a turn")
    if throne.reigns < (throne.king is not None) or not _are_different(throne.barred):
        raise ValueError("the throne counts its kings, and bars each noble once")
    if not all(NOBLE_ID.fullmatch(noble) for noble in throne.barred):
        raise ValueError("those who are barred are nobles")


def _check_house(position: Position, number: int) -> None:
    house = position.houses[number]
    expected = ("none",) if position.throne.house is None else ("loyal", "enemy")
    if house.status not in (("ruling",) if number == position.throne.house else expected):
        raise ValueError(f"house {number} cannot be {house.status} under this throne")
    if (house.status == "enemy") != (house.enemy_since is not None):
        raise ValueError(f"house {number} is an enemy since a turn, or none")
    if house.crowns < 0:
        raise ValueError(f"house {number} has fewer crowns than none")
    if not set(house.specials_used) <= set(SPECIALS) or not _are_different(house.specials_used):
        raise ValueError(f"house {number} has used what is no special activity, or one twice")
    _check_places(position, number)
    _check_papers(position, number, house)


def _check_places(position: Position, number: int) -> None:
    roles = [one.role for _, one in position.nobles(number)]
    empty = [vacancy.role for vacancy in position.houses[number].vacancies]
    for role in PLACES:
        if roles.count(role) + empty.count(role) != 1:
            raise ValueError(f"in house {number} the place of the {role} has one holder, or stands empty")


def _check_papers(position: Position, number: int, house: House) -> None:
    standing = {
        "veto": list(house.standing.veto),
        "if_deposed": house.standing.if_deposed,
        "education": list(house.standing.education),
    }
    if standing_refusal(number, standing) is not None:
        raise ValueError(f"the standing instructions of house {number} are not as they should be")
    if house.sheet is None:
        return
    for order in house.sheet.orders:
        _check_order(order)
        if not position.is_living(order.by) or house_of(order.by) != number:
            raise ValueError(f"house {number} gives orders to {order.by}, who is none of its nobles")
    confirmed = house.sheet.confirmed
    if not set(confirmed) <= set(position.seats_of(number)) or not _are_different(confirmed):
        raise ValueError(f"the sheet of house {number} is confirmed by its own seats, each once")


def _check_order(order: Order) -> None:
    """Its shape; that it may be given was found out when it was."""
    activity = ACTIVITIES.get(order.activity)
    nobles = [order.by, *([] if order.noble is None else [order.noble]), *(order.guests or ())]
    if activity is None or not all(isinstance(one, str) and NOBLE_ID.fullmatch(one) for one in nobles):
        raise ValueError("an order names an activity and nobles that there are")
    if order.hireling is not None and order.hireling not in HIRELINGS:
        raise ValueError("an order names a hireling that there is not")
    if order.target is not None and order.noble is None and not _are_houses([order.target]):
        raise ValueError("an order names a house that there is not")
    for name in activity.fields:
        if getattr(order, name) is None:
            raise ValueError(f"the order to {order.activity} says nothing of {name}")
    if activity.target is not None and not activity.target_optional and order.target is None:
        raise ValueError(f"the order to {order.activity} has no target")
    if order.then is not None:
        _check_order(order.then)


def _are_houses(numbers: Iterable[object]) -> bool:
    return all(type(number) is int and number in HOUSES for number in numbers)


def _are_different(items: Iterable[object]) -> bool:
    listed = list(items)
    return len(set(listed)) == len(listed)
