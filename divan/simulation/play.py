"""One game of bots, from its start to its end."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from libs.games.kit.codec import option_to_json
from libs.games.kit.game import Game, Json, Result
from libs.games.kit.rejection import Rejected
from libs.games.kit.table import Table
from services.ai.bots import Bot

LONGEST_GAME = 20_000
"""Entries after which a game is counted as unfinished."""

PATIENCE = 20
"""Refused answers of a bot before it is made to give the first command on offer."""


class Stuck(Exception):
    """A game waits for nobody, or for a bot that finds no command."""


def play(
    game: Game[Any, Any],
    options: Mapping[str, Json],
    bots: Sequence[Bot],
    seed: str,
    *,
    key: bytes | None = None,
    decided: Callable[[float], None] = lambda seconds: None,
    refused: Callable[[], None] = lambda: None,
    longest: int = LONGEST_GAME,
    is_long: Callable[[Any], bool] = lambda position: False,
) -> Table[Any, Any]:
    """One game of bots to its end, to `longest` entries or until it `is_long`; the seed decides all of it.

    `key` is what its chance is made of; without one it follows from the seed.
    """
    rng = random.Random(seed)
    key = sha256(seed.encode()).digest() if key is None else key
    table: Table[Any, Any] = Table.begin(game, options, ["bot"] * len(bots), key)
    while len(table.entries) < longest and not is_long(table.position):
        wait = table.waiting
        if isinstance(wait, Result):
            break
        if wait.bots:
            seat = rng.choice(wait.bots)
            _ask(table, seat, bots[seat], rng, decided, refused)
        elif wait.seconds is not None or wait.budget is not None:
            table.lapse()
        else:
            raise Stuck(f"{game.name} waits for nobody after {len(table.entries)} entries (seed {seed!r})")
    return table


def _ask(
    table: Table[Any, Any],
    seat: int,
    bot: Bot,
    rng: random.Random,
    decided: Callable[[float], None],
    refused: Callable[[], None],
) -> None:
    options = [option_to_json(option) for option in table.game.options(table.position, seat)]
    if not options:
        raise Stuck(f"{table.game.name} waits for seat {seat}, which has no command")
    view = table.game.view(table.position, seat)
    for _ in range(PATIENCE):
        begun = time.perf_counter()
        command = bot(view, options, rng)
        decided(time.perf_counter() - begun)
        try:
            table.give(seat, command)
        except Rejected:
            refused()
        else:
            return
    table.give(seat, options[0]["command"])
