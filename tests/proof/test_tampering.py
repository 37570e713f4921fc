"""Whoever tampers with a log is found: two hundred ways, the same every time, and each entry named."""

import io

import pytest

from divan.verifying.reading import logs_of
from divan.verifying.report import Report
from divan.verifying.verify import verify
from libs.games.catalog import GAMES
from tests.proof.random_tampering import KINDS, golden, tamperings
from tests.proof.tampering import Book
from tests.runtime.golden_logs import GOLDEN

COUNT = 208
"""Each kind equally often."""


def verified(book: Book, *heads: str) -> Report:
    (log,) = logs_of(io.BytesIO(book.text()))
    return verify(log, GAMES, heads=[bytes.fromhex(head) for head in heads])


@pytest.mark.parametrize("name", GOLDEN)
def test_a_recorded_log_holds_with_all_of_its_heads(name: str) -> None:
    report = verified(golden(name), *golden(name).heads)
    assert report.failure is None
    assert report.checked["entries"] == report.checked["heads"] == report.entries


def test_every_tampering_is_found_where_it_was_done() -> None:
    missed = []
    for tampering in tamperings(COUNT):
        failure = verified(tampering.book, *tampering.heads).failure
        if failure is None or failure.entry not in tampering.entries or failure.check not in tampering.checks:
            missed.append((tampering.what, failure))
    assert missed == []


def test_each_kind_of_tampering_is_tried_equally_often() -> None:
    assert COUNT % len(KINDS) == 0
    assert COUNT >= 200
