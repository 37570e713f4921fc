"""A game's log as rows of the tables: its chain is checked, its form as far as it is read, its rules not.

Read by hand instead of by the validator of `Entry`, which takes twice as long: this runs for every entry of
every game. Whatever an entry holds, it ends in rows or in a BadLog.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from libs.events.entry import GENESIS, Broken, unseal_plain
from libs.events.wire import Malformed, to_json

ORIGINS = frozenset({"player", "bot", "host", "admin", "clock"})

LEFT = frozenset({"BotSatIn", "BotTookOver"})
"""Events that say that a bot sits in for a person: the platform's, and that of Fetih."""

RESIGNED = frozenset({"SeatResigned"})

LATEST = 253_402_300_800_000
"""Unix milliseconds of the year 10000: later times are none."""


class BadLog(ValueError):
    """A log that does not hold; the text names the entry and what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedGame:
    """A game to export. `result` and `ended_at` are said of it: by a header, or by the table's fact.

    persons   by seat the pseudonym of the person who took it; empty where nobody knows
    entries, head   what the header says of the log; None where there is no header
    """

    room: str
    game: str
    ended_at: int
    result: dict[str, Any]
    log: Sequence[bytes]
    persons: Sequence[str | None] = ()
    entries: int | None = None
    head: str | None = None


@dataclass(slots=True)
class Rows:
    """The rows of one game in the order of the columns of `schema`, and the bytes of JSON in them."""

    games: list[tuple[Any, ...]] = field(default_factory=list)
    seats: list[tuple[Any, ...]] = field(default_factory=list)
    entries: list[tuple[Any, ...]] = field(default_factory=list)
    events: list[tuple[Any, ...]] = field(default_factory=list)
    weight: int = 0


def rows_of(game: FinishedGame) -> Rows:
    """Raises BadLog."""
    reader = _Reader(game.room, game.game)
    number = 0
    try:
        for number, data in enumerate(game.log, start=1):
            reader.read(number, data)
        return reader.finished(game)
    except Broken:
        raise BadLog(f"entry {number}: its hash does not follow from the former one") from None
    except Malformed as error:
        raise BadLog(f"entry {number}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadLog(f"entry {number} has not the form of an entry: {type(error).__name__}") from None


@dataclass(slots=True)
class _Seat:
    player: str
    bot: str | None
    seed_given: bool
    by_person: int = 0
    by_bot: int = 0
    left: tuple[int | None, int | None] = (None, None)
    resigned: tuple[int | None, int | None] = (None, None)


class _Reader:
    """Reads the entries of one log in order."""

    def __init__(self, room: str, game: str) -> None:
        self._room = room
        self._game = game
        self._rows = Rows()
        self._digest = GENESIS
        self._at = 0
        self._began_at = 0
        self._rules = 0
        self._draws = 0
        self._begun: dict[str, Any] = {}
        self._closed = False
        self._loaded = False
        self._fork: dict[str, Any] | None = None
        self._revealed = False
        self._seats: list[_Seat] = []

    def read(self, number: int, data: bytes) -> None:
        """Raises Broken, Malformed, and whatever Python raises for a value of another form."""
        value, self._digest = unseal_plain(data, self._digest)
        if self._revealed:
            raise Malformed("the game was over before it")
        if (value["room"], value["game"], value["seq"]) != (self._room, self._game, number):
            raise Malformed(f"entry {value['seq']} of {value['room']} cannot stand here")
        at, asked, events, draws = value["at"], value["command"], value["events"], value["draws"]
        if type(at) is not int or not self._at <= at < LATEST:
            raise Malformed("at: no time, or one before the former entry's")
        if type(events) is not list or type(draws) is not list:
            raise Malformed("events, draws: no lists")
        if number == 1:
            self._begin(value, events)
        self._at = at
        origin, seat, body = asked["origin"], _seat(asked["seat"]), asked["body"]
        if origin not in ORIGINS:
            raise Malformed("command.origin: unknown")
        if origin in ("player", "bot") and seat is not None:
            self._count(origin, seat)
        type_of = body.get("type")
        command = _json(body)
        drawn = _json(draws) if draws else None
        self._draws += len(draws)
        self._rows.weight += len(command) + (len(drawn) if drawn else 0)
        self._rows.entries.append(
            (
                self._room,
                number,
                at,
                origin,
                seat,
                type_of if type(type_of) is str else None,
                command,
                len(events),
                drawn,
                self._digest,
            )
        )
        self._add_events(number, at, events)

    def _begin(self, value: dict[str, Any], events: list[Any]) -> None:
        begun = events[0] if events else {}
        if begun.get("type") != "GameBegun":
            raise Malformed("it does not begin a game")
        self._begun = begun
        self._began_at, self._rules = value["at"], _integer(value["rules"])
        for each in begun["seats"]:
            bot = each["bot"]
            if each["player"] not in ("person", "bot") or not (bot is None or type(bot) is str):
                raise Malformed("events.0.seats: no seats")
            self._seats.append(_Seat(each["player"], bot, each["seed"] is not None))

    def _count(self, origin: str, seat: int) -> None:
        if origin == "bot":
            self._seats[seat].by_bot += 1
        else:
            self._seats[seat].by_person += 1

    def _add_events(self, number: int, at: int, events: list[Any]) -> None:
        rows, room, weight = self._rows.events, self._room, 0
        for index, event in enumerate(events):
            name, seat = event["type"], event.get("seat")
            if type(name) is not str:
                raise Malformed(f"events.{index}.type: no string")
            if type(seat) is not int or not 0 <= seat <= 63:
                seat = None
            body = _json(event)
            weight += len(body)
            rows.append((room, number, index, at, name, seat, body))
            if name in _NOTED:
                self._note(event, seat, number, at)
        self._rows.weight += weight

    def _note(self, event: dict[str, Any], seat: int | None, number: int, at: int) -> None:
        name = event["type"]
        if name == "GameClosed":
            self._closed = True
        elif name == "PositionLoaded":
            self._loaded, self._fork = True, event.get("fork")
        elif name == "SecretRevealed":
            self._revealed = True
        elif seat is not None:
            of = self._seats[seat]
            if name in LEFT and of.left[0] is None:
                of.left = (at, number)
            elif name in RESIGNED and of.resigned[0] is None:
                of.resigned = (at, number)

    def finished(self, game: FinishedGame) -> Rows:
        """All rows, the game's own and its seats' among them."""
        rows = self._rows
        if not rows.entries:
            raise Malformed("there is none")
        if not self._revealed:
            raise Malformed("it is the last one, and the game is not over")
        if game.ended_at != self._at:
            raise Malformed("it is the last one, and the game is said to have ended at another time")
        if game.entries not in (None, len(rows.entries)) or game.head not in (None, self._digest.hex()):
            raise Malformed("it is the last one, and the header names another")
        begun, fork = self._begun, self._fork
        options = _json(begun["options"])
        rows.games.append(
            (
                self._room,
                self._rules,
                self._began_at,
                self._at,
                (self._at - self._began_at) / 1000,
                len(self._seats),
                sum(seat.player == "person" for seat in self._seats),
                len(rows.entries),
                len(rows.events),
                self._draws,
                _text(game.result["reason"]),
                self._closed,
                options,
                _integer(begun["chance"]),
                self._loaded,
                None if fork is None else _text(fork["room"]),
                None if fork is None else _integer(fork["seq"]),
                self._digest,
            )
        )
        standings: Iterable[Any] = game.result["seats"] or [_NO_STANDING] * len(self._seats)
        persons = game.persons or [None] * len(self._seats)
        for number, (seat, standing, person) in enumerate(zip(self._seats, standings, persons, strict=True)):
            rows.seats.append(self._seat_row(number, seat, standing, person))
        return rows

    def _seat_row(
        self, number: int, seat: _Seat, standing: dict[str, Any], person: str | None
    ) -> tuple[Any, ...]:
        outcome, place, score = standing["outcome"], standing["place"], standing["score"]
        return (
            self._room,
            number,
            seat.player,
            seat.bot,
            person,
            seat.seed_given,
            None if outcome is None else _text(outcome),
            None if place is None else _integer(place),
            None if score is None else float(score),
            seat.by_person,
            seat.by_bot,
            *seat.left,
            *seat.resigned,
        )


_NO_STANDING = {"outcome": None, "place": None, "score": None}
_NOTED = LEFT | RESIGNED | {"GameClosed", "PositionLoaded", "SecretRevealed"}


def _json(value: Any) -> str:
    # As text, since the bytes that orjson makes keep a buffer of a kilobyte or more each.
    return to_json(value).decode()


def _seat(value: Any) -> int | None:
    if value is None or (type(value) is int and 0 <= value <= 63):
        return value
    raise Malformed("command.seat: no seat")


def _integer(value: Any) -> int:
    if type(value) is int and abs(value) < 1 << 31:
        return value
    raise Malformed(f"{value!r:.40} is no number")


def _text(value: Any) -> str:
    if type(value) is str:
        return value
    raise Malformed(f"{value!r:.40} is no text")
