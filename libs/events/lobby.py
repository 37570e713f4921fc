"""Lobby events: the life of a room before, beside and after its game (subject `room.<room>`)."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from libs.events.commands import Fork, RoomId, Seat

Person = StrictStr
"""A pseudonym: the id of an account or guest. Names and all else about a person stand in the KV alone."""


NOBODY: Person = ""
"""The owner of a room that an operator opened, until somebody sits down."""


IMPORTED = "imported"
"""Why a room is closed whose game was brought here from a file, to be looked at. It was never open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A room was opened by its owner. `code` opens the door; `watch` is the token of the watching link.

    `owner` is NOBODY where an operator opened it: who sits down first becomes the owner. `fork`: its game
    will go on from another one's position.
    """

    type: Literal["opened"] = "opened"
    at: StrictInt
    code: StrictStr
    watch: StrictStr
    game: StrictStr
    options: dict[StrictStr, Any]
    seats: Annotated[int, Field(strict=True, ge=1, le=64)]
    owner: Person
    listed: StrictBool
    fork: Fork | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    type: Literal["seat_taken"] = "seat_taken"
    at: StrictInt
    seat: Seat
    person: Person
    seed_hash: StrictStr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """Before the start the seat is free again; after it the person gave it up for good."""

    type: Literal["seat_left"] = "seat_left"
    at: StrictInt
    seat: Seat
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class BotAdded:
    type: Literal["bot_added"] = "bot_added"
    at: StrictInt
    seat: Seat
    bot: StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class BotRemoved:
    type: Literal["bot_removed"] = "bot_removed"
    at: StrictInt
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Kicked:
    """The owner sent a person away: the seat is free, and the person is banned from the room."""

    type: Literal["kicked"] = "kicked"
    at: StrictInt
    seat: Seat | None
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerChanged:
    type: Literal["owner_changed"] = "owner_changed"
    at: StrictInt
    owner: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Muted:
    type: Literal["muted"] = "muted"
    at: StrictInt
    person: Person
    muted: StrictBool


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenSeat:
    """A seat of the game: the person with the hash of their seed, or the kind of bot."""

    person: Person | None = None
    bot: StrictStr | None = None
    seed_hash: StrictStr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The seats are frozen, in the order of the game's seats, and the engine is committed to its secret.

    `start` is the id of the start command.
    """

    type: Literal["started"] = "started"
    at: StrictInt
    start: StrictStr
    seats: tuple[FrozenSeat, ...]
    key: StrictStr
    commitment: StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedGiven:
    """A person opened their seed (hex) after `started`: it fits the hash that was given with the seat."""

    type: Literal["seed_given"] = "seed_given"
    at: StrictInt
    seat: Seat
    seed: StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """Reason: `owner`, `idle`, `empty`, `admin`, or IMPORTED."""

    type: Literal["closed"] = "closed"
    at: StrictInt
    reason: StrictStr


LobbyEvent = Annotated[
    Opened
    | SeatTaken
    | SeatLeft
    | BotAdded
    | BotRemoved
    | Kicked
    | OwnerChanged
    | Muted
    | Started
    | SeedGiven
    | Closed,
    Field(discriminator="type"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyEntry:
    """What one message of `room.<room>` holds: the events of one request, in order."""

    v: Literal[1] = 1
    room: RoomId
    events: tuple[LobbyEvent, ...]
