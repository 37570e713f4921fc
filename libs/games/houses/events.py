"""What happened (section 10).

These names stand in every log: fields are added with defaults, nothing is renamed.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from libs.games.houses.position import Cause
from libs.games.houses.tables import Outcome, Place, Role
from libs.games.kit.game import Json

EnmityCause = Literal["sabotage", "attack", "siege", "bribe", "disobedience", "execution"]
SeizureCause = Literal["dismissal", "coup", "claim"]
CrownsCause = Literal["coronation", "rule", "loyalty"]
VoidReason = Literal[
    "actor_gone",
    "role_changed",
    "bewitched",
    "at_party",
    "target_gone",
    "target_bewitched",
    "consulted",
    "married",
    "besieged",
    "not_enemy",
    "no_king",
    "overtaken",
    "outbid",
    "forced_impossible",
    "not_hired",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """`seats` is hidden from all until the end."""

    seats: tuple[int, ...]
    turn: int
    max_turns: int
    turn_seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersSubmitted:
    """`standing` holds the instructions that were given with the sheet, or is None."""

    seat: int
    house: int
    orders: tuple[Json, ...]
    standing: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersConfirmed:
    seat: int
    house: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnClosed:
    turn: int
    cause: Literal["all_ready", "deadline"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityDone:
    step: int
    by: str
    house: int
    role: Role
    activity: str
    target: str | int | None = None
    hireling: str | None = None
    guests: tuple[str, ...] | None = None
    then: Json = None
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityVoided:
    step: int
    by: str
    house: int
    role: Role
    activity: str
    target: str | int | None = None
    hireling: str | None = None
    guests: tuple[str, ...] | None = None
    then: Json = None
    reason: VoidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class HirelingActed:
    step: int
    hireling: str
    employer: str
    house: int
    target: str | int
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class HirelingVoided:
    step: int
    hireling: str
    employer: str
    house: int
    target: str | int
    reason: VoidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbushSprung:
    by: str
    house: int
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbushVoided:
    by: str
    target: str
    reason: VoidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class PrestigeChanged:
    """`prestige` is the new one; `step` is 16 at the end of the turn."""

    character: str
    house: int
    delta: int
    prestige: int
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseBecameEnemy:
    house: int
    cause: EnmityCause
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KingDeposed:
    """`became` is his new role; None: he left the game."""

    character: str
    house: int
    cause: SeizureCause
    became: Place | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterLeft:
    character: str
    house: int
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class KingCrowned:
    """`new_house`: his house did not rule until now."""

    character: str
    house: int
    former_role: Place
    new_house: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterJoined:
    character: str
    house: int
    role: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ThroneVacant:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class VetoUsed:
    vizier: str
    house: int
    against: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterDied:
    character: str
    house: int
    role: Role
    cause: Literal["execution", "violence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceVacated:
    house: int
    role: Place
    returns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterMovedRole:
    character: str
    house: int
    from_: Place
    to: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class CrownsAwarded:
    """`total` is what the house has now."""

    house: int
    crowns: int
    total: int
    cause: CrownsCause


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterCommanded:
    character: str
    then: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterBribed:
    character: str
    by_house: int
    then: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraGranted:
    house: int
    kind: Literal["favour", "trade"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementMade:
    announcement: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSent:
    house: int
    report: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    winners: tuple[int, ...]
    cause: Cause


Event = (
    GameStarted
    | OrdersSubmitted
    | OrdersConfirmed
    | TurnClosed
    | ActivityDone
    | ActivityVoided
    | HirelingActed
    | HirelingVoided
    | AmbushSprung
    | AmbushVoided
    | PrestigeChanged
    | HouseBecameEnemy
    | KingDeposed
    | CharacterLeft
    | KingCrowned
    | CharacterJoined
    | ThroneVacant
    | VetoUsed
    | CharacterDied
    | PlaceVacated
    | CharacterMovedRole
    | CrownsAwarded
    | CharacterCommanded
    | CharacterBribed
    | ExtraGranted
    | AnnouncementMade
    | ReportSent
    | TurnBegan
    | GameEnded
)

EVENTS: tuple[type[Event], ...] = get_args(Event)
