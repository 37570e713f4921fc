"""What requests and answers of the HTTP routes look like; the OpenAPI document is made from these."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import ConfigDict, Field, StrictBool, StrictInt, StrictStr

from libs.events.commands import EntryNumber
from services.rooms.faces import ListedRoom, Status
from services.rooms.seeds import SEED_HASH

SeatNumber = Annotated[int, Field(strict=True, ge=0, le=63)]
SeedHash = Annotated[str, Field(strict=True, pattern=f"^{SEED_HASH.pattern}$")]
"""SHA-256 of the seed, as lower-case hexadecimal."""

STRICT = ConfigDict(extra="forbid")
"""What requests are read with: an unknown field is refused."""

Word = Annotated[str, Field(strict=True, max_length=64)]
Secret = Annotated[str, Field(strict=True, max_length=1024)]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterAsGuest:
    __pydantic_config__ = STRICT

    bearer: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    __pydantic_config__ = STRICT

    username: Word
    password: Secret
    bearer: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseMe:
    """The account's password once more; a guest has none."""

    __pydantic_config__ = STRICT

    password: Secret = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyRoom:
    code: str
    game: str
    status: Status
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    name: str
    guest: bool
    rooms: tuple[MyRoom, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """`token` only where the request asked for a bearer token: otherwise the cookie holds it."""

    me: Me
    token: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """`contact`: an e-mail address or URL of who runs the site, if they named one."""

    contact: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRange:
    min: int
    max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFace:
    """A game: how many may play, the JSON Schema of its options, and its kinds of bot.

    `listable`: its rooms may stand in the public list.
    """

    name: str
    seats: SeatRange
    setup: dict[str, Any]
    bots: tuple[str, ...]
    listable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    games: tuple[GameFace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkOf:
    """A game that is over, by a door of its room, and the number of the entry to go on from (`seq`)."""

    __pydantic_config__ = STRICT

    room: Word
    at: EntryNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRoom:
    """`bots` sit down beside the owner; `start` begins the game at once.

    The game is a new one (`game`, `options`, `seats`), or goes on `from` another; never both.
    """

    __pydantic_config__ = STRICT

    game: Word | None = None
    options: dict[StrictStr, Any] | None = None
    seats: StrictInt | None = None
    from_: Annotated[ForkOf | None, Field(alias="from")] = None
    seat: SeatNumber | None = None
    listed: StrictBool = False
    seed_hash: SeedHash | None = None
    bots: Annotated[tuple[Word, ...], Field(max_length=63)] = ()
    start: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit:
    __pydantic_config__ = STRICT

    seat: SeatNumber | None = None
    seed_hash: SeedHash | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddBot:
    __pydantic_config__ = STRICT

    kind: Word | None = None
    seat: SeatNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mute:
    __pydantic_config__ = STRICT

    seat: SeatNumber
    muted: StrictBool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomList:
    rooms: tuple[ListedRoom, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldFace:
    """What one entry told the reader; `command` where it was the reader's own, or after the end.

    `seq`: the entry's number in the log, after the end.
    """

    number: int
    at: int
    told: tuple[dict[str, Any], ...]
    command: dict[str, Any] | None
    seq: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFace:
    told: tuple[ToldFace, ...]
    next: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitFace:
    seats: tuple[int, ...]
    ends_at: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFace:
    """What a reader sees: docs/api.md, "The socket"."""

    number: int
    at: int
    head: str
    seq: int | None
    view: dict[str, Any]
    options: tuple[dict[str, Any], ...]
    wait: WaitFace | None
    result: dict[str, Any] | None
    players: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionChangeFace:
    """What leads from the view before to that of `number`: docs/api.md, "Deltas"."""

    number: int
    changes: tuple[list[Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionsFace:
    """A view and those right after it."""

    first: ViewFace
    then: tuple[PositionChangeFace, ...]
    next: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Every error. The message is for people, in their language."""

    code: str
    message: str
    details: dict[str, Any]
