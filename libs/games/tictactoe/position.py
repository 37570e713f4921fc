"""The whole state of a game, and its JSON form (X1, X11)."""

from dataclasses import dataclass, replace

from libs.games.kit.codec import record_from_json, record_to_json
from libs.games.kit.game import Json

CELLS = range(9)
SEATS = range(2)
ENDINGS = ("line", "dead_position", "full", "resigned", "timeout")
RETIRED = frozenset({"full"})

RULES = 2
"""Since 2 a game ends once nobody can make a line any more (X5); before, once the board was full."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of the game; `turn_seconds` 0 means that no deadline runs."""

    seats: int = 2
    turn_seconds: int = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How the game ended; `winner` is None when nobody won."""

    reason: str
    winner: int | None = None
    line: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """`cells` holds the seat whose mark stands on each cell; `first` is the seat that began.

    `rules` are those that the game began under; the first knew no such field.
    """

    rules: int = 1
    options: Options = Options()
    first: int = 0
    cells: tuple[int | None, ...] = (None,) * len(CELLS)
    over: Ending | None = None

    @property
    def marks(self) -> int:
        """How many marks stand on the board."""
        return len(CELLS) - self.cells.count(None)

    @property
    def turn(self) -> int:
        """The seat that places the next mark: the seats take turns, so it follows from their number."""
        return (self.first + self.marks) % len(SEATS)

    def with_mark(self, seat: int, cell: int) -> "Position":
        cells = (*self.cells[:cell], seat, *self.cells[cell + 1 :])
        return replace(self, cells=cells)

    @property
    def is_dead(self) -> bool:
        """Whether no line can be completed any more, whatever the seats place (X5)."""
        return not any(_can_complete(self, seat, line) for seat in SEATS for line in LINES)

    def marks_left(self, seat: int) -> int:
        """How many marks that seat would still place if the board were filled."""
        free = len(CELLS) - self.marks
        return (free + 1) // 2 if seat == self.turn else free // 2


def _can_complete(position: Position, seat: int, line: tuple[int, ...]) -> bool:
    cells = [position.cells[cell] for cell in line]
    return 1 - seat not in cells and 1 <= cells.count(None) <= position.marks_left(seat)


def dump(position: Position) -> dict[str, Json]:
    """The JSON form. That of the first rules stays as it was: hashes of it stand in logs."""
    form: dict[str, Json] = record_to_json(position)
    if position.rules == 1:
        del form["rules"]
    return form


def load(form: Json) -> Position:
    """The position that the JSON describes; ValueError says what is wrong with it."""
    position = record_from_json(Position, form)
    if position.rules not in range(1, RULES + 1):
        raise ValueError(f"there are rules 1 to {RULES}, not {position.rules}")
    if position.options.seats != len(SEATS):
        raise ValueError(f"tic-tac-toe has 2 seats, not {position.options.seats}")
    if not is_turn_length(position.options.turn_seconds):
        raise ValueError(f"turn_seconds is 0 or 5 to 600, not {position.options.turn_seconds}")
    if len(position.cells) != len(CELLS):
        raise ValueError(f"the board has 9 cells, not {len(position.cells)}")
    if any(seat is not None and seat not in SEATS for seat in (*position.cells, position.first)):
        raise ValueError("the seats are 0 and 1")
    ahead = position.cells.count(position.first) - position.cells.count(1 - position.first)
    if ahead not in (0, 1):
        raise ValueError("the seats take turns: the first has as many marks as the other, or one more")
    if position.over is not None:
        _check_ending(position.over)
    elif position.marks == len(CELLS):
        raise ValueError("a game with a full board is over")
    elif position.rules >= 2 and position.is_dead:
        raise ValueError("a game in which nobody can make a line any more is over")
    return position


def _check_ending(over: Ending) -> None:
    if over.reason not in ENDINGS:
        raise ValueError(f"a game ends by {', '.join(ENDINGS)}, not by {over.reason}")
    if over.winner is not None and over.winner not in SEATS:
        raise ValueError("the seats are 0 and 1")
    if over.line is not None and any(cell not in CELLS for cell in over.line):
        raise ValueError("the cells are 0 to 8")


def is_turn_length(seconds: int) -> bool:
    return seconds == 0 or 5 <= seconds <= 600
