"""A player that gives every noble any of his activities, or none; it is never refused."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence

from libs.games.kit.game import Json
from libs.games.kit.schema import pick

SPECIALS = ("execute", "claim", "dismiss", "coup", "mint")
RETAINER = ("errand", "appoint_attendant", "appoint_servant")
"""Of these a noble is given one at most."""
BESIDE = ("favour", "errand", "appoint_attendant")
"""What is ordered beside an ordinary activity, and is no special one."""


def random_player(view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random) -> dict[str, Json]:
    """For each noble one of the ordinary activities on offer or none, all equally likely.

    Each special activity comes with probability 1/2, and what else goes beside them is chosen like the
    ordinary ones. Extra activities are not used. A sheet that a partner gave is confirmed, never replaced.
    """
    for option in options:
        if option["command"]["type"] == "confirm_orders":
            return dict(option["command"])
    (template,) = (option for option in options if option["command"]["type"] == "submit_orders")
    offers: defaultdict[str, defaultdict[str, list[Json]]] = defaultdict(lambda: defaultdict(list))
    for schema in template["fields"]["orders"].get("items", {}).get("anyOf", ()):
        properties = schema["properties"]
        offers[properties["by"]["const"]][properties["activity"]["const"]].append(schema)
    orders = []
    for noble, activities in offers.items():
        is_bribed = view["characters"][noble]["forced"] is not None
        orders += _orders_of(activities, is_bribed, rng)
    return {**template["command"], "orders": orders}


def _orders_of(
    activities: Mapping[str, Sequence[Json]], is_bribed: bool, rng: random.Random
) -> list[dict[str, Json]]:
    ordinary = [name for name in activities if name not in (*SPECIALS, *BESIDE)]
    chosen = [] if is_bribed else _one_or_none(ordinary, rng)
    chosen += [name for name in activities if name in SPECIALS and rng.random() < 0.5]
    if "favour" in activities:
        chosen += _one_or_none(["favour"], rng)
    if not set(chosen) & set(RETAINER):
        chosen += _one_or_none([name for name in activities if name in RETAINER and name in BESIDE], rng)
    return [_filled(activities[name], rng) for name in chosen]


def _one_or_none(names: Sequence[str], rng: random.Random) -> list[str]:
    place = rng.randrange(len(names) + 1)
    return list(names[place : place + 1])


def _filled(schemas: Sequence[Json], rng: random.Random) -> dict[str, Json]:
    """One of the orders that the schemas offer; each hireling is equally likely."""
    weights = [len(schema["properties"].get("hireling", {}).get("enum", "x")) for schema in schemas]
    (schema,) = rng.choices(schemas, weights)
    order: dict[str, Json] = pick(schema, rng.randrange)
    return order
