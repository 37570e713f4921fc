"""Games that an operator names beside the catalogue."""

import pytest

from libs.games.catalog import GAMES
from libs.runtime.games import installed


def test_without_more_there_are_the_games_of_the_catalogue() -> None:
    assert installed() == dict(GAMES)


def test_a_game_of_somebody_elses_package_is_found_by_its_place() -> None:
    assert installed(["tests.support.sealed:SEALED"])["sealed"].name == "sealed"


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        pytest.param("sealed", "package.module:NAME", id="no name"),
        pytest.param("nowhere.at_all:GAME", "cannot be had", id="no such module"),
        pytest.param("tests.support.sealed:NOTHING", "cannot be had", id="no such name"),
        pytest.param("libs.runtime.games:installed", "is no game", id="something else"),
        pytest.param("libs.games.tictactoe:TICTACTOE", "already", id="a name that is taken"),
    ],
)
def test_what_is_no_game_is_refused_with_a_sentence(place: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        installed([place])
