"""What the platform asks of a game: pure functions and data (architecture, section 4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from libs.games.kit.chance import Chance

Json = Any
"""A plain JSON value: dict with string keys, list, str, int, float, bool or None."""

Player = Literal["person", "bot"]
"""Who plays a seat now."""

Position = TypeVar("Position")
Event = TypeVar("Event")


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Seconds that several waits share: those whose budget has an equal key (spec of Scythe, S150).

    Time spent in waits without this budget in between is not counted.
    """

    key: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Whom the game waits for, and how long.

    While `key` stays equal the clock runs on; a new key starts it anew. `seconds` is None where the
    wait has no end. `seats` are those the clock runs for, and everybody is shown them: a wait for secret
    orders names all who may give some, whether they have or not. `bots` are the seats whose bots are to
    be asked now if a bot plays them (an open offer counts, a mere right to resign does not).
    """

    key: str
    seats: tuple[int, ...]
    seconds: float | None = None
    budget: Budget | None = None
    bots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How one seat did: `place` from 1, equal where seats share it; `score` where the game has one."""

    outcome: Literal["won", "lost", "drew"]
    place: int
    score: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The game is over. `reason` is one of the game's `endings`; `seats` in seat order."""

    reason: str
    seats: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A legal command, or a template where they are many.

    `command` is a command that `decide` accepts as it stands; for a template it is the example.
    `fields` gives, for each field that may be filled otherwise, a JSON Schema fragment of the values
    worth offering ({"type": "integer", "minimum": 1, "maximum": 4}, {"enum": ["wood", "clay"]} ...).
    """

    command: Mapping[str, Json]
    fields: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """The game's names for the host's commands that a seat's person is gone, or back.

    `after` is the time in seconds without a connection after which the host gives `left`. From a
    player both are refused as `unknown_command`, unless `players_may`.
    """

    left: str
    returned: str
    after: float = 60.0
    players_may: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A channel of talk: its name, and the seats that may write and read there.

    None: all seats, and spectators read.
    """

    name: str
    seats: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Who may speak with whom now, and whether persons, bots and presence are hidden.

    No channels: the talk is closed.
    """

    channels: tuple[Channel, ...] = (Channel(name="table"),)
    hidden: bool = False


EVERYBODY = Talk()

PLATFORM_EVENTS = frozenset(
    {
        "GameBegun",
        "PositionLoaded",
        "BotSatIn",
        "PersonReturned",
        "SecretRevealed",
        "GameClosed",
        "GameForked",
    }
)
"""Events that the platform itself writes among those of a game: no game may name one of its own so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[Position, Event]):
    """A game as the catalogue holds it. Every function is pure; only `start` and `decide` draw.

    name        of the package and on the wire
    rules       version of the rules, written in every entry; a changed rule raises it, and a position
                that was begun under older rules goes on under them
    seats       how many seats a room may have
    setup       JSON Schema (an object) of the options that `start` takes; each property has a default
    blank       the position before the first event
    events      every event class, as a closed tuple: the wire codec and the schemas are made from it
    rejections  every code that `decide` may raise, with its sentence in English
    endings     every reason that a Result may give: there is a golden game of each
    retired     those of them that only games begun under older rules still reach
    blind       codes that an offered command may still be refused with, since they rest on what the
                seat cannot see (named in the game's spec)
    commands    every command class by the `type` on the wire, for the schemas; none: undeclared
    reveals     names of events that, by the rules, tell a seat what its view does not show, before or
                after: a throw that changed nothing, a hand that was shown once
    start       the first events, folded from `blank`; `seats`: "person" or a kind of bot for each
    decide      the rules: the command is the JSON object that came; raises Rejected. Seat None with
                {"type": "lapse"}: the deadline of the present wait has passed
    evolve      the fold: copies facts, decides nothing, refuses nothing
    view        what one seat, or a spectator (None), may know, as a JSON object built up
    tell        what that seat is told of an event (JSON object with `type`), or None; the position is
                that right after the event
    options     the legal commands of a seat, from the same questions that `decide` refuses by
    waiting     the present wait, or the result when the game is over
    load, dump  the position format of the game's spec, as JSON. load raises ValueError with a sentence
    disguise    another position that the seat (None: a spectator) cannot tell from this one: equal in
                all it may know, different (where there is anything) in what it may not. The third
                argument picks an integer below its argument
    played_by   who plays each seat, where the game's own events decide it; None: the platform's do
    seated      the position with others on its seats ("person" or a kind of bot for each), all of them
                there: a game is forked with other players. Where `played_by` is, this is too
    absence     the game's own host commands; None: the platform's (a bot sits in after 60 s)
    talk        who may speak with whom; None: all to all
    """

    name: str
    rules: int
    seats: range
    setup: Mapping[str, Json]
    blank: Position
    events: tuple[type[Any], ...]
    rejections: Mapping[str, str]
    endings: tuple[str, ...]
    start: Callable[[Mapping[str, Json], Sequence[str], Chance], Sequence[Event]]
    decide: Callable[[Position, int | None, Json, Chance], Sequence[Event]]
    evolve: Callable[[Position, Event], Position]
    view: Callable[[Position, int | None], dict[str, Json]]
    tell: Callable[[Event, Position, int | None], dict[str, Json] | None]
    options: Callable[[Position, int], Sequence[Option]]
    waiting: Callable[[Position], Wait | Result]
    load: Callable[[Json], Position]
    dump: Callable[[Position], dict[str, Json]]
    disguise: Callable[[Position, int | None, Callable[[int], int]], Position]
    blind: frozenset[str] = frozenset()
    reveals: frozenset[str] = frozenset()
    commands: Mapping[str, type[Any]] = field(default_factory=dict)
    retired: frozenset[str] = frozenset()
    played_by: Callable[[Position], Sequence[Player]] | None = None
    seated: Callable[[Position, Sequence[str]], Position] | None = None
    absence: Absence | None = None
    talk: Callable[[Position], Talk] | None = None
