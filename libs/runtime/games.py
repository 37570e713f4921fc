"""The games of an installation: the catalogue, and those that its operator names beside it."""

import importlib
from collections.abc import Iterable, Mapping

from libs.games.catalog import GAMES
from libs.games.kit.game import Game
from libs.runtime.state import AnyGame


def installed(extra: Iterable[str] = ()) -> Mapping[str, AnyGame]:
    """The catalogue with the games named as `package.module:NAME`, by name.

    Every engine and every edge of an installation must be given the same. Raises ValueError with a
    sentence where one cannot be had, or has the name of another.
    """
    games = dict(GAMES)
    for place in extra:
        game = _at(place)
        if game.name in games:
            raise ValueError(f'there is a game "{game.name}" already: {place}')
        games[game.name] = game
    return games


def _at(place: str) -> AnyGame:
    module, colon, name = place.partition(":")
    if not colon:
        raise ValueError(f"a game is named as package.module:NAME, not {place!r}")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"the game {place} cannot be had: {error}") from error
    if not isinstance(found, Game):
        raise ValueError(f"{place} is no game")
    return found
