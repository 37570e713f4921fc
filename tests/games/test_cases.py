"""The worked examples of every game."""

from pathlib import Path

import pytest

from divan.commands.case import run_file

CASES = Path(__file__).parents[1] / "cases"
FILES = sorted(CASES.rglob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_case_passes(file: Path) -> None:
    assert [failure for failure in run_file(file) if failure is not None] == []
