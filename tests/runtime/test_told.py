"""What readers are told of an entry is a part of it: so the page can hold its memory against a log."""

from collections.abc import Iterable
from typing import Any

import pytest

from libs.events.entry import GENESIS, unseal
from libs.games.catalog import GAMES
from libs.runtime.sight import told
from libs.runtime.state import Step, stored_form
from libs.runtime.table import open_table
from tests.runtime.golden_logs import GOLDEN, read

TOLD_OTHERWISE = {"seeds", "silent"}
"""Of GameBegun: nobody is told who plays a seat."""


@pytest.mark.parametrize("name", GOLDEN)
def test_what_is_told_of_an_event_is_that_event_with_fewer_fields(name: str) -> None:
    table, former = open_table(name, GOLDEN[name][0], GAMES), GENESIS
    for data in read(name):
        entry, former = unseal(data, former)
        steps: list[Step] = []
        table.apply(entry, former, steps=steps)
        stored = [stored_form(event) for event, _ in steps]
        for reader in table.readers:
            _are_parts(told(table.game, steps, reader), stored)


def _are_parts(heard: Iterable[dict[str, Any]], stored: Iterable[dict[str, Any]]) -> None:
    """Each line is a part of an event that comes after that of the line before."""
    left = iter(stored)
    for line in heard:
        plain = {
            key: value
            for key, value in line.items()
            if line["type"] != "GameBegun" or key not in TOLD_OTHERWISE
        }
        assert any(plain.items() <= event.items() for event in left), line
