"""The whole state of a game (section 18), and the small steps that it is changed by."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from libs.games.fetih.counts import Counts, minus, plus
from libs.games.fetih.tables import (
    BALANCE,
    CONTINENTS,
    NO_GOODS,
    NO_UNITS,
    RESOURCES,
    Age,
    Defence,
    Resource,
)
from libs.games.kit.game import Player

Phase = Literal["draft", "play", "over"]
Status = Literal["playing", "eliminated", "resigned"]
WinReason = Literal["continents", "last_standing"]

ENDINGS: tuple[WinReason, ...] = ("continents", "last_standing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How many seats, and which of them are bots for the whole game."""

    seats: int = 2
    bots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """`controller` is who plays it now; `picked` are its start regions in the order chosen."""

    kind: Player = "person"
    controller: Player = "person"
    connected: bool = True
    missed_turns: int = 0
    status: Status = "playing"
    age: Age = "sword"
    resources: Counts = NO_GOODS
    picked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """`used` are those of its units that have acted this turn (F61)."""

    owner: int | None = None
    resource: Resource
    number: int
    units: Counts = NO_UNITS
    used: Counts = NO_UNITS
    village: bool = False
    plundered: bool = False
    defence: Defence = "none"

    @property
    def ready(self) -> Counts:
        return minus(self.units, self.used)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllianceOffer:
    offerer: int
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    """An open offer of a swap; `to` None is everybody, `declined` those who have."""

    id: int
    offerer: int
    to: int | None
    give: Counts
    get: Counts
    declined: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    options: Options = Options()
    phase: Phase = "draft"
    order: tuple[int, ...] = ()
    turn: int = 0
    round: int = 0
    rolled: bool = False
    picks: int = 0
    last_roll: tuple[int, int] | None = None
    bank: Counts = (BALANCE.bank_per_resource,) * len(RESOURCES)
    seats: tuple[Seat, ...] = ()
    regions: Mapping[str, Region] = field(default_factory=lambda: MappingProxyType({}))
    alliances: tuple[tuple[int, int], ...] = ()
    alliance_offers: tuple[AllianceOffer, ...] = ()
    trades: tuple[Trade, ...] = ()
    next_trade: int = 1
    out: tuple[int, ...] = ()
    winner: int | None = None
    win_reason: WinReason | None = None
    ranking: tuple[int, ...] = ()

    @property
    def playing(self) -> list[int]:
        """The seats in play, in turn order."""
        return [seat for seat in self.order if self.seats[seat].status == "playing"]

    def from_seat(self, seat: int) -> list[int]:
        """All seats in turn order, beginning with that one."""
        place = self.order.index(seat)
        return [*self.order[place:], *self.order[:place]]

    def regions_of(self, seat: int) -> list[str]:
        """Its regions, in board order."""
        return [name for name, region in self.regions.items() if region.owner == seat]

    def hand(self, seat: int) -> Counts:
        return self.seats[seat].resources

    def are_allied(self, one: int, other: int) -> bool:
        return (min(one, other), max(one, other)) in self.alliances

    def with_region(self, name: str, region: Region) -> "Position":
        # The dict of a position is never changed, only copied; the copy keeps board order.
        return replace(self, regions={**self.regions, name: region})

    def with_seat(self, number: int, seat: Seat) -> "Position":
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def with_hand(self, number: int, resources: Counts) -> "Position":
        return self.with_seat(number, replace(self.seats[number], resources=resources))

    def paid(self, seat: int, goods: Counts) -> "Position":
        """The seat has given that to the bank."""
        position = self.with_hand(seat, minus(self.hand(seat), goods))
        return replace(position, bank=plus(self.bank, goods))

    def received(self, seat: int, goods: Counts) -> "Position":
        """The bank has given that to the seat."""
        position = self.with_hand(seat, plus(self.hand(seat), goods))
        return replace(position, bank=minus(self.bank, goods))

    def handed(self, giver: int, taker: int, goods: Counts) -> "Position":
        """One seat has given that to another."""
        position = self.with_hand(giver, minus(self.hand(giver), goods))
        return position.with_hand(taker, plus(position.hand(taker), goods))

    def without_used(self) -> "Position":
        """Every unit is ready again (F203)."""
        fresh = {
            name: replace(region, used=NO_UNITS) for name, region in self.regions.items() if any(region.used)
        }
        return replace(self, regions={**self.regions, **fresh}) if fresh else self


def is_free(region: Region) -> bool:
    """Whether it may be chosen in the draft, distance apart (F28)."""
    return region.owner is None and not region.village


def continent_owner(position: Position, regions: tuple[str, ...]) -> int | None:
    """Who owns all of those regions, or None."""
    first = position.regions[regions[0]].owner
    if first is None:
        return None
    return first if all(position.regions[name].owner == first for name in regions) else None


def points(position: Position, seat: int) -> int:
    """The points of the continents that the seat owns wholly (F21, F86)."""
    return sum(
        [
            continent.points
            for continent in CONTINENTS
            if position.regions[continent.regions[0]].owner == seat
            and continent_owner(position, continent.regions) == seat
        ]
    )


def snake(order: tuple[int, ...]) -> tuple[int, ...]:
    """Who chooses when in the draft: there and back (F26)."""
    return (*order, *reversed(order))
