"""The public stream: a game as spectators are told it while it runs, and whole after its end.

Stored names: add fields with defaults, never rename.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBytes, StrictInt, StrictStr

from libs.events.commands import RoomId
from libs.events.entry import Hash
from libs.events.lobby import Person
from libs.events.wire import unpack_plain, validate

Player = Literal["person", "bot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicBegun:
    """Subject `public.<room>`, the first message of a room: its game has begun.

    players  who plays each seat; None where the game hides it
    """

    v: Literal[1] = 1
    type: Literal["begun"] = "begun"
    room: RoomId
    game: StrictStr
    rules: StrictInt
    at: StrictInt
    players: tuple[Player, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTold:
    """What one entry told the spectators; of an entry that showed them nothing there is no message.

    number  the spectators' own count, from 1; never the log's, which would tell how many were hidden
    at      Unix milliseconds of the entry
    told    the events as a spectator is told them; none where only the view changed
    """

    v: Literal[1] = 1
    type: Literal["told"] = "told"
    room: RoomId
    game: StrictStr
    rules: StrictInt
    number: Annotated[int, Field(strict=True, ge=1)]
    at: StrictInt
    told: tuple[dict[StrictStr, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicSeat:
    """Who sat at a seat when the game began: the pseudonym of a person, or the kind of a bot.

    person  None for a bot, and where no lobby knows the room
    """

    player: Player
    person: Person | None = None
    bot: StrictStr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicGame:
    """The game is over: its log follows, one message for each entry.

    header  as the first line of a game file (docs/game-file.md): entries, head, result …
    """

    v: Literal[1] = 1
    type: Literal["game"] = "game"
    room: RoomId
    header: dict[StrictStr, Any]
    seats: tuple[PublicSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicEntry:
    """An entry of a game that is over: the bytes as they were stored, and their hash (docs/game-file.md)."""

    v: Literal[1] = 1
    type: Literal["entry"] = "entry"
    room: RoomId
    seq: Annotated[int, Field(strict=True, ge=1)]
    entry: StrictBytes
    hash: Hash


AnyPublic = PublicBegun | PublicTold | PublicGame | PublicEntry

PublicMessage = Annotated[AnyPublic, Field(discriminator="type")]

_UNION: type[AnyPublic] = PublicMessage  # type: ignore[assignment]
"""The union as the validator takes it."""

Place = tuple[int, int]
"""Where a message stands among those of its room: they come in this order, each once."""

NOTHING: Place = (0, 0)


def unpack_public(data: bytes) -> AnyPublic:
    """A message of the public stream. Raises Malformed."""
    message: AnyPublic = validate(_UNION, unpack_plain(data))
    return message


def place(message: AnyPublic) -> Place:
    """The place of a message: `begun`, every `told` by its number, `game`, every `entry` by its seq."""
    match message:
        case PublicBegun():
            return 1, 0
        case PublicTold():
            return 2, message.number
        case PublicGame():
            return 3, 0
        case PublicEntry():
            return 4, message.seq


def message_id(message: AnyPublic) -> str:
    """By which a message is known again in its room. It tells no more than the message."""
    return f"{message.type}-{place(message)[1]}"
