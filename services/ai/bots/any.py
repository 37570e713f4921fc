"""A bot for any game: it gives a random command among those it is offered."""

import random
from collections.abc import Mapping, Sequence

from libs.games.kit.game import Json
from libs.games.kit.schema import pick

GIVING_UP = frozenset({"resign"})
"""Types of command that no bot chooses while it is offered another."""


def choose(view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random) -> dict[str, Json]:
    """A random option: of a template its example, or half of the time fields picked at random."""
    playing = [option for option in options if option["command"]["type"] not in GIVING_UP]
    option = rng.choice(playing or options)
    command = dict(option["command"])
    if rng.random() < 0.5:
        command |= {name: pick(schema, rng.randrange) for name, schema in option["fields"].items()}
    return command
