"""What a reader is shown, and the engine's answers to `ask`."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBytes, StrictInt, StrictStr

from libs.events.commands import EntryNumber, RoomId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownWait:
    """Whom the clock runs for; `ends_at` in Unix milliseconds, None where the wait has no end."""

    seats: tuple[Seat, ...]
    ends_at: StrictInt | None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Subject `view.<room>.<seat>` or `view.<room>.public`: what that reader sees now, and was told since.

    number   counts what this reader was shown; `former` the one before. A gap means: ask for a fresh one
    told     the events since `former`, as this reader is told them (empty in a fresh view)
    options  legal commands: {"command": …, "fields": …} each; always empty for a spectator
    wait     None when the game is over; then `result` stands: {"reason", "seats": [{outcome, place, score}]}
    players  who plays each seat ("person", "bot"); None where the game hides it
    head     hash of the last entry that showed this reader something
    seq      the number of that entry in the log once the game is over; None before, since it would tell how
             many were hidden
    """

    room: RoomId
    game: StrictStr
    reader: Seat | None
    number: StrictInt
    former: StrictInt
    at: StrictInt
    head: StrictBytes
    view: dict[StrictStr, Any]
    told: tuple[dict[StrictStr, Any], ...] = ()
    options: tuple[dict[StrictStr, Any], ...] = ()
    wait: ShownWait | None = None
    result: dict[StrictStr, Any] | None = None
    players: tuple[StrictStr, ...] | None = None
    seq: StrictInt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewChange:
    """On the same subjects, in place of a View whose whole is large: what changes from the view `former`.

    changes  as docs/api.md has them, against {"view", "options", "wait", "result", "players"}. Who has not
             the former view asks for a fresh one
    """

    room: RoomId
    game: StrictStr
    reader: Seat | None
    number: StrictInt
    former: StrictInt
    at: StrictInt
    head: StrictBytes
    told: tuple[dict[StrictStr, Any], ...]
    changes: tuple[list[Any], ...]
    seq: StrictInt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskView:
    """A fresh view for a reader; answered with a View, or an AskRefused."""

    ask: Literal["view"] = "view"
    reader: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskMissed:
    """What a reader was told after its view `since`: answered with Missed, or AskRefused `too_far_back`."""

    ask: Literal["missed"] = "missed"
    reader: Seat | None
    since: Annotated[int, Field(strict=True, ge=0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskLog:
    """The log as a reader may see it, from that reader's number `start`: answered with a LogPage.

    While the game runs a seat gets its own told events; after the end everybody may read every reader's.
    """

    ask: Literal["log"] = "log"
    reader: Seat | None
    start: Annotated[int, Field(strict=True, ge=1)] = 1
    limit: Annotated[int, Field(strict=True, ge=1, le=500)] = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPosition:
    """The view that a reader had at its number: answered with a View."""

    ask: Literal["position"] = "position"
    reader: Seat | None
    number: Annotated[int, Field(strict=True, ge=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPositions:
    """The views that a reader had from its number `start` on: answered with Positions.

    Each view of a game that is watched again costs the log up to it; many at once cost it once.
    """

    ask: Literal["positions"] = "positions"
    reader: Seat | None
    start: Annotated[int, Field(strict=True, ge=1)] = 1
    limit: Annotated[int, Field(strict=True, ge=1, le=100)] = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class AskCommitment:
    """The commitment to the room's secret, before any seed is shown: answered with a Commitment."""

    ask: Literal["commitment"] = "commitment"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRecord:
    """The whole log as it is stored, from entry `start` on: answered with a RecordPage.

    Refused with `not_yet` until the game is over: before that the log holds secrets.
    """

    ask: Literal["record"] = "record"
    start: Annotated[int, Field(strict=True, ge=1)] = 1
    limit: Annotated[int, Field(strict=True, ge=1, le=500)] = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class AskFork:
    """What a fork of the game after its entry `seq` would be: answered with a ForkOffer.

    AskRefused `not_yet` while the game runs, `no_such_position` past its end, `game_over` where it ends.
    """

    ask: Literal["fork"] = "fork"
    seq: EntryNumber


Ask = Annotated[
    AskView | AskMissed | AskLog | AskPosition | AskPositions | AskCommitment | AskRecord | AskFork,
    Field(discriminator="ask"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What one entry told one reader; `command` only where it was the reader's own, or the game is over.

    `seq` is the entry's number in the log, once the game is over.
    """

    number: StrictInt
    at: StrictInt
    told: tuple[dict[StrictStr, Any], ...]
    command: dict[StrictStr, Any] | None = None
    seq: StrictInt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """Everything told after `since`, oldest first, and the view that they lead to."""

    told: tuple[Told, ...]
    view: View


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """A piece of the log for one reader; `next` is the number to go on from, None at the end."""

    told: tuple[Told, ...]
    next: StrictInt | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionChange:
    """The reader's next view as what has changed: `changes` and `seq` as in a ViewChange."""

    number: StrictInt
    at: StrictInt
    head: StrictBytes
    changes: tuple[list[Any], ...]
    seq: StrictInt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions:
    """A view and those right after it; `next` is the number to go on from, None at the end.

    It may hold fewer than were asked for: where too much changes at once, and where the answer grows large.
    """

    first: View
    then: tuple[PositionChange, ...]
    next: StrictInt | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPage:
    """A piece of the log: messages of `game.<s>.<room>` as they are stored, one for each entry.

    header  the first line of the game's file (docs/game-file.md)
    next    the entry to go on from, None at the end; it may come sooner than was asked for
    """

    header: dict[StrictStr, Any]
    log: tuple[StrictBytes, ...]
    next: StrictInt | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """Which master key the room's secret is made with, and the SHA-256 of that secret (hex)."""

    key: StrictStr
    commitment: StrictStr
    chance: StrictInt


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkOffer:
    """What a forked game has of its source, and the hash (hex) of the entry that it goes on from."""

    game: StrictStr
    options: dict[StrictStr, Any]
    seats: StrictInt
    head: StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRefused:
    """`not_begun`, `no_such_room`, `no_such_seat`, `no_such_position`, `too_far_back`, `not_yet`,
    `game_over`, `malformed`, `unavailable`, `log_broken`.
    """

    code: StrictStr
    message: StrictStr
    details: dict[StrictStr, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskAnswer:
    """The engine's reply to an ask: exactly one of the two is not None.

    `answer` is the plain form of View, Missed, LogPage, Positions, RecordPage, Commitment or ForkOffer, as
    the ask says.
    """

    answer: dict[StrictStr, Any] | None = None
    refused: AskRefused | None = None
