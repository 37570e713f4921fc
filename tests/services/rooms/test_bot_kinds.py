"""The kinds of bot that rooms offer are those that there are."""

from libs.games.catalog import GAMES
from libs.runtime.bots import KINDS, kinds
from services.ai.bots import BOTS


def test_every_offered_kind_exists_and_every_kind_is_offered() -> None:
    assert {game: set(kinds(game)) for game in GAMES} == {game: set(bots) for game, bots in BOTS.items()}


def test_no_kind_is_offered_for_a_game_that_does_not_exist() -> None:
    assert KINDS.keys() <= GAMES.keys()
