"""The shared vectors: what is found of each file, and that none of the checks is missing."""

import json
from typing import Any

import pytest

from divan.verifying.reading import claimed_logs
from divan.verifying.report import Check
from divan.verifying.verify import verify
from libs.games.catalog import GAMES
from tests.proof.make_vectors import FOLDER

VECTORS: list[dict[str, Any]] = json.loads((FOLDER / "vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["file"] for vector in VECTORS])
def test_what_does_not_hold_is_found_and_named(vector: dict[str, Any]) -> None:
    (log,) = claimed_logs(FOLDER / vector["file"])
    report = verify(log, GAMES, heads=[bytes.fromhex(head) for head in vector["heads"]])
    failure = report.failure
    found = None if failure is None else {"entry": failure.entry, "check": failure.check}
    assert found == vector["python"], failure
    assert report.complete is vector["complete"]


def test_every_check_has_a_vector() -> None:
    assert {vector["python"]["check"] for vector in VECTORS if vector["python"]} == set(Check)


def test_every_file_is_a_vector() -> None:
    assert {path.name for path in FOLDER.glob("*.divan")} == {vector["file"] for vector in VECTORS}
