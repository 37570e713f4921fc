"""What regions are worth to the seat, and what threatens them. The unit is one resource."""

from functools import cached_property

from services.ai.bots.fetih.board import (
    CONTINENT_OF,
    MOST_UNITS,
    STRENGTH,
    VICTORY_POINTS,
    YIELD,
    Continent,
)
from services.ai.bots.fetih.outlook import Outlook, Region

ROUNDS = 8.0
"""How many rounds of production a region is reckoned to bring its owner."""

VILLAGE = 3.0
"""A village beyond what it brings: a place to train at."""

POINT = 6.0
"""A point of a continent that is owned wholly."""

NEAR_WIN = 60.0
"""Coming to the points that win, or keeping another from them."""

NEARER = 0.75
"""How much of a win is left of it by each region that is missing."""

DENIAL = 1.5
"""How much another's way to winning counts against one's own."""

GROUND = 1.0
"""Any region: a place to stand, one step from the next."""

RESOURCE_PER_STRENGTH = 1.3
"""What a point of strength costs, over the kinds of units."""

SURE_OF_ATTACK = 45
"""An opponent with a smaller chance than this often lets it be."""


class Worth:
    """Values over one outlook, reckoned when asked for."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self._gains: dict[str, float] = {}
        self._threats: dict[str, float] = {}

    def production(self, region: Region, *, village: bool) -> float:
        """Resources that the region brings in a round."""
        each = YIELD * 2 if village else YIELD
        return region.ways / 36 * each * self.outlook.rolls

    def held(self, region: Region) -> float:
        """What it is worth to whoever owns the region, apart from its continent."""
        income = self.production(region, village=region.village) * ROUNDS
        return income + GROUND + (VILLAGE if region.village else 0)

    @cached_property
    def _spite(self) -> float:
        """How much another's loss is one's own gain: all of it between two, less among many."""
        return float(max(len(self.outlook.others), 1) ** -0.8)

    def gain(self, region: Region) -> float:
        """What conquering the region brings the seat."""
        known = self._gains.get(region.id)
        if known is None:
            known = self._gains[region.id] = self._gain(region)
        return known

    def _gain(self, region: Region) -> float:
        outlook, continent = self.outlook, CONTINENT_OF[region.id]
        own = outlook.shares[continent.id].get(outlook.me, 0)
        size = len(continent.regions)
        value = self.held(region) + _progress(continent, own + 1) - _progress(continent, own)
        if own + 1 == size:
            value += self._completion(continent)
        plan = outlook.plan(outlook.me)
        if continent.id in plan.continents:
            value += _step(plan.missing - 1)
        if region.owner is not None:
            value += self._harm(region, continent)
        return value

    def _completion(self, continent: Continent) -> float:
        points = self.outlook.points[self.outlook.me]
        wins = points < VICTORY_POINTS <= points + continent.points
        return continent.points * POINT + (NEAR_WIN if wins else 0)

    def _harm(self, region: Region, continent: Continent) -> float:
        """What the region's owner loses by it, as far as that is a gain."""
        outlook, owner = self.outlook, region.owner
        assert owner is not None
        spite = self._spite * (1.3 if owner == outlook.leader else 1)
        value = spite * self.held(region)
        theirs = outlook.shares[continent.id].get(owner, 0)
        value += spite * (_progress(continent, theirs) - _progress(continent, theirs - 1))
        if theirs == len(continent.regions):
            value += spite * continent.points * POINT
            points = outlook.points[owner]
            if points >= VICTORY_POINTS > points - continent.points:
                value += NEAR_WIN
        plan = outlook.plan(owner)
        if continent.id in plan.continents:
            value += DENIAL * _step(plan.missing)
        if outlook.held[owner] == 1:
            value += 6 + outlook.seats[owner]["resource_count"] + NEAR_WIN / len(outlook.others)
        return value

    def loss(self, region: Region) -> float:
        """What losing the region costs the seat that owns it."""
        outlook, continent = self.outlook, CONTINENT_OF[region.id]
        own = outlook.shares[continent.id].get(outlook.me, 0)
        value = self.held(region) * (1 + self._spite / 2)
        value += _progress(continent, own) - _progress(continent, own - 1)
        if own == len(continent.regions):
            value += continent.points * POINT
            if outlook.points[outlook.me] >= VICTORY_POINTS:
                value += NEAR_WIN
        plan = outlook.plan(outlook.me)
        if continent.id in plan.continents:
            value += _step(plan.missing)
        if outlook.held[outlook.me] <= 2:
            value += NEAR_WIN / outlook.held[outlook.me]
        return value

    def threat(self, region: Region) -> float:
        """The strength that may come against the region before the seat's next turn."""
        known = self._threats.get(region.id)
        if known is None:
            known = self._threats[region.id] = self._threat(region)
        return known

    def _threat(self, region: Region) -> float:
        """The strongest of the opponents around, with what it may still train there."""
        outlook = self.outlook
        by_owner: dict[int, list[Region]] = {}
        for other in outlook.neighbours(region):
            if outlook.hostile(other.owner):
                assert other.owner is not None
                by_owner.setdefault(other.owner, []).append(other)
        return max((self._force(owner, sources) for owner, sources in by_owner.items()), default=0.0)

    def _force(self, owner: int, sources: list[Region]) -> float:
        units = sorted(
            (
                STRENGTH[kind]
                for source in sources
                for kind, count in source.units.items()
                for _ in range(count)
            ),
            reverse=True,
        )
        force = float(sum(units[:MOST_UNITS]))
        room = max((source.room for source in sources if source.village), default=0)
        room = min(room, MOST_UNITS - min(len(units), MOST_UNITS))
        if room:
            bought = 0.5 * self.outlook.seats[owner]["resource_count"] / RESOURCE_PER_STRENGTH
            force += min(bought, room * (7.0 if self.outlook.seats[owner]["age"] == "gunpowder" else 3.0))
        return force

    def danger(self, region: Region, defence: float) -> float:
        """The chance that the region is lost before the next turn, with that defence."""
        attack = self.threat(region)
        if attack <= 0:
            return 0.0
        chance = attack / (attack + defence)
        return chance if chance * 100 >= SURE_OF_ATTACK else chance * 0.4


def _progress(continent: Continent, owned: int) -> float:
    """What a part of a continent is worth, ahead of the whole."""
    return continent.points * POINT * 0.6 * (owned / len(continent.regions)) ** 2


def _step(missing: int) -> float:
    """What separates having so many regions missing on the way to winning from having one more."""
    return NEAR_WIN * (1 - NEARER) * float(NEARER**missing)
