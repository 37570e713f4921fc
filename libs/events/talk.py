"""Chat: what is asked of the chat service, and what was said."""

from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import StrictInt, StrictStr

from libs.events.commands import CommandId, RoomId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Request on `say.<room>`: an edge hands in what a person wrote. The edge vouches for `person`.

    `id` is the sender's: a repeated one is answered again, not said again.
    """

    v: Literal[1] = 1
    room: RoomId
    id: CommandId
    person: StrictStr
    text: StrictStr
    channel: StrictStr = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskHistory:
    """Request on `say.<room>` as well: the tail of the talk that this person may read (None: a spectator)."""

    v: Literal[1] = 1
    history: Literal[True] = True
    room: RoomId
    person: StrictStr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Stored on `chat.<room>`, and told live on `heard.<room>` once it is stored.

    `seats` are those of the channel when it was said: they alone may read it; None: everybody, spectators
    too. It may be heard twice (a chat service died in between): the same `person` and `id` are one message.
    """

    v: Literal[1] = 1
    room: RoomId
    id: CommandId
    at: StrictInt
    person: StrictStr
    seat: Seat | None
    channel: StrictStr
    text: StrictStr
    seats: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SayAnswer:
    """The answer to Say: `said`, or a refusal with its code.

    Codes: empty_message, message_too_long, rate_limited (details: retry_after_ms), not_a_member, muted,
    chat_closed, no_such_channel, no_such_room, malformed, unavailable.
    """

    said: Said | None = None
    code: StrictStr | None = None
    message: StrictStr | None = None
    details: dict[StrictStr, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The answer to AskHistory: oldest first. `code` where it cannot be had: no_such_room, unavailable."""

    said: tuple[Said, ...]
    code: StrictStr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsay:
    """Request on `unsay.<person>`: erase what that person said, wherever it is still kept.

    Answered once it is done; asked again, it does no harm.
    """

    v: Literal[1] = 1
    person: StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsayAnswer:
    """The answer to Unsay: how many messages were erased; `code` `unavailable` where not all could be."""

    erased: StrictInt
    code: StrictStr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsaidMessage:
    """A message that is no more, and who could read it: as in Said."""

    id: CommandId
    seats: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaid:
    """On `unsaid.<room>`, not stored: what one person had said there is gone from the journal."""

    v: Literal[1] = 1
    room: RoomId
    messages: tuple[UnsaidMessage, ...]
