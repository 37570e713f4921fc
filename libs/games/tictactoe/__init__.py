"""Tic-tac-toe: the smallest whole game (docs/games/tictactoe.md)."""

from libs.games.tictactoe.game import TICTACTOE

__all__ = ["TICTACTOE"]
