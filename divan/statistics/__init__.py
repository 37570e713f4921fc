"""The games' own questions to their simulations: a module for each game that has some."""

from collections.abc import Mapping
from types import MappingProxyType

from divan.simulation.statistics import Statistics
from divan.statistics.fetih import FETIH
from divan.statistics.houses import HOUSES

STATISTICS: Mapping[str, Statistics] = MappingProxyType({"fetih": FETIH, "houses": HOUSES})
