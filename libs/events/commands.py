"""Commands to the engine and its answers."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StrictStr

Origin = Literal["player", "bot", "host", "admin", "clock"]
"""Who asks. `clock` never comes by message: the engine itself writes a lapse with it."""

CommandId = Annotated[str, Field(strict=True, min_length=1, max_length=80, pattern=r"^[\x21-\x7e]+$")]
RoomId = Annotated[str, Field(strict=True, pattern=r"^[A-Za-z0-9_-]{1,40}$")]
GameName = Annotated[str, Field(strict=True, pattern=r"^[a-z][a-z0-9_]{0,39}$")]
"""It becomes part of paths and is printed, so it is nothing else, whoever wrote it."""
Seat = Annotated[int, Field(strict=True, ge=0, le=63)]
EntryNumber = Annotated[int, Field(strict=True, ge=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What is asked of a room's game (subject `command.<origin>.<p>.<room>`, answered on the reply subject).

    `id` is the sender's and stays the same when it repeats itself. `seen` is the number of the view that
    it was made from; `question` is the `question` of the bot question that it answers. The host's
    commands are `start` (body: Start), `leave` and `return` (for a seat), `close`; seat is None there
    except for `leave` and `return`. An operator's (`admin`) are these, and `fork` (body: CopyRunning).
    """

    v: Literal[1] = 1
    room: RoomId
    id: CommandId
    origin: Origin
    seat: Seat | None = None
    seen: StrictInt | None = None
    question: StrictInt | None = None
    body: dict[StrictStr, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSeat:
    """One seat as it is at the start: a person, or a kind of bot; the person's commitment and seed (hex).

    `account` is the pseudonym of a person: it does not reach the game.
    """

    player: Literal["person", "bot"]
    bot: StrictStr | None = None
    seed_hash: StrictStr | None = None
    seed: StrictStr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fork:
    """Where a forked game comes from: another room's game as it stood after the entry `seq`.

    `head` is the hash of that entry (hex): it says which game is meant, whatever has become of the room.
    """

    room: RoomId
    seq: EntryNumber
    head: Annotated[str, Field(strict=True, pattern=r"^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Body of the host's first command to a room.

    It begins from a given `position` (case, import), or goes on from another game (`fork`): then the engine
    reads the position in that room's log, since it may hold what nobody else is to know.
    """

    type: Literal["start"] = "start"
    game: StrictStr
    options: dict[StrictStr, Any]
    seats: tuple[StartSeat, ...]
    position: dict[StrictStr, Any] | None = None
    fork: Fork | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRunning:
    """Body of the operator's command that lets the room `into` fork a running game after its entry `seq`."""

    type: Literal["fork"] = "fork"
    seq: EntryNumber
    into: RoomId


Outcome = Literal["accepted", "rejected", "repeated", "retry"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The engine's one answer to a command.

    accepted   it is in the log; `number` of the asker's view after it, `head` the hash of the last
               entry that the asker was shown
    rejected   the rules (or the platform) refuse: code, sentence, details; nothing changed, and nothing is
               kept of it: the same id sent again is decided anew
    repeated   that id is in the log already; `number` as it was after the first
    retry      not decided (not begun, busy, the log cannot be reached): send it again, same id
    """

    id: StrictStr
    outcome: Outcome
    number: StrictInt | None = None
    head: bytes | None = None
    code: StrictStr | None = None
    message: StrictStr | None = None
    details: dict[StrictStr, Any] = field(default_factory=dict)
