"""Questions about a position in the JSON form of section 14."""

from typing import Any

from tests.games.houses.naive.table import ROLES_KING_FIRST

Json = dict[str, Any]


def without_nulls(order: Json) -> Json:
    """H22: an optional field may be left out or null, which is the same."""
    return {
        key: without_nulls(value) if isinstance(value, dict) else value
        for key, value in order.items()
        if value is not None
    }


def house_of(noble: str) -> int:
    return int(noble[1])


def number_of(noble: str) -> int:
    return int(noble.split("c")[1])


def id_order(noble: str) -> tuple[int, int]:
    """H8: by house, then by the number, both as numbers."""
    return (house_of(noble), number_of(noble))


def is_here(position: Json, noble: str) -> bool:
    return position["characters"].get(noble) is not None


def living(position: Json) -> list[str]:
    return sorted((one for one in position["characters"] if is_here(position, one)), key=id_order)


def living_of(position: Json, house: int) -> list[str]:
    return [one for one in living(position) if house_of(one) == house]


def role(position: Json, noble: str) -> str:
    name: str = position["characters"][noble]["role"]
    return name


def prestige(position: Json, noble: str) -> int:
    value: int = position["characters"][noble]["prestige"]
    return value


def holder(position: Json, house: int, wanted: str) -> str | None:
    for noble in living_of(position, house):
        if role(position, noble) == wanted:
            return noble
    return None


def total(position: Json, house: int) -> int:
    """H6: the living nobles of a house together, its king too."""
    return sum(prestige(position, noble) for noble in living_of(position, house))


def seniority(position: Json, noble: str) -> tuple[int, ...]:
    """H6, smallest first; a noble who is no longer in the game comes last (H61)."""
    house = house_of(noble)
    if not is_here(position, noble):
        return (1, house, number_of(noble))
    crowns = position["houses"][house]["crowns"]
    return (0, -prestige(position, noble), -total(position, house), crowns, house, number_of(noble))


def highest_prestige(position: Json) -> int:
    return max(prestige(position, noble) for noble in living(position))


def highest_of_house(position: Json, house: int, among: list[str]) -> str:
    """H56: equal ones in role order, a king first."""
    mine = [noble for noble in among if house_of(noble) == house]
    most = max(prestige(position, noble) for noble in mine)
    first = [noble for noble in mine if prestige(position, noble) == most]
    return min(first, key=lambda noble: ROLES_KING_FIRST.index(role(position, noble)))


def status(position: Json, house: int) -> str:
    name: str = position["houses"][house]["status"]
    return name


def are_allies(position: Json, one: int, other: int) -> bool:
    """H31, H34."""
    if one == other:
        return True
    sides = {status(position, one), status(position, other)}
    return sides == {"enemy"} or sides == {"ruling", "loyal"} or sides == {"loyal"}


def are_rivals(position: Json, one: int, other: int) -> bool:
    """H31, H34."""
    sides = [status(position, one), status(position, other)]
    return sides.count("enemy") == 1 and "none" not in sides
