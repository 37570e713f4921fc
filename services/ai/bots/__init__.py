"""Every bot there is, by game and kind."""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from libs.games.catalog import GAMES
from libs.games.kit.game import Json
from services.ai.bots import any as any_game
from services.ai.bots import tictactoe

Bot = Callable[[Json, Sequence[Mapping[str, Json]], random.Random], dict[str, Json]]
"""choose(view, options, rng): the command of a seat, from what that seat sees.

The options are those of the game as `option_to_json` writes them; there is at least one.
"""

RANDOM: Bot = any_game.choose

_OWN: Mapping[str, Mapping[str, Bot]] = {
    "tictactoe": {"easy": tictactoe.easy, "medium": tictactoe.medium, "perfect": tictactoe.perfect},
}

BOTS: Mapping[str, Mapping[str, Bot]] = MappingProxyType(
    {name: MappingProxyType({"random": RANDOM, **_OWN.get(name, {})}) for name in GAMES}
)
