"""What the seat sees, read from its view once for each decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from libs.games.kit.game import Json
from services.ai.bots.fetih.battle import strength
from services.ai.bots.fetih.board import (
    CONTINENTS,
    HAND_LIMIT,
    MOST_UNITS,
    NEIGHBOURS,
    STRUCTURE_STRENGTH,
    VICTORY_POINTS,
    Continent,
    ways,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """One region; `ready` are the units that may still act, `power` the strength of all its units."""

    id: str
    owner: int | None
    resource: str
    ways: int
    units: Mapping[str, int]
    ready: Mapping[str, int]
    village: bool
    wall: str
    power: int

    @property
    def works(self) -> int:
        """What stands there adds this to the defence (F37, F47, F48)."""
        return STRUCTURE_STRENGTH[self.wall] + (STRUCTURE_STRENGTH["village"] if self.village else 0)

    @property
    def defence(self) -> int:
        return self.power + self.works

    @property
    def count(self) -> int:
        return sum(self.units.values())

    @property
    def room(self) -> int:
        return MOST_UNITS - self.count


def _region(name: str, seen: Json) -> Region:
    units, used = seen["units"], seen["used"]
    return Region(
        id=name,
        owner=seen["owner"],
        resource=seen["resource"],
        ways=ways(seen["number"]),
        units=units,
        ready={kind: count - used.get(kind, 0) for kind, count in units.items() if count > used.get(kind, 0)},
        village=seen["village"],
        wall=seen["defence"],
        power=strength(units),
    )


ENOUGH = tuple(
    chosen
    for count in range(1, len(CONTINENTS) + 1)
    for chosen in combinations(CONTINENTS, count)
    if sum(continent.points for continent in chosen) >= VICTORY_POINTS
    and all(sum(continent.points for continent in chosen) - one.points < VICTORY_POINTS for one in chosen)
)
"""Every choice of continents whose points win, and would not without any of them (F86)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Continents that would win, and how many of their regions are still missing."""

    continents: frozenset[str]
    missing: int


class Outlook:
    """The board from one seat's chair."""

    def __init__(self, view: Json) -> None:
        self.me: int = view["you"]
        self.round: int = view["round"]
        self.seats: Sequence[Json] = view["seats"]
        self.hand: Mapping[str, int] = self.seats[self.me]["resources"]
        self.bank: Mapping[str, int] = view["bank"]
        self.gunpowder: bool = self.seats[self.me]["age"] == "gunpowder"
        self.claims = frozenset(view["claims"])
        self.allies = frozenset(seat for pair in view["alliances"] if self.me in pair for seat in pair) - {
            self.me
        }
        self.in_play = tuple(number for number, seat in enumerate(self.seats) if seat["status"] == "playing")
        self.others = tuple(seat for seat in self.in_play if seat != self.me)
        self.regions = {name: _region(name, seen) for name, seen in view["regions"].items()}
        self._plans: dict[int, Plan] = {}
        self.mine = tuple(region for region in self.regions.values() if region.owner == self.me)

    @property
    def rolls(self) -> int:
        """Throws in a round: each seat in play makes one."""
        return len(self.in_play)

    @cached_property
    def spare(self) -> int:
        """What the hand holds beyond what is safe from a 7."""
        return max(sum(self.hand.values()) - HAND_LIMIT, 0)

    @cached_property
    def held(self) -> Mapping[int, int]:
        """Regions of each seat."""
        held = dict.fromkeys(range(len(self.seats)), 0)
        for region in self.regions.values():
            if region.owner is not None:
                held[region.owner] += 1
        return held

    @cached_property
    def armies(self) -> Mapping[int, int]:
        """Strength of each seat's units."""
        armies = dict.fromkeys(range(len(self.seats)), 0)
        for region in self.regions.values():
            if region.owner is not None:
                armies[region.owner] += region.power
        return armies

    @cached_property
    def shares(self) -> Mapping[str, Mapping[int | None, int]]:
        """Of each continent, how many regions each owner has."""
        shares: dict[str, dict[int | None, int]] = {}
        for continent in CONTINENTS:
            counted = shares[continent.id] = {}
            for name in continent.regions:
                owner = self.regions[name].owner
                counted[owner] = counted.get(owner, 0) + 1
        return shares

    def owns(self, seat: int, continent: Continent) -> bool:
        return self.shares[continent.id].get(seat, 0) == len(continent.regions)

    @cached_property
    def points(self) -> Mapping[int, int]:
        """Of each seat, the points of the continents it owns wholly."""
        return {
            seat: sum(continent.points for continent in CONTINENTS if self.owns(seat, continent))
            for seat in range(len(self.seats))
        }

    def plan(self, seat: int) -> Plan:
        """The continents with points enough that the seat has the shortest way to."""
        found = self._plans.get(seat)
        if found is None:
            found = self._plans[seat] = min(
                (
                    Plan(
                        continents=frozenset(continent.id for continent in chosen),
                        missing=sum(self._way(seat, continent) for continent in chosen),
                    )
                    for chosen in ENOUGH
                ),
                key=lambda plan: plan.missing,
            )
        return found

    def _way(self, seat: int, continent: Continent) -> int:
        return len(continent.regions) - self.shares[continent.id].get(seat, 0)

    def neighbours(self, region: Region) -> list[Region]:
        return [self.regions[name] for name in NEIGHBOURS[region.id]]

    def hostile(self, owner: int | None) -> bool:
        """Whether that owner's soldiers may come against this seat."""
        return owner is not None and owner != self.me and owner not in self.allies

    def targets(self, region: Region) -> list[Region]:
        """Where the region's soldiers may attack, this turn or a later one."""
        return [
            other
            for other in self.neighbours(region)
            if other.owner != self.me and other.owner not in self.allies
        ]

    @cached_property
    def leader(self) -> int:
        """The seat in play that is nearest to winning, by regions, points and soldiers."""
        return max(
            self.in_play,
            key=lambda seat: (self.held[seat] + 3 * self.points[seat] + self.armies[seat] / 4, -seat),
        )
