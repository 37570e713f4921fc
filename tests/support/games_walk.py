"""Random legal play of any game, steered by integers so that a failing walk shrinks to few moves."""

import random
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from libs.games.kit.game import Game, Json, Option, Result
from libs.games.kit.rejection import Rejected
from libs.games.kit.schema import complete_options, pick
from libs.games.kit.table import Table

AnyGame = Game[Any, Any]
AnyTable = Table[Any, Any]

LAPSES = 0.05
ABSENCES = 0.05
OUT_OF_TURN = 0.15
GIVING_UP = frozenset({"resign", "fold"})
GIVES_UP = 0.02


def walk(game: AnyGame, seats: int, seed: int, choices: Sequence[int]) -> AnyTable:
    """A game after those choices, or at its end if that came first; half of the seats are bots."""
    table = begin(game, seats, seed)
    for choice in choices:
        if not step(table, seats, random.Random(choice)):
            break
    return table


def begin(game: AnyGame, seats: int, seed: int) -> AnyTable:
    players = ["person" if seat % 2 == 0 else "bot" for seat in range(seats)]
    return Table.begin(game, complete_options(game.setup, {}), players, key_of(seed))


def key_of(seed: int) -> bytes:
    return sha256(f"walk {seed}".encode()).digest()


def step(table: AnyTable, seats: int, rng: random.Random) -> bool:
    """Something legal happens, or a refused command is passed over; False once the game is over."""
    wait = table.waiting
    if isinstance(wait, Result):
        return False
    kind = rng.random()
    if kind < LAPSES and (wait.seconds is not None or wait.budget is not None):
        table.lapse()
        return True
    if kind < LAPSES + ABSENCES and table.game.absence is not None:
        absence = table.game.absence
        _try(table, rng.randrange(seats), {"type": rng.choice((absence.left, absence.returned))})
        return True
    out_of_turn = rng.random() < OUT_OF_TURN or not wait.seats
    seat = rng.randrange(seats) if out_of_turn else rng.choice(wait.seats)
    options = table.game.options(table.position, seat)
    if rng.random() >= GIVES_UP:
        # Or hardly a walk would see the later half of a game.
        options = [option for option in options if option.command["type"] not in GIVING_UP]
    if options:
        option = rng.choice(options)
        _try(table, seat, option.command if rng.random() < 0.5 else filled(option, rng))
    elif not out_of_turn and (wait.seconds is not None or wait.budget is not None):
        table.lapse()
    return True


def filled(option: Option, rng: random.Random) -> dict[str, Json]:
    """The command with the fields of its template picked at random."""
    return {**option.command, **{name: pick(schema, rng.randrange) for name, schema in option.fields.items()}}


def _try(table: AnyTable, seat: int, command: Mapping[str, Json]) -> None:
    try:
        table.give(seat, command)
    except Rejected as refusal:
        check_listed(table.game, command, refusal)


def check_listed(game: AnyGame, command: Json, refusal: Rejected) -> None:
    assert refusal.code in game.rejections, f"{command} was refused with unlisted {refusal.code}"
