"""Legal sheets with one thing or two changed: mostly refused, for every reason of H27."""

from copy import deepcopy
from random import Random
from typing import Any

from tests.games.houses.naive.board import Json, living, living_of, role
from tests.games.houses.naive.sheets import legal_sheet
from tests.games.houses.naive.table import ACTIVITIES, HIRELINGS, role_of

STANDINGS = [None, [0], [1, 1], [5], [True], ["prince"], ["vizier", "vizier"], "leave", "king", "prince", 3]


def spoiled_sheet(position: Json, house: int, rng: Random) -> Json:
    sheet = deepcopy(legal_sheet(position, house, rng))
    for _ in range(rng.choice([1, 1, 2])):
        spoil(position, house, sheet, rng)
    return sheet


def spoil(position: Json, house: int, sheet: Json, rng: Random) -> None:
    orders = sheet["orders"]
    ways = ["another", "own", "own", "own", "standing"] + ["field", "lost", "then", "twice"] * bool(orders)
    way = rng.choice(ways)
    if way == "another":
        orders += legal_sheet(position, house, rng)["orders"][:1]
    elif way == "own" and living_of(position, house):
        orders.append(of_the_role(position, rng.choice(living_of(position, house)), rng))
    elif way == "standing":
        key = rng.choice(["veto", "if_deposed", "education", "mercy"])
        sheet["standing"] = {**(sheet["standing"] or {}), key: rng.choice(STANDINGS)}
    elif way == "field":
        rng.choice(orders)[rng.choice([*FIELDS, "by"])] = some_value(position, rng)
    elif way == "lost":
        order = rng.choice(orders)
        order.pop(rng.choice(list(order)), None)
    elif way == "then":
        order = rng.choice(orders)
        if isinstance(order.get("then"), dict):
            order["then"][rng.choice([*FIELDS, "by"])] = some_value(position, rng)
    elif way == "twice":
        orders.append(deepcopy(rng.choice(orders)))


FIELDS = ["activity", "target", "target", "hireling", "guests", "then"]


def of_the_role(position: Json, noble: str, rng: Random) -> Json:
    """What his role does, whatever he may do now; an errand of anybody's."""
    names = [name for name in ACTIVITIES if role_of(name) == role(position, noble)]
    order: Json = {"by": noble, "activity": rng.choice([*names, "errand"])}
    if rng.random() < 0.7:
        order["target"] = rng.choice([rng.randrange(5), rng.choice(living(position))])
    if order["activity"] in ("hire", "appoint_attendant", "appoint_servant"):
        order["hireling"] = rng.choice(list(HIRELINGS))
    return order


def some_value(position: Json, rng: Random) -> Any:
    return rng.choice(
        [
            rng.choice([None, 0, 3, 7, -1, True, "x", [], {}]),
            rng.randrange(5),
            rng.choice(list(position["characters"])),
            rng.choice(list(ACTIVITIES)),
            rng.choice(list(HIRELINGS)),
            [rng.choice(living(position)) for _ in range(5)],
        ]
    )
