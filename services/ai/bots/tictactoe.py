"""Tic-tac-toe bots: easy places anywhere, medium sees one move ahead, perfect never loses."""

import random
from collections.abc import Mapping, Sequence
from functools import cache

from libs.games.kit.game import Json

Board = tuple[int | None, ...]

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def easy(view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random) -> dict[str, Json]:
    """Any free cell."""
    return _place(rng.choice(_cells(options)))


def medium(view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random) -> dict[str, Json]:
    """Makes its line, else stops the other's, else places anywhere."""
    board, seat, free = tuple(view["cells"]), view["you"], _cells(options)
    for player in (seat, 1 - seat):
        finishing = [cell for cell in free if _has_line(_with(board, player, cell), player)]
        if finishing:
            return _place(rng.choice(finishing))
    return _place(rng.choice(free))


def perfect(view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random) -> dict[str, Json]:
    """One of the moves that are best against the best answers: the quickest win, the latest loss."""
    board, seat = tuple(view["cells"]), view["you"]
    worth = {cell: -value(_with(board, seat, cell), 1 - seat) for cell in _cells(options)}
    best = max(worth.values())
    return _place(rng.choice([cell for cell, found in worth.items() if found == best]))


@cache
def value(board: Board, seat: int) -> int:
    """What the board is worth to the seat to move: 0 a draw, otherwise larger the sooner the game is won.

    The same by all rules: a dead position comes to a draw whether it ends the game or not.
    """
    free = [cell for cell, owner in enumerate(board) if owner is None]
    if _has_line(board, 1 - seat):
        return -1 - len(free)
    return max((-value(_with(board, seat, cell), 1 - seat) for cell in free), default=0)


def _cells(options: Sequence[Mapping[str, Json]]) -> list[int]:
    return [option["command"]["cell"] for option in options if option["command"]["type"] == "place"]


def _has_line(board: Board, seat: int) -> bool:
    return any(all(board[cell] == seat for cell in line) for line in LINES)


def _with(board: Board, seat: int, cell: int) -> Board:
    return (*board[:cell], seat, *board[cell + 1 :])


def _place(cell: int) -> dict[str, Json]:
    return {"type": "place", "cell": cell}
