"""Recorded games are decided as they were, whatever the code has become since."""

import json
from pathlib import Path

import pytest

from libs.games.catalog import GAMES
from libs.games.kit.game import Result
from tests.support.games_golden import golden_files, position_hash, replay
from tests.support.games_walk import AnyGame
from tests.support.sealed import SEALED

EVERY_GAME = [*GAMES.values(), SEALED]


RECORDED = [
    pytest.param(game, path, id=f"{game.name}/{path.stem}")
    for game in EVERY_GAME
    for path in golden_files(game.name)
]


@pytest.mark.parametrize(("game", "path"), RECORDED)
def test_a_recorded_game_is_decided_as_it_was(game: AnyGame, path: Path) -> None:
    form = json.loads(path.read_text(encoding="utf-8"))
    position = replay(game, form)
    result = game.waiting(position)
    assert isinstance(result, Result)
    assert result.reason == form["ending"] == path.stem.partition(".")[0]
    assert position_hash(game, position) == form["position"]


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_every_ending_that_is_retired_has_a_recorded_game_of_older_rules(game: AnyGame) -> None:
    forms = [json.loads(path.read_text(encoding="utf-8")) for path in golden_files(game.name)]
    assert game.retired <= {form["ending"] for form in forms if form["rules"] < game.rules}


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_every_ending_has_a_recorded_game_of_the_present_rules(game: AnyGame) -> None:
    forms = [json.loads(path.read_text(encoding="utf-8")) for path in golden_files(game.name)]
    assert {form["ending"] for form in forms if form["rules"] == game.rules} == set(
        game.endings
    ) - game.retired
