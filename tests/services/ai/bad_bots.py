"""Bots that do whatever a bot must not do, and a few that do as they should."""

import os
import random
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

Options = Sequence[Mapping[str, Any]]


def first(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    return dict(options[0]["command"])


def any_cell(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    return {"type": "place", "cell": rng.randrange(1_000_000)}


def echo(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    """Says what it was shown."""
    return {"type": "echo", "view": view, "options": list(options)}


def forbidden(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    return {"type": "cheat"}


def raises(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    raise ValueError(f"my secret is {view['secret']}")


def prints(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    print("my secret is", view["secret"])
    print("my secret is", view["secret"], file=sys.stderr)
    return first(view, options, rng)


def hangs(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    while True:
        time.sleep(60)


def spins(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    while True:
        pass


def crashes(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    os._exit(3)


def leaves(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    sys.exit("no more")


def eats(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    return {"eaten": len(bytearray(1 << 40))}


def answers_a_list(view: Any, options: Options, rng: random.Random) -> Any:
    return [1, 2]


def answers_a_set(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    return {"cells": {1, 2}}


def answers_no_number(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    return {"cell": float("nan")}


def says_its_process(view: Any, options: Options, rng: random.Random) -> dict[str, Any]:
    return {"pid": os.getpid()}


BOTS = {
    "tictactoe": {
        choose.__name__: choose
        for choose in (
            first,
            any_cell,
            echo,
            forbidden,
            raises,
            prints,
            hangs,
            spins,
            crashes,
            leaves,
            eats,
            answers_a_list,
            answers_a_set,
            answers_no_number,
            says_its_process,
        )
    }
}
