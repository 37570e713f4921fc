"""Bots give legal commands from their seat's view, and play as well as they say."""

import random
from typing import Any

import pytest

from divan.simulation.play import play
from libs.games.catalog import GAMES
from libs.games.kit.codec import option_to_json
from libs.games.kit.game import Json, Result
from libs.games.tictactoe import TICTACTOE
from services.ai.bots import BOTS, RANDOM
from tests.support.sealed import SEALED

KINDS = [(name, kind) for name, kinds in BOTS.items() for kind in kinds]
OPTIONS = {"turn_seconds": 60}


def answer(kind: str, cells: list[int | None], seat: int = 0, seed: int = 0) -> Json:
    position = TICTACTOE.load({"cells": cells})
    options = [option_to_json(option) for option in TICTACTOE.options(position, seat)]
    return BOTS["tictactoe"][kind](TICTACTOE.view(position, seat), options, random.Random(seed))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_bot(name: str) -> None:
    assert BOTS[name]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_bot_is_never_refused(name: str, kind: str) -> None:
    game, refusals = GAMES[name], []
    for seed in range(4):
        bots = [BOTS[name][kind]] * game.seats.start
        table = play(game, _defaults(name), bots, f"{seed}", refused=lambda: refusals.append(1))
        assert isinstance(table.waiting, Result)
    assert refusals == []


def _defaults(name: str) -> dict[str, Json]:
    return {option: schema["default"] for option, schema in GAMES[name].setup["properties"].items()}


def test_the_random_bot_plays_a_game_that_it_has_never_seen() -> None:
    for seed in range(20):
        table = play(SEALED, {"rounds": 3, "bid_seconds": 30}, [RANDOM] * 3, f"{seed}")
        assert isinstance(table.waiting, Result)


def test_the_random_bot_gives_up_only_when_nothing_else_is_on_offer() -> None:
    offered = [{"command": {"type": "resign"}, "fields": {}}, {"command": {"type": "wait"}, "fields": {}}]
    given = {RANDOM(None, offered, random.Random(seed))["type"] for seed in range(50)}
    assert given == {"wait"}
    assert RANDOM(None, offered[:1], random.Random(1)) == {"type": "resign"}


def test_the_same_seed_gives_the_same_answer() -> None:
    assert answer("easy", [None] * 9, seed=3) == answer("easy", [None] * 9, seed=3)


@pytest.mark.parametrize("kind", ["medium", "perfect"])
@pytest.mark.parametrize(
    ("cells", "cell"),
    [
        pytest.param([0, 0, None, 1, 1, None, None, None, None], 2, id="makes its line"),
        pytest.param([1, 1, None, 0, None, None, 0, None, None], 2, id="stops the other's line"),
    ],
)
def test_a_bot_sees_one_move_ahead(kind: str, cells: list[int | None], cell: int) -> None:
    assert answer(kind, cells) == {"type": "place", "cell": cell}


@pytest.mark.parametrize("seed", range(8))
def test_perfect_answers_a_corner_with_the_centre(seed: int) -> None:
    assert answer("perfect", [0] + [None] * 8, seat=1, seed=seed) == {"type": "place", "cell": 4}


def _all_games_against_perfect(position: Any, seat: int) -> set[int | None]:
    """Who wins, over every possible play of the other seat."""
    if position.over is not None:
        return {position.over.winner}
    if position.turn == seat:
        options = [option_to_json(option) for option in TICTACTOE.options(position, seat)]
        commands = [BOTS["tictactoe"]["perfect"](TICTACTOE.view(position, seat), options, random.Random(1))]
    else:
        offered = [option.command for option in TICTACTOE.options(position, 1 - seat)]
        commands = [dict(command) for command in offered if command["type"] == "place"]
    winners: set[int | None] = set()
    for command in commands:
        after = position
        for event in TICTACTOE.decide(position, position.turn, command, _NoChance()):
            after = TICTACTOE.evolve(after, event)
        winners |= _all_games_against_perfect(after, seat)
    return winners


class _NoChance:
    def draw(self, name: str, ask: Any) -> Any:
        raise AssertionError(f"{name} was drawn")


@pytest.mark.parametrize("seat", [0, 1])
def test_perfect_never_loses_against_any_play(seat: int) -> None:
    assert 1 - seat not in _all_games_against_perfect(TICTACTOE.blank, seat)


def test_stronger_bots_win_more_often() -> None:
    def wins(strong: str, weak: str) -> int:
        won = 0
        for number in range(60):
            seat = number % 2
            kinds = [strong, weak] if seat == 0 else [weak, strong]
            bots = [BOTS["tictactoe"][kind] for kind in kinds]
            result = play(TICTACTOE, OPTIONS, bots, f"strength {number}").waiting
            assert isinstance(result, Result)
            won += (result.seats[seat].outcome == "won") - (result.seats[seat].outcome == "lost")
        return won

    assert wins("medium", "easy") > 20
    assert wins("perfect", "medium") > 0
