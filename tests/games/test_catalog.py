"""A registered game that lacks anything fails here, and the failure says what is missing."""

import json
import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from libs.games.catalog import GAMES, game
from libs.games.kit.game import PLATFORM_EVENTS
from services.ai.bots import BOTS
from tests.support.games_walk import AnyGame
from tests.support.sealed import SEALED

ROOT = Path(__file__).parents[2]

registered = pytest.mark.parametrize("rules", GAMES.values(), ids=lambda rules: rules.name)
every_game = pytest.mark.parametrize("rules", [*GAMES.values(), SEALED], ids=lambda rules: rules.name)


@registered
def test_a_game_is_found_by_its_name(rules: AnyGame) -> None:
    assert game(rules.name) is rules


@registered
def test_a_game_has_its_package_and_its_page(rules: AnyGame) -> None:
    assert (ROOT / "libs" / "games" / rules.name / "game.py").is_file()
    assert (ROOT / "docs" / "games" / f"{rules.name}.md").is_file()


@registered
def test_a_game_has_its_words_in_the_glossary(rules: AnyGame) -> None:
    page = (ROOT / "docs" / "games" / f"{rules.name}.md").read_text(encoding="utf-8")
    title = page.splitlines()[0].removeprefix("# ")
    assert f"\n## {title}\n" in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


@registered
def test_a_game_has_bots_of_its_own(rules: AnyGame) -> None:
    assert BOTS[rules.name].keys() - {"random"}


@registered
def test_a_game_has_cases_of_its_own(rules: AnyGame) -> None:
    files = sorted((ROOT / "tests" / "cases" / rules.name).glob("*.json"))
    cases = [case for file in files for case in json.loads(file.read_text(encoding="utf-8"))]
    assert cases
    assert {case["game"] for case in cases} == {rules.name}


@registered
def test_every_code_of_a_game_is_met_by_a_case_or_a_test(rules: AnyGame) -> None:
    folders = (ROOT / "tests" / "cases" / rules.name, ROOT / "tests" / "games" / rules.name)
    files = [file for folder in folders for file in folder.rglob("*.*") if file.suffix in (".json", ".py")]
    tested = " ".join(file.read_text(encoding="utf-8") for file in files)
    assert [code for code in rules.rejections if f'"{code}"' not in tested] == []


@every_game
def test_codes_are_snake_case_and_have_a_sentence(rules: AnyGame) -> None:
    for code, sentence in rules.rejections.items():
        assert re.fullmatch(r"[a-z][a-z0-9_]*", code), code
        assert re.fullmatch(r"[A-Z].*\.", sentence), sentence
    assert rules.blind <= rules.rejections.keys()


@every_game
def test_events_are_frozen_and_named_like_none_of_the_platform(rules: AnyGame) -> None:
    names = [event.__name__ for event in rules.events]
    assert len(set(names)) == len(names)
    assert not PLATFORM_EVENTS & set(names)
    assert rules.reveals <= set(names)
    for event in rules.events:
        assert is_dataclass(event), event
        assert vars(event)["__dataclass_params__"].frozen, event
        assert hasattr(event, "__slots__"), event
        assert all(field.kw_only for field in fields(event)), event
        assert "type" not in {field.name for field in fields(event)}, event


@every_game
def test_every_setup_option_has_a_default(rules: AnyGame) -> None:
    assert rules.setup["type"] == "object"
    assert [name for name, option in rules.setup["properties"].items() if "default" not in option] == []


@every_game
def test_endings_are_named_once(rules: AnyGame) -> None:
    assert rules.endings
    assert len(set(rules.endings)) == len(rules.endings)
    assert rules.retired < set(rules.endings)


@registered
def test_every_version_of_the_rules_after_the_first_is_told_in_the_docs(rules: AnyGame) -> None:
    page = (ROOT / "docs" / "games" / f"{rules.name}.md").read_text(encoding="utf-8")
    _, _, versions = page.partition("## Versions of the rules")
    told = [int(number) for number in re.findall(r"^\| (\d+) \|", versions, re.MULTILINE)]
    assert told == ([] if rules.rules == 1 else list(range(1, rules.rules + 1)))
