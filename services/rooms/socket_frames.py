"""What passes over the socket of a browser (docs/api.md); the AsyncAPI document is made from these.

The frames are written where they arise, many times a second and without these classes; the tests hold every
frame that a socket gets against them.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StrictStr

from libs.events.commands import CommandId
from services.rooms.faces import ChatFace, RoomFace
from services.rooms.forms import STRICT, ViewFace
from services.rooms.seeds import SEED

Hex = Annotated[str, Field(pattern="^[0-9a-f]*$")]


class Exact:
    """A frame has these fields and no others."""

    __slots__ = ()
    __pydantic_config__ = STRICT


@dataclass(frozen=True, slots=True, kw_only=True)
class MissedFace(Exact):
    """What one entry told the reader; `seq` is its number in the log, where that may be known."""

    number: int
    at: int
    told: tuple[dict[str, Any], ...]
    command: dict[str, Any] | None
    seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WelcomeFrame(Exact):
    """First, always and once. `boot` names the server process; `missed` is what was told after `since`."""

    type: Literal["welcome"] = "welcome"
    boot: str
    now: int
    room: RoomFace
    seat: int | None
    view: ViewFace | None
    missed: tuple[MissedFace, ...]
    chat: tuple[ChatFace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFrame(ViewFace, Exact):
    """What the reader sees now, and was told since the view `former`."""

    type: Literal["view"] = "view"
    former: int
    told: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeltaFrame(Exact):
    """What changes in the view `former`: `[path, value]` sets, `[path]` removes."""

    type: Literal["delta"] = "delta"
    number: int
    former: int
    told: tuple[dict[str, Any], ...]
    changes: tuple[list[Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldFrame(Exact):
    """Events that were missed on the way; a view follows."""

    type: Literal["told"] = "told"
    entries: tuple[MissedFace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedFrame(Exact):
    """The command is in the log. `head` is the hash of the last entry that the asker was shown."""

    type: Literal["accepted"] = "accepted"
    id: str
    number: int | None
    head: Hex | None
    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedFrame(Exact):
    """The rules, or the platform, refuse the command: nothing changed."""

    type: Literal["rejected"] = "rejected"
    id: str
    code: str
    message: str
    details: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeUnknownFrame(Exact):
    """No engine answered in time: the same id, sent again, learns what became of the command."""

    type: Literal["outcome_unknown"] = "outcome_unknown"
    id: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatFrame(ChatFace, Exact):
    """What was said."""

    type: Literal["chat"] = "chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRefusedFrame(Exact):
    """What was to be said was not."""

    type: Literal["chat_refused"] = "chat_refused"
    id: str
    code: str
    message: str
    details: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsaidFrame(Exact):
    """Talk that was taken back, by its ids."""

    type: Literal["unsaid"] = "unsaid"
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomFrame(Exact):
    """The room, where it is another than the one before."""

    type: Literal["room"] = "room"
    room: RoomFace


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceFrame(Exact):
    """The person of a seat came or went."""

    type: Literal["presence"] = "presence"
    seat: int
    connected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedAcceptedFrame(Exact):
    """The seed fits the hash that was given for it."""

    type: Literal["seed_accepted"] = "seed_accepted"
    seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PongFrame(Exact):
    """The answer to a ping, with its number."""

    type: Literal["pong"] = "pong"
    n: int | None
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorFrame(Exact):
    """A refusal of no command in particular."""

    type: Literal["error"] = "error"
    code: str
    message: str
    details: dict[str, Any]


FromServer = Annotated[
    WelcomeFrame
    | ViewFrame
    | DeltaFrame
    | ToldFrame
    | AcceptedFrame
    | RejectedFrame
    | OutcomeUnknownFrame
    | ChatFrame
    | ChatRefusedFrame
    | UnsaidFrame
    | RoomFrame
    | PresenceFrame
    | SeedAcceptedFrame
    | PongFrame
    | ErrorFrame,
    Field(discriminator="type"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandFrame(Exact):
    """A command of the seat: `seen` is the number of the view that it was made from."""

    type: Literal["command"] = "command"
    id: CommandId
    seen: StrictInt | None = None
    command: dict[StrictStr, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SayFrame:
    """Something to be said in a channel."""

    type: Literal["chat"] = "chat"
    id: CommandId
    text: StrictStr
    channel: StrictStr = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedFrame:
    """The seed whose hash was given with the seat (docs/chance.md)."""

    type: Literal["seed"] = "seed"
    seed: Annotated[str, Field(strict=True, pattern=f"^{SEED.pattern}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PingFrame:
    """Answered with a pong."""

    type: Literal["ping"] = "ping"
    n: StrictInt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResyncFrame:
    """Send the whole view."""

    type: Literal["resync"] = "resync"


@dataclass(frozen=True, slots=True, kw_only=True)
class HereFrame:
    """Somebody touched the page. No answer."""

    type: Literal["here"] = "here"


FromClient = Annotated[
    CommandFrame | SayFrame | SeedFrame | PingFrame | ResyncFrame | HereFrame, Field(discriminator="type")
]
