"""The page docs/adding-a-game.md builds a game that passes the suite of every game."""

import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import libs.games
import services.ai.bots
from divan.simulation.play import play
from libs.games.catalog import GAMES
from libs.games.kit.case import run_case
from libs.games.kit.game import Result
from services.ai.bots import RANDOM, Bot
from tests.support.games_golden import record, replay, to_json
from tests.support.games_suite import check_game
from tests.support.games_walk import AnyGame

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
FILE = re.compile(r"^```\w+ (?P<path>\S+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the page's files, of which the modules can be imported under their own names."""
    root = tmp_path_factory.mktemp("page")
    for block in FILE.finditer(PAGE.read_text(encoding="utf-8")):
        file = root / block["path"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block["text"], encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(libs.games, "__path__", [*libs.games.__path__, str(root / "libs" / "games")])
        bots = [*services.ai.bots.__path__, str(root / "services" / "ai" / "bots")]
        patch.setattr(services.ai.bots, "__path__", bots)
        yield root
    for name in [name for name in sys.modules if ".nim" in name]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def nim(built: Path) -> AnyGame:
    game: AnyGame = importlib.import_module("libs.games.nim").NIM
    return game


@pytest.fixture(scope="module")
def perfect(built: Path) -> Bot:
    bot: Bot = importlib.import_module("services.ai.bots.nim").perfect
    return bot


def test_the_game_passes_the_suite(nim: AnyGame) -> None:
    check_game(nim)


def test_its_cases_pass(built: Path, nim: AnyGame) -> None:
    files = list((built / "tests" / "cases" / "nim").glob("*.json"))
    cases = [case for file in files for case in json.loads(file.read_text(encoding="utf-8"))]
    assert len(cases) == 2
    assert [run_case(case, {**GAMES, "nim": nim}) for case in cases] == [None, None]


def test_a_game_of_each_ending_can_be_recorded(nim: AnyGame) -> None:
    tables = record(nim, nim.endings)
    assert tables.keys() == set(nim.endings)
    for table in tables.values():
        assert replay(nim, json.loads(json.dumps(to_json(table)))) == table.position


def test_its_bot_beats_the_random_one(nim: AnyGame, perfect: Bot) -> None:
    results = [play(nim, {"stones": 21}, [perfect, RANDOM], f"{number}").waiting for number in range(40)]
    won = [result for result in results if isinstance(result, Result) and result.seats[0].outcome == "won"]
    assert len(won) > 30


def test_every_code_is_met_by_a_case(built: Path, nim: AnyGame) -> None:
    tested = (built / "tests" / "cases" / "nim" / "taking.json").read_text(encoding="utf-8")
    assert [code for code in nim.rejections if f'"{code}"' not in tested] == []
