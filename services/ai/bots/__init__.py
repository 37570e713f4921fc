"""Every bot there is, by game and kind."""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from libs.games.catalog import GAMES
from libs.games.kit.game import Json
from services.ai.bots import any as any_game
from services.ai.bots import fetih, houses, tictactoe

Bot = Callable[[Json, Sequence[Mapping[str, Json]], random.Random], dict[str, Json]]
"""choose(view, options, rng): the command of a seat, from what that seat sees.

The options are those of the game as `option_to_json` writes them; there is at least one.
"""

RANDOM: Bot = any_game.choose

_FOR_ANY_GAME: Mapping[str, Bot] = MappingProxyType({"random": RANDOM})

_OWN: Mapping[str, Mapping[str, Bot]] = {
    "tictactoe": {
        "random": RANDOM,
        "easy": tictactoe.easy,
        "medium": tictactoe.medium,
        "perfect": tictactoe.perfect,
    },
    "fetih": {"standard": fetih.standard},
    "houses": {"standard": houses.standard},
}

BOTS: Mapping[str, Mapping[str, Bot]] = MappingProxyType(
    {name: MappingProxyType(_OWN.get(name, _FOR_ANY_GAME)) for name in GAMES}
)
"""Those that sit in rooms; a game without bots of its own has the random one."""

_MEASURES: Mapping[str, Mapping[str, Callable[[], Bot]]] = {
    "fetih": {"random": fetih.RandomPlayer, "greedy": lambda: fetih.greedy},
    "houses": {"random": lambda: houses.random_player, "greedy": lambda: houses.greedy},
}
"""Players that the bots of a game are measured against. They sit in no room, and may remember a game."""


def players(game: str) -> Mapping[str, Callable[[], Bot]]:
    """By kind, the bots of the game and those they are measured against: each made anew for a seat."""
    return {**{kind: _always(bot) for kind, bot in BOTS[game].items()}, **_MEASURES.get(game, {})}


def _always(bot: Bot) -> Callable[[], Bot]:
    return lambda: bot
