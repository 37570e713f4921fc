"""Game of Houses (docs/games/houses.md)."""

from libs.games.houses.game import GAME_OF_HOUSES

__all__ = ["GAME_OF_HOUSES"]
