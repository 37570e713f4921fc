"""The resolution and the refusals against a second, deliberately naive reading of the rules.

DIVAN_READINGS: how many games to compare, up to three turns each; more than CI's for a longer look.
"""

import os
from copy import deepcopy
from random import Random

import pytest

from libs.games.houses import GAME_OF_HOUSES
from libs.games.kit.chance import SeededChance
from libs.games.kit.game import Json
from libs.games.kit.rejection import Rejected
from tests.games.houses.naive import legal_sheet, random_position, resolve
from tests.games.houses.naive.differences import told
from tests.games.houses.naive.refusals import refusal
from tests.games.houses.naive.spoiled import spoiled_sheet

TURNS = 3
PARTS = 10
GAMES = int(os.environ.get("DIVAN_READINGS", "250"))


def after(position: Json, seat: int | None, command: Json) -> Json:
    """The dumped position after a command, which must be accepted."""
    loaded = GAME_OF_HOUSES.load(position)
    for event in GAME_OF_HOUSES.decide(loaded, seat, command, SeededChance(b"no draw is made", 1)):
        loaded = GAME_OF_HOUSES.evolve(loaded, event)
    return GAME_OF_HOUSES.dump(loaded)


def one_turn(position: Json, rng: Random) -> tuple[Json, Json, Json]:
    """The position with all sheets in it, and what the game and the second reading make of it."""
    game, given = position, deepcopy(position)
    silent = rng.choice([None, None, None, rng.randrange(5)])  # H26
    for seat, house in enumerate(position["seats"]):
        if house == silent:
            continue
        sheet = legal_sheet(position, house, rng)
        given["houses"][house]["sheet"] = {"orders": sheet["orders"], "confirmed": [seat]}
        given["houses"][house]["standing"].update(sheet["standing"] or {})
        game = after(game, seat, {"type": "submit_orders", **sheet})
    if silent is None:
        return given, game, resolve(given, "all_ready")
    return given, after(game, None, {"type": "lapse"}), resolve(given, "deadline")


def compare(seed: int) -> str:
    """Up to three turns from a random position: empty, or the first difference in words."""
    rng = Random(seed)
    position = random_position(rng)
    if difference := told(position, GAME_OF_HOUSES.dump(GAME_OF_HOUSES.load(position)), position):
        return f"seed {seed}, loading: {difference}"
    for _ in range(TURNS):
        given, game, naive = one_turn(position, rng)
        if difference := told(given, game, naive):
            return f"seed {seed}: {difference}"
        position = game
        if position["phase"] == "over":
            break
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_the_game_resolves_every_turn_as_the_second_reading_does(part: int) -> None:  # H35 to H99b
    for seed in range(part, GAMES, PARTS):
        assert not compare(seed), compare(seed)


def code_of(position: Json, seat: int, sheet: Json) -> str | None:
    try:
        after(position, seat, {"type": "submit_orders", **sheet})
    except Rejected as refused:
        return refused.code
    return None


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_the_game_refuses_sheets_for_the_reason_of_the_second_reading(part: int) -> None:  # H27
    for seed in range(part, GAMES, PARTS):
        rng = Random(seed)
        position = random_position(rng)
        for seat, house in enumerate(position["seats"]):
            sheet = spoiled_sheet(position, house, rng)
            codes = code_of(position, seat, sheet), refusal(position, house, sheet)
            assert codes[0] == codes[1], f"seed {seed}, house {house}: {codes} for {sheet} in {position}"
