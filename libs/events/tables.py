"""What the other services may know of a game, and the questions to bots."""

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import StrictBool, StrictInt, StrictStr

from libs.events.commands import RoomId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkChannel:
    """A channel of talk: `seats` may write and read there; None: all members, and spectators read."""

    name: StrictStr
    seats: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFact:
    """Subject `table.<room>`, one message kept: begun, who plays each seat, who may talk, over and how.

    For services, never for browsers as it is: `hidden` says that persons, bots and presence are secret.
    `left` and `returned` are names of the host's commands, `absent_after` seconds without a connection.
    """

    v: Literal[1] = 1
    room: RoomId
    game: StrictStr
    seq: StrictInt
    players: tuple[Literal["person", "bot"], ...]
    channels: tuple[TalkChannel, ...]
    hidden: StrictBool
    absent_after: float
    begun_at: StrictInt
    over_at: StrictInt | None = None
    result: dict[StrictStr, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BotQuestion:
    """Subject `bot.<game>.<room>`: a seat's view and options for a bot of that kind to answer.

    The answer is a Command of origin `bot` with `question` as given here and id
    `bot-<seat>-<question>-<n>`, n counting the tries from 0. `number` is that of the view.
    """

    v: Literal[1] = 1
    room: RoomId
    game: StrictStr
    seat: Seat
    kind: StrictStr
    question: StrictInt
    number: StrictInt
    asked_at: StrictInt
    ends_at: StrictInt | None
    view: dict[StrictStr, Any]
    options: tuple[dict[StrictStr, Any], ...]
