"""The platform's own events in a game's log; their types are reserved, no game may use them.

Stored names: add fields with defaults, never rename.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypeGuard

from pydantic import StrictInt, StrictStr

from libs.events.commands import Fork
from libs.events.entry import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunSeat:
    """One seat at the start: who plays it, the hash of the person's seed, and the seed (None: not given)."""

    player: Literal["person", "bot"]
    bot: StrictStr | None = None
    seed_hash: StrictStr | None = None
    seed: StrictStr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegun:
    """The first event of every log: seats, options, and what its chance is made of (docs/chance.md).

    `silent` are the seats whose person gave no seed that fits its hash.
    """

    type: Literal["GameBegun"] = "GameBegun"
    seats: tuple[BegunSeat, ...]
    options: dict[StrictStr, Any]
    key: StrictStr
    commitment: StrictStr
    chance: StrictInt
    silent: tuple[StrictInt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionLoaded:
    """The game begins from a given position instead of its own start; `fork` says where it stood before."""

    type: Literal["PositionLoaded"] = "PositionLoaded"
    position: dict[StrictStr, Any]
    fork: Fork | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSatIn:
    """The person of a seat is gone: a bot plays it."""

    type: Literal["BotSatIn"] = "BotSatIn"
    seat: StrictInt


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonReturned:
    """The person of a seat is back and plays it again."""

    type: Literal["PersonReturned"] = "PersonReturned"
    seat: StrictInt


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClosed:
    """The room was closed while its game ran: over, and nobody has won."""

    type: Literal["GameClosed"] = "GameClosed"
    reason: StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class GameForked:
    """An operator copied the game under way, as it stood after its entry `seq`, into another room.

    `numbers` are the view numbers then, of each seat and last of the spectators: in these words it is told,
    since the number of an entry tells how many were hidden.
    """

    type: Literal["GameForked"] = "GameForked"
    seq: StrictInt
    into: StrictStr
    numbers: tuple[StrictInt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretRevealed:
    """The last event of every log: the room's secret (hex), so that anyone can draw everything again."""

    type: Literal["SecretRevealed"] = "SecretRevealed"
    secret: StrictStr


PlatformEvent = (
    GameBegun | PositionLoaded | BotSatIn | PersonReturned | GameClosed | GameForked | SecretRevealed
)

PLATFORM_EVENTS: dict[str, type[PlatformEvent]] = {
    kind.__name__: kind
    for kind in (GameBegun, PositionLoaded, BotSatIn, PersonReturned, GameClosed, GameForked, SecretRevealed)
}

_KINDS = frozenset(PLATFORM_EVENTS.values())


def is_platform_event(event: object) -> TypeGuard[PlatformEvent]:
    """Whether it is one of ours. By its class: `isinstance` with a union takes twenty times as long."""
    return type(event) in _KINDS


def reveals_secret(entry: Entry) -> bool:
    """Whether an entry reveals its room's secret: it is the last of its log, and the game is over."""
    return any(event.get("type") == SecretRevealed.__name__ for event in entry.events)
