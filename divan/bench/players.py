"""What a driver does at a table: a legal move at random, from what the seat itself was shown."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

ENDS_THE_GAME = frozenset({"resign"})
"""Commands that a driver does not give as long as it has others: the game would be over too soon."""


def choose(options: Sequence[Mapping[str, Any]], rng: random.Random) -> dict[str, Any] | None:
    """One of the offered commands, with the example of a template; None where there is none."""
    commands = [option["command"] for option in options]
    going_on = [command for command in commands if command["type"] not in ENDS_THE_GAME]
    return dict(rng.choice(going_on or commands)) if commands else None
