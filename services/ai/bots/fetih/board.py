"""What is printed, as the bot looks at it: the board of fetih, costs and strengths."""

from collections.abc import Mapping
from types import MappingProxyType

from libs.games.fetih import tables
from libs.games.fetih.tables import BALANCE, CONTINENTS, NEIGHBOURS, Continent

__all__ = ["CONTINENTS", "NEIGHBOURS", "Continent"]

_CONTINENTS = {continent.id: continent for continent in CONTINENTS}
CONTINENT_OF: Mapping[str, Continent] = MappingProxyType(
    {region: _CONTINENTS[continent] for region, continent in tables.CONTINENT_OF.items()}
)

RESOURCES: tuple[str, ...] = tables.RESOURCES
UNITS: tuple[str, ...] = tables.UNITS
GUNPOWDER_UNITS: frozenset[str] = frozenset(tables.GUNPOWDER_UNITS)

STRENGTH = BALANCE.unit_strength
STRUCTURE_STRENGTH: Mapping[str, int] = MappingProxyType({"none": 0, **BALANCE.structure_strength})
UNIT_COST = BALANCE.unit_cost
STRUCTURE_COST = BALANCE.structure_cost
AGE_COST = BALANCE.age_cost
VICTORY_POINTS = BALANCE.victory_points
MOST_UNITS = BALANCE.max_units
HAND_LIMIT = BALANCE.hand_limit
BANK_RATE = BALANCE.bank_rate
BETRAYAL_PRICE = BALANCE.betrayal_price
YIELD = BALANCE.region_yield


def ways(number: int) -> int:
    """In how many of 36 throws that total comes."""
    return 6 - abs(7 - number)
