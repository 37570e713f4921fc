"""Recorded logs replay to the positions that they were recorded with."""

import pytest

from libs.events.entry import GENESIS, unseal
from libs.games.catalog import GAMES
from libs.runtime.state import state_hash
from libs.runtime.table import STATE_EVERY, Table
from tests.runtime.golden_logs import GOLDEN, read


@pytest.mark.parametrize("name", GOLDEN)
def test_a_recorded_log_replays_to_the_positions_it_was_recorded_with(name: str) -> None:
    game, kinds = GOLDEN[name]
    table, digest, checked = Table(name, GAMES[game]), GENESIS, 0
    for data in read(name):
        entry, digest = unseal(data, digest)
        table.apply(entry, digest)
        assert (entry.state is not None) is (entry.seq % STATE_EVERY == 0 or table.state.over)
        if entry.state is not None:
            assert state_hash(table.game, table.state.position) == entry.state, f"entry {entry.seq}"
            checked += 1
    assert table.state.over
    assert table.state.secret is not None
    assert checked == table.seq // STATE_EVERY + (table.seq % STATE_EVERY != 0)
    assert len(table.state.players) == len(kinds)
