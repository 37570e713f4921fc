"""Every game there is."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from libs.games.fetih import FETIH
from libs.games.houses import GAME_OF_HOUSES
from libs.games.kit.game import Game
from libs.games.tictactoe import TICTACTOE

GAMES: Mapping[str, Game[Any, Any]] = MappingProxyType(
    {game.name: game for game in (TICTACTOE, FETIH, GAME_OF_HOUSES)}
)


def game(name: str) -> Game[Any, Any]:
    """The game of that name; KeyError if there is none."""
    return GAMES[name]
