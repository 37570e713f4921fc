"""In which order streams are read: what rests on something comes before it."""

import pytest

from divan.backup.order import LEFT_OUT, in_order
from libs.events.streams import BUCKETS, Installation, streams

DECLARED = {stream.name for stream in streams(Installation())} | {
    bucket.stream for bucket in BUCKETS.values()
}


def test_every_declared_stream_is_in_it_but_what_is_made_anew() -> None:
    assert set(in_order(DECLARED)) == DECLARED - LEFT_OUT


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        pytest.param("TABLES", "GAMES_0", id="what is told of a game never knows more than its log"),
        pytest.param("ANALYTICS", "GAMES_0", id="nor does the public stream"),
        pytest.param("GAMES_3", "ARCHIVE", id="a game that is archived meanwhile is in both"),
        pytest.param("GAMES_3", "ROOMS", id="a game that has begun has its room"),
        pytest.param("CHAT", "ROOMS", id="talk has its room"),
        pytest.param("ROOMS", "KV_names", id="a room has its code"),
        pytest.param("ROOMS", "KV_accounts", id="whoever sits somewhere has an account"),
        pytest.param("KV_sessions", "KV_accounts", id="whoever is signed in has an account"),
        pytest.param("KV_accounts", "KV_names", id="an account has its name"),
        pytest.param("KV_names", "KV_erased", id="whoever is being erased is known to be"),
        pytest.param("CHAT", "KV_erased", id="also of what was said"),
        pytest.param("SOMETHING_NEW", "ROOMS", id="what has no place of its own comes before the rooms"),
    ],
)
def test_what_rests_on_something_is_read_before_it(earlier: str, later: str) -> None:
    order = in_order({*DECLARED, "SOMETHING_NEW"})
    assert order.index(earlier) < order.index(later)


def test_who_was_erased_comes_last() -> None:
    assert in_order(DECLARED)[-1] == "KV_erased"
