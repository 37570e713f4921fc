"""A log becomes rows, or is refused by the entry that does not hold."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divan.analytics.rows import BadLog, FinishedGame, Rows, rows_of
from divan.analytics.schema import TABLES
from libs.events.entry import GENESIS, Sealed, unseal
from libs.events.wire import pack
from libs.runtime.game_file import GameFile
from tests.divan.analytics.games import filed, of, resealed, resigned, tictactoe
from tests.runtime.golden_logs import GOLDEN

LOG = filed("tictactoe").log


def finished(game: GameFile, **changed: Any) -> FinishedGame:
    header = game.header
    told: dict[str, Any] = {
        "room": header.room,
        "game": header.game,
        "ended_at": header.ended_at,
        "result": header.result or {"reason": "none", "seats": []},
        "log": game.log,
    }
    return FinishedGame(**(told | changed))


def named(table: str, rows: Rows) -> list[dict[str, Any]]:
    names = [column.name for column in TABLES[table]]
    return [dict(zip(names, row, strict=True)) for row in getattr(rows, table)]


@pytest.mark.parametrize("name", GOLDEN)
def test_every_entry_and_event_of_a_log_becomes_a_row(name: str) -> None:
    game = filed(name)
    rows = rows_of(finished(game, entries=game.header.entries, head=game.header.head))
    entries = [unseal(data)[0] for data in game.log]
    assert [
        (row["seq"], row["accepted_at"], row["seat"], row["origin"]) for row in named("entries", rows)
    ] == [(entry.seq, entry.at, entry.command.seat, entry.command.origin) for entry in entries]
    assert [json.loads(row["body"]) for row in named("events", rows)] == [
        json.loads(json.dumps(event)) for entry in entries for event in entry.events
    ]
    assert [json.loads(row["command"]) for row in named("entries", rows)] == [
        json.loads(json.dumps(entry.command.body)) for entry in entries
    ]
    [row] = named("games", rows)
    assert row["entries"] == len(entries)
    assert row["events"] == sum(len(entry.events) for entry in entries)
    assert row["draws"] == sum(len(entry.draws) for entry in entries)
    assert row["head"].hex() == game.header.head
    assert (row["persons"], row["loaded"], row["closed"], row["fork_room"]) == (0, False, False, None)
    assert [(seat["outcome"], seat["place"]) for seat in named("seats", rows)] == [
        (seat["outcome"], seat["place"]) for seat in (game.header.result or {})["seats"]
    ]


def test_a_seat_tells_who_left_and_who_resigned() -> None:
    game = of("r", "tictactoe", resigned("r"))
    person, bot = named("seats", rows_of(finished(game, persons=("p-1", None))))
    began = game.header.began_at
    assert (person["player"], person["person"], person["seed_given"]) == ("person", "p-1", False)
    assert (person["left_at"], person["left_seq"]) == (began + 1000, 2)
    assert (person["resigned_at"], person["resigned_seq"]) == (began + 3000, 4)
    assert (person["entries_by_person"], person["entries_by_bot"]) == (1, 0)
    assert (bot["player"], bot["bot"], bot["person"], bot["left_at"]) == ("bot", "easy", None, None)


def test_a_closed_game_has_no_outcomes() -> None:
    game = of("r", "tictactoe", tictactoe("r", ("host", None, {"type": "close", "reason": "owner"})))
    rows = rows_of(finished(game))
    assert [(row["closed"], row["reason"]) for row in named("games", rows)] == [(True, "owner")]
    assert [row["outcome"] for row in named("seats", rows)] == [None, None]


@pytest.mark.parametrize(
    ("fork", "found"), [(None, (True, None, None)), ({"room": "r", "seq": 7}, (True, "r", 7))]
)
def test_a_forked_game_names_the_one_that_it_comes_from(fork: Any, found: tuple[Any, ...]) -> None:
    begun = unseal(LOG[0])[0].events[0]
    loaded = {"type": "PositionLoaded", "position": {}, "fork": fork}
    log = resealed(LOG, 1, events=(begun, loaded))
    [row] = named("games", rows_of(finished(filed("tictactoe"), log=log)))
    assert (row["loaded"], row["fork_room"], row["fork_seq"]) == found


def test_a_draw_stands_with_what_it_was_drawn_from() -> None:
    [first] = [row for row in named("entries", rows_of(finished(filed("tictactoe")))) if row["draws"]]
    assert [draw["ask"]["kind"] for draw in json.loads(first["draws"])] == ["integer"]


@pytest.mark.parametrize(
    ("log", "changed", "said"),
    [
        pytest.param(LOG[:3] + LOG[4:], {}, "entry 4: its hash does not follow", id="dropped"),
        pytest.param((LOG[1],), {}, "entry 1: its hash does not follow", id="no beginning"),
        pytest.param(LOG[:-1], {}, "the game is not over", id="running"),
        pytest.param((), {}, "there is none", id="empty"),
        pytest.param(resealed(LOG, 3, at=-5), {}, "entry 3: at", id="time runs back"),
        pytest.param(resealed(LOG, 3, at=1 << 60), {}, "entry 3: at", id="no time"),
        pytest.param(resealed(LOG, 3, room="other"), {}, "entry 3 of other", id="another room"),
        pytest.param(resealed(LOG, 1, events=()), {}, "does not begin a game", id="nothing begun"),
        pytest.param(LOG, {"head": "00" * 32}, "the header names another", id="another head"),
        pytest.param(LOG, {"entries": 3}, "the header names another", id="another length"),
        pytest.param(LOG, {"ended_at": 1}, "at another time", id="another end"),
        pytest.param(LOG, {"result": {"reason": 1, "seats": []}}, "no text", id="another result"),
        pytest.param(LOG, {"result": {"reason": "x", "seats": [{}]}}, "form of an entry", id="no result"),
    ],
)
def test_what_does_not_hold_is_named(log: tuple[bytes, ...], changed: dict[str, Any], said: str) -> None:
    with pytest.raises(BadLog, match=said):
        rows_of(finished(filed("tictactoe"), **({"log": log} | changed)))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("v", "room", "seq", "at", "command", "events", "draws", "shown", "state", "rules")


@given(st.sampled_from(FIELDS), ANYTHING)
def test_whatever_an_entry_holds_it_ends_in_rows_or_a_refusal(field: str, value: object) -> None:
    from hashlib import sha256

    from libs.events.wire import plain

    body = pack(plain(unseal(LOG[0])[0]) | {field: value})
    data = pack(Sealed(entry=body, hash=sha256(GENESIS + body).digest()))
    with pytest.raises(BadLog):
        # It is the last one at best, and a game is not over with it.
        rows_of(finished(filed("tictactoe"), log=(data,)))


@given(st.binary(max_size=200))
def test_bytes_that_are_no_message_are_refused(data: bytes) -> None:
    with pytest.raises(BadLog, match="entry 1"):
        rows_of(finished(filed("tictactoe"), log=(data,)))
