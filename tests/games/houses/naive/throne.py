"""How a king goes and another comes: H55 to H58, H94 to H96."""

from typing import Any

from tests.games.houses.naive.board import (
    Json,
    highest_of_house,
    holder,
    house_of,
    is_here,
    living,
    living_of,
    number_of,
    prestige,
    role,
    seniority,
    total,
)
from tests.games.houses.naive.table import ROLES
from tests.games.houses.naive.turn import Turn


def newcomer(position: Json, house: int, wanted: str) -> None:
    """H8: the next number of the house, those who are gone counted."""
    last = max(number_of(noble) for noble in position["characters"] if house_of(noble) == house)
    position["characters"][f"h{house}c{last + 1}"] = {
        "house": house,
        "role": wanted,
        "prestige": 0,
        "limited_turn": None,
        "forced": None,
        "retainer": None,
        "veto_used": False,
    }


def fill_place(position: Json, house: int, wanted: str) -> None:
    entry = position["houses"][house]
    entry["vacancies"] = [one for one in entry["vacancies"] if one["role"] != wanted]


def remove(turn: Turn, noble: str) -> None:
    """A noble dies: his place is empty (H90 to H92); a dead king leaves the throne empty and no place."""
    position, house = turn.position, house_of(noble)
    was, had = role(position, noble), prestige(position, noble)
    position["characters"][noble] = None
    if was == "king":
        position["throne"]["king"] = None
        return
    turn.died.append((house, was))
    after = 3 if was == "commander" and had >= 5 else 4
    position["houses"][house]["vacancies"].append({"role": was, "returns": turn.number + after})


def depose(turn: Turn, cause: str) -> None:
    """H55."""
    position = turn.position
    king = position["throne"]["king"]
    house = house_of(king)
    wish = position["houses"][house]["standing"]["if_deposed"]
    position["throne"]["king"] = None
    position["throne"]["barred"].append(king)
    if wish == "leave":
        position["characters"][king] = None
        turn.announce("deposition", king=king, cause=cause, became=None)
        return
    if wish is None:
        wish = default_place(position, house)
    displaced = holder(position, house, wish)
    if displaced is not None:
        position["characters"][displaced] = None
    fill_place(position, house, wish)
    position["characters"][king]["role"] = wish
    position["characters"][king]["retainer"] = None
    turn.announce("deposition", king=king, cause=cause, became=wish)


def default_place(position: Json, house: int) -> str:
    """H55: an empty place first, else that of the least prestige; role order."""
    for wanted in ROLES:
        if holder(position, house, wanted) is None:
            return wanted
    held = [noble for noble in living_of(position, house) if role(position, noble) != "king"]
    least = min(prestige(position, noble) for noble in held)
    weakest = [role(position, noble) for noble in held if prestige(position, noble) == least]
    return min(weakest, key=ROLES.index)


def crown(turn: Turn, noble: str) -> None:
    """H57."""
    position, house = turn.position, house_of(noble)
    throne, him = position["throne"], position["characters"][noble]
    former = him["role"]
    him["role"] = "king"
    him["retainer"] = None
    newcomer(position, house, former)
    throne["king"] = noble
    throne["reigns"] += 1
    throne["barred"] = []
    turn.announce("coronation", king=noble, house=house)
    if throne["house"] == house:
        return
    throne["house"] = house
    throne["since"] = turn.number
    for other in range(5):
        position["houses"][other]["status"] = "ruling" if other == house else "loyal"
        position["houses"][other]["enemy_since"] = None
    commands_lapse(turn)
    position["houses"][house]["crowns"] += 3


def commands_lapse(turn: Turn) -> None:
    """H41: those due and those given this turn."""
    turn.position["commands"] = []
    turn.new_commands = []


def throne_falls_vacant(turn: Turn) -> None:
    """H58: once, when it falls vacant."""
    throne = turn.position["throne"]
    if throne["house"] is None:
        return
    throne["king"] = throne["house"] = throne["since"] = None
    for entry in turn.position["houses"]:
        entry["status"] = "none"
        entry["enemy_since"] = None
    commands_lapse(turn)
    turn.announce("vacancy")


def choose_by_rank(turn: Turn) -> None:
    """H94 to H96: the first by rank is crowned, or the second after a veto, or nobody."""
    position = turn.position
    candidates = living(position)
    if position["throne"]["reigns"] == 0:
        candidates = [noble for noble in candidates if prestige(position, noble) >= 5]
    candidates = [noble for noble in candidates if noble not in position["throne"]["barred"]]
    chosen = first_by_rank(position, candidates)
    vizier = vetoing_vizier(position, chosen)
    if chosen is not None and vizier is not None:
        position["characters"][vizier]["veto_used"] = True
        position["throne"]["barred"].append(chosen)
        turn.announce("veto", vizier=vizier, against=chosen)
        candidates.remove(chosen)
        chosen = first_by_rank(position, candidates)
    if chosen is None:
        throne_falls_vacant(turn)
    else:
        crown(turn, chosen)


def first_by_rank(position: Json, candidates: list[str]) -> str | None:
    """H95."""
    if not candidates:
        return None
    most = max(prestige(position, noble) for noble in candidates)
    houses = sorted({house_of(noble) for noble in candidates if prestige(position, noble) == most})
    richest = max(total(position, house) for house in houses)
    houses = [house for house in houses if total(position, house) == richest]
    if len(houses) > 1:
        return None
    return highest_of_house(position, houses[0], candidates)


def vetoing_vizier(position: Json, chosen: str | None) -> str | None:
    """H96."""
    if chosen is None:
        return None
    against = house_of(chosen)
    able = []
    for noble in living(position):
        him: dict[str, Any] = position["characters"][noble]
        listed = position["houses"][house_of(noble)]["standing"]["veto"]
        may = him["role"] == "vizier" and him["prestige"] >= 10 and not him["veto_used"]
        if may and against in listed:
            able.append(noble)
    return min(able, key=lambda noble: seniority(position, noble)) if able else None


def king_is_here(position: Json) -> bool:
    king = position["throne"]["king"]
    return king is not None and is_here(position, king)
