"""Tic-tac-toe with a view of 12 KB, which changes at its ends with every move: what a large game costs."""

from dataclasses import replace
from typing import Any

from libs.games.tictactoe import TICTACTOE
from libs.games.tictactoe.position import Position

PIECES = 150
"""Each is some 80 bytes as JSON."""


def _piece(number: int, moves: int) -> dict[str, Any]:
    return {"id": number, "kind": "settler", "owner": number % 2, "at": [number, moves], "name": "x" * 24}


STANDING = [_piece(number, 0) for number in range(1, PIECES - 1)]


def _view(position: Position, seat: int | None) -> dict[str, Any]:
    seen = TICTACTOE.view(position, seat)
    pieces = [_piece(0, position.marks), *STANDING, _piece(PIECES - 1, position.marks)]
    return {**seen, "pieces": pieces}


WIDE = replace(TICTACTOE, name="wide", view=_view)
