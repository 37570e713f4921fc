"""The page has words for what a game without a screen of its own says."""

import re
from functools import cache
from pathlib import Path

import pytest

from libs.games.catalog import GAMES
from libs.runtime.bots import kinds

I18N = Path(__file__).parents[2] / "web" / "src" / "i18n"
WITH_A_SCREEN = {"tictactoe"}
PLAIN = sorted(GAMES.keys() - WITH_A_SCREEN)


@cache
def keys() -> frozenset[str]:
    """Those of the English catalogue; that every other language has the same is the page's own test."""
    sources = (path.read_text(encoding="utf-8") for path in (I18N / "en.ts", *I18N.rglob("*_en.ts")))
    return frozenset(key for source in sources for key in re.findall(r'^  "([^"]+)":', source, re.MULTILINE))


@pytest.mark.parametrize("name", PLAIN)
def test_every_code_ending_bot_and_event_of_a_game_has_words(name: str) -> None:
    game = GAMES[name]
    told = {key.split(".")[2] for key in keys() if key.startswith(f"{name}.told.")}
    assert [code for code in game.rejections if not {f"{name}.code.{code}", f"code.{code}"} & keys()] == []
    assert [reason for reason in game.endings if f"{name}.ending.{reason}" not in keys()] == []
    assert [kind for kind in kinds(name) if not {f"{name}.bot.{kind}", f"bot.{kind}"} & keys()] == []
    assert [event.__name__ for event in game.events if event.__name__ not in told] == []
