"""What a game may want to know of its simulations beyond who won."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from libs.games.kit.game import Json
from libs.games.kit.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """
    figures     what is kept of one game, as JSON, folded from its events
    report      the figures of many games in numbers
    lines       those numbers for people
    round_of    the round that a position is in
    ahead       the seats that a game counts for which was cut off in that position
    """

    figures: Callable[[Table[Any, Any]], Mapping[str, Json]]
    report: Callable[[Sequence[Mapping[str, Json]]], Mapping[str, Json]]
    lines: Callable[[Mapping[str, Json]], Iterator[str]]
    round_of: Callable[[Any], int]
    ahead: Callable[[Any], tuple[int, ...]]
