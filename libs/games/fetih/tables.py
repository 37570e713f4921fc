"""The board and the numbers of the game, read from data/ and checked (F6-F14, section 19)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from libs.games.fetih.counts import Counts, counts
from libs.games.kit.codec import record_from_json

Resource = Literal["wood", "stone", "food", "gold"]
Unit = Literal["infantry", "archer", "cavalry", "musketeer", "tank"]
Structure = Literal["village", "fence", "wall"]
Defence = Literal["none", "fence", "wall"]
Age = Literal["sword", "gunpowder"]

RESOURCES: tuple[Resource, ...] = get_args(Resource)
"""Resource order (F14)."""

UNITS: tuple[Unit, ...] = get_args(Unit)
"""Unit order, the cheapest first (F46)."""

GUNPOWDER_UNITS: frozenset[Unit] = frozenset({"musketeer", "tank"})
"""Those that only the gunpowder age trains (F41)."""

STRUCTURES: tuple[Structure, ...] = get_args(Structure)
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
ILL_FATED = 7
COLOURS = ("blue", "purple", "turquoise", "pink", "white")


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """data/balance.json; `chosen` names the numbers that the source does not give, with the reason."""

    format: int
    chosen: Mapping[str, str]
    bank_per_resource: int
    region_yield: int
    village_yield: int
    hand_limit: int
    bank_rate: int
    max_open_trades: int
    victory_points: int
    start_infantry: int
    neutral_infantry: int
    compensation_per_place: int
    max_units: int
    turn_seconds: int
    bot_takeover_turns: int
    age_cost_total: int
    unit_strength: Mapping[str, int]
    structure_strength: Mapping[str, int]
    terrain_counts: Mapping[str, int]
    start_pack: Mapping[str, int]
    second_village_yield: int
    compensation_cycle: tuple[Resource, ...]
    unit_cost: Mapping[str, Mapping[str, int]]
    structure_cost: Mapping[str, Mapping[str, int]]
    age_cost: Mapping[str, int]
    betrayal_price: int
    pick_seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Continent:
    id: str
    name: str
    regions: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A region of the board: where it lies, not what becomes of it."""

    id: str
    name: str
    continent: str
    q: int
    r: int
    neighbours: tuple[str, ...]
    sea: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """data/map.json."""

    format: int
    hex: str
    continents: tuple[Continent, ...]
    regions: tuple[Place, ...]
    sea_passages: tuple[tuple[str, str], ...]
    land_borders_between_continents: tuple[tuple[str, str], ...]


def _read(name: str) -> Any:
    return json.loads((Path(__file__).parent / "data" / name).read_text(encoding="utf-8"))


def _check(board: Board, balance: Balance) -> None:
    places = {place.id: place for place in board.regions}
    for place in board.regions:
        for neighbour in place.neighbours:
            if place.id not in places[neighbour].neighbours:
                raise ValueError(f"{place.id} borders on {neighbour}, but not the other way round")
    if any(other not in places[one].sea for one, other in board.sea_passages):
        raise ValueError("a region does not know of its sea passage")
    for continent in board.continents:
        if any(places[region].continent != continent.id for region in continent.regions):
            raise ValueError(f"a region of {continent.id} says that it lies elsewhere")
    if sum(len(continent.regions) for continent in board.continents) != len(places):
        raise ValueError("every region belongs to one continent")
    if sum(balance.terrain_counts.values()) != len(places):
        raise ValueError("there is one terrain for each region")
    if sum(balance.age_cost.values()) != balance.age_cost_total:
        raise ValueError("the price of an age does not come to its total")


BALANCE = record_from_json(Balance, _read("balance.json"))
BOARD = record_from_json(Board, _read("map.json"))
_check(BOARD, BALANCE)

REGIONS: tuple[str, ...] = tuple(place.id for place in BOARD.regions)
"""Board order (F6)."""

CONTINENTS = BOARD.continents
NEIGHBOURS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {place.id: place.neighbours for place in BOARD.regions}
)
"""Those across the sea too (F7)."""

CONTINENT_OF: Mapping[str, str] = MappingProxyType({place.id: place.continent for place in BOARD.regions})

NO_GOODS: Counts = (0,) * len(RESOURCES)
NO_UNITS: Counts = (0,) * len(UNITS)
STRENGTHS: Counts = counts(UNITS, BALANCE.unit_strength)
UNIT_COST: Mapping[Unit, Counts] = MappingProxyType(
    {unit: counts(RESOURCES, BALANCE.unit_cost[unit]) for unit in UNITS}
)
STRUCTURE_COST: Mapping[Structure, Counts] = MappingProxyType(
    {structure: counts(RESOURCES, BALANCE.structure_cost[structure]) for structure in STRUCTURES}
)
AGE_COST: Counts = counts(RESOURCES, BALANCE.age_cost)
START_PACK: Counts = counts(RESOURCES, BALANCE.start_pack)
START_UNITS: Counts = counts(UNITS, {"infantry": BALANCE.start_infantry})
NEUTRAL_UNITS: Counts = counts(UNITS, {"infantry": BALANCE.neutral_infantry})


def single(resource: Resource, count: int = 1) -> Counts:
    """So many of one resource."""
    return counts(RESOURCES, {resource: count})
