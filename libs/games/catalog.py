"""Every game there is."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from libs.games.fetih import FETIH
from libs.games.kit.game import Game
from libs.games.tictactoe import TICTACTOE

GAMES: Mapping[str, Game[Any, Any]] = MappingProxyType({game.name: game for game in (TICTACTOE, FETIH)})


def game(name: str) -> Game[Any, Any]:
    """The game of that name; KeyError if there is none."""
    return GAMES[name]
