"""The whole state of a game, and its JSON form (X1, X11)."""

from dataclasses import dataclass

from libs.games.kit.codec import record_from_json, record_to_json
from libs.games.kit.game import Json

CELLS = range(9)
SEATS = range(2)
ENDINGS = ("line", "full", "resigned", "timeout")


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
    """`cells` holds the seat whose mark stands on each cell; `first` is the seat that began."""

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
        return Position(options=self.options, first=self.first, cells=cells, over=self.over)


def dump(position: Position) -> dict[str, Json]:
    return record_to_json(position)


def load(form: Json) -> Position:
    """The position that the JSON describes; ValueError says what is wrong with it."""
    position = record_from_json(Position, form)
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
