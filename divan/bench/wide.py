"""Tic-tac-toe with a view of 12 KB, which changes at its ends with every move: what a large game costs."""

from dataclasses import replace
from typing import Any

from libs.games.tictactoe import TICTACTOE
from libs.games.tictactoe.position import Position

PIECES = 150
"""Each is some 80 bytes as JSON."""


def _view(position: Position, seat: int | None) -> dict[str, Any]:
    seen = TICTACTOE.view(position, seat)
    moves = sum(cell is not None for cell in seen["cells"])
    pieces = [
        {"id": number, "kind": "settler", "owner": number % 2, "at": [number, moves], "name": "x" * 24}
        if number in (0, PIECES - 1)
        else {"id": number, "kind": "settler", "owner": number % 2, "at": [number, 0], "name": "x" * 24}
        for number in range(PIECES)
    ]
    return {**seen, "pieces": pieces}


WIDE = replace(TICTACTOE, name="wide", view=_view)
