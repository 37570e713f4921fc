"""Recorded logs replay to the positions that they were recorded with, and are decided as they were."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from libs.events.entry import GENESIS, unseal
from libs.games.catalog import GAMES
from libs.games.kit.chance import Chance
from libs.games.kit.game import Json, Result
from libs.games.kit.rejection import Rejected
from libs.games.tictactoe import TICTACTOE
from libs.games.tictactoe.events import GameEnded
from libs.games.tictactoe.rejections import TAKEN
from libs.runtime.state import state_hash
from libs.runtime.table import STATE_EVERY, Table
from tests.runtime import golden_logs
from tests.runtime.golden_logs import CUT, CUT_AT, GOLDEN, Changed, decide_anew, play_on, read

RELEASED = [(name, rules) for name, game in GAMES.items() for rules in range(1, game.rules + 1)]
"""Every version of the rules of every game there has been: they count from 1."""


def rules_of(name: str) -> tuple[str, int]:
    entry, _ = unseal(next(read(name)))
    return entry.game, entry.rules


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


@pytest.mark.parametrize(("name", "rules"), RELEASED)
def test_every_version_of_the_rules_of_every_game_has_a_recorded_log(name: str, rules: int) -> None:
    assert (name, rules) in map(rules_of, GOLDEN)


@pytest.mark.parametrize("name", GOLDEN | CUT)
def test_a_recorded_log_is_decided_as_it_was(name: str) -> None:
    table = decide_anew(name)
    assert table.state.over is (name in GOLDEN)


@pytest.mark.parametrize("name", CUT)
def test_a_game_begun_under_older_rules_is_played_to_its_end_under_them(name: str) -> None:
    table = decide_anew(name)
    assert table.seq == CUT_AT
    assert table.rules < table.game.rules
    digest = table.hash
    for data in play_on(table, CUT[name][1]):
        entry, digest = unseal(data, digest)
        assert entry.rules == table.rules
    assert isinstance(table.state.wait, Result)
    assert table.state.wait.reason in table.game.retired


def no_draws(position: Any, seat: int | None, asked: Json, chance: Chance) -> Sequence[Any]:
    events = TICTACTOE.decide(position, seat, asked, chance)
    return [GameEnded(reason="full", winner=0) if type(event) is GameEnded else event for event in events]


def no_crosses_after_a_while(position: Any, seat: int | None, asked: Json, chance: Chance) -> Sequence[Any]:
    if position.marks == 6:
        raise Rejected(TAKEN)
    return TICTACTOE.decide(position, seat, asked, chance)


@pytest.mark.parametrize(
    ("decide", "said"),
    [
        pytest.param(no_draws, "events of entry 10 of a game of tictactoe by rules 1", id="another outcome"),
        pytest.param(no_crosses_after_a_while, "entry 8 .* would be refused: taken", id="a refusal"),
    ],
)
def test_a_changed_rule_is_named_with_what_to_do(
    decide: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden_logs, "GAMES", {"tictactoe": replace(TICTACTOE, decide=decide)})
    with pytest.raises(Changed, match=f"{said}.*raise the rules version"):
        decide_anew("tictactoe-full")
