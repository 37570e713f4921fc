"""What happened (section 13). These names stand in every log: add fields with defaults, rename nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from libs.games.fetih.position import WinReason
from libs.games.fetih.tables import Age, Defence, Resource, Structure, Unit

# Objects of goods and units hold only counts above 0.
Goods = Mapping[str, int]
Units = Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What was dealt to a region (F12)."""

    resource: Resource
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Force:
    """The units that a region sent into a battle."""

    region: str
    units: Units


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    seats: int
    bots: tuple[int, ...]
    order: tuple[int, ...]
    regions: Mapping[str, Deal]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionPicked:
    """`pick` is the place in the snake, from 1; `auto`: the time had run out."""

    seat: int
    region: str
    pick: int
    auto: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingResourcesGranted:
    """`second_region` is None only where a loaded position knows of none."""

    seat: int
    resources: Goods
    second_region: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    seat: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled:
    """`auto`: made up for at the end of the time (F81)."""

    seat: int
    dice: tuple[int, int]
    total: int
    auto: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourcesDiscarded:
    seat: int
    resources: Goods
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BankShort:
    """`seats` are the claimants, in turn order from the roller."""

    resource: Resource
    wanted: int
    paid: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourcesProduced:
    """As paid; `regions` are those whose resource was paid, wholly or in part."""

    seat: int
    resources: Goods
    regions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinentBonusPaid:
    seat: int
    continent: str
    resource: Resource
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VillageRestored:
    region: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsTrained:
    seat: int
    region: str
    unit: Unit
    count: int
    paid: Goods


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureBuilt:
    seat: int
    region: str
    structure: Structure
    paid: Goods


@dataclass(frozen=True, slots=True, kw_only=True)
class AgeAdvanced:
    seat: int
    age: Age
    paid: Goods


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleFought:
    """`defender` None is a neutral region; `won` is said of the attacker."""

    attacker: int
    defender: int | None
    region: str
    forces: tuple[Force, ...]
    attack: int
    defence: int
    chance: int
    roll: int
    won: bool
    attacker_losses: Units
    defender_losses: Units


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionEntered:
    """Nothing stood against the attacker (F59)."""

    seat: int
    region: str
    previous: int | None
    forces: tuple[Force, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionConquered:
    """`units` moved in; `village` and `defence` are as they stand now."""

    seat: int
    region: str
    previous: int | None
    units: Units
    village: bool
    defence: Defence


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourcePlundered:
    """Which resource is told to the two alone."""

    seat: int
    from_: int
    resource: Resource
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEliminated:
    seat: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourcesInherited:
    """Which resources is told to the two alone."""

    seat: int
    from_: int
    resources: Goods
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinentClaimMade:
    seat: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinentClaimLost:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsShipped:
    seat: int
    from_: str
    to: str
    units: Units


@dataclass(frozen=True, slots=True, kw_only=True)
class BankTraded:
    seat: int
    give: Goods
    get: Goods


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeOffered:
    trade: int
    from_: int
    to: int | None
    give: Goods
    get: Goods


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeCompleted:
    """`give` and `get` as they were offered."""

    trade: int
    from_: int
    by: int
    give: Goods
    get: Goods


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeDeclined:
    trade: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeClosed:
    trade: int
    reason: Literal["withdrawn", "declined"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllianceOffered:
    """Told to the two alone."""

    from_: int
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllianceDeclined:
    """Told to the two alone; `from_` had offered."""

    from_: int
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllianceOfferExpired:
    """Told to the two alone."""

    from_: int
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllianceFormed:
    """The two seats, ascending."""

    seats: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllianceBroken:
    """What was `paid` to the other is told to the two alone."""

    seat: int
    other: int
    paid: Goods
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    seat: int
    reason: Literal["passed", "timeout", "resigned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResigned:
    """`resources` went to the bank."""

    seat: int
    regions: tuple[str, ...]
    resources: Goods


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDisconnected:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReconnected:
    """`took_back`: a bot had taken over."""

    seat: int
    took_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BotTookOver:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWon:
    seat: int
    reason: WinReason
    ranking: tuple[int, ...]


Event = (
    GameStarted
    | RegionPicked
    | StartingResourcesGranted
    | TurnStarted
    | DiceRolled
    | ResourcesDiscarded
    | BankShort
    | ResourcesProduced
    | ContinentBonusPaid
    | VillageRestored
    | UnitsTrained
    | StructureBuilt
    | AgeAdvanced
    | BattleFought
    | RegionEntered
    | RegionConquered
    | ResourcePlundered
    | SeatEliminated
    | ResourcesInherited
    | ContinentClaimMade
    | ContinentClaimLost
    | UnitsShipped
    | BankTraded
    | TradeOffered
    | TradeCompleted
    | TradeDeclined
    | TradeClosed
    | AllianceOffered
    | AllianceDeclined
    | AllianceOfferExpired
    | AllianceFormed
    | AllianceBroken
    | TurnEnded
    | SeatResigned
    | SeatDisconnected
    | SeatReconnected
    | BotTookOver
    | GameWon
)

EVENTS: tuple[type[Event], ...] = get_args(Event)
