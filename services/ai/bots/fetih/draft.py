"""Choosing the two start regions."""

import random

from libs.games.kit.game import Json
from services.ai.bots.fetih.board import CONTINENT_OF, NEIGHBOURS, ways
from services.ai.bots.fetih.offers import Command, Offers

USE = {"wood": 1.15, "stone": 0.75, "food": 1.0, "gold": 1.05}
"""How much a resource of each kind helps at the start."""

SMALL = {
    "oceania": 2.0,
    "south_america": 1.6,
    "africa": 0.8,
    "europe": 0.6,
    "north_america": 0.6,
    "asia": 0.0,
}
"""How soon the continent can be owned and held."""


def pick(view: Json, offers: Offers, rng: random.Random) -> Command:
    """The start region of the best number, surroundings, resource and continent."""
    offered = [name for name in view["pickable"] if offers.allows({"type": "pick_region", "region": name})]
    best = max(offered, key=lambda name: _promise(view, name) + 0.01 * rng.random())
    return {"type": "pick_region", "region": best}


def _promise(view: Json, name: str) -> float:
    regions = view["regions"]
    picked = view["seats"][view["you"]]["picked"]
    region = regions[name]
    value = 2.0 * ways(region["number"]) * USE[region["resource"]]
    value += sum(0.25 * ways(regions[other]["number"]) for other in NEIGHBOURS[name])
    value += SMALL[CONTINENT_OF[name].id]
    for own in picked:
        if regions[own]["resource"] != region["resource"]:
            value += 2.0
        if own in NEIGHBOURS[name]:
            value += 1.0
        elif set(NEIGHBOURS[own]) & set(NEIGHBOURS[name]):
            value += 1.5
        if CONTINENT_OF[own] is CONTINENT_OF[name]:
            value += 1.0
    return value
