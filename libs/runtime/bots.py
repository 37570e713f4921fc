"""Which kinds of bot there are for each game, for services that may not know the bots themselves."""

from collections.abc import Mapping
from types import MappingProxyType

KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "fetih": ("standard",),
        "houses": ("standard",),
        "tictactoe": ("easy", "medium", "perfect", "random"),
    }
)
"""By game, the one that sits down when none is named first. The bots' own registry is tested against it."""

FOR_ANY_GAME = ("random",)
"""A game that does not stand in the table has these."""


def kinds(game: str) -> tuple[str, ...]:
    return KINDS.get(game, FOR_ANY_GAME)
