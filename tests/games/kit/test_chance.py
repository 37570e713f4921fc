"""Chance is drawn as docs/chance.md fixes it, for ever."""

import json
from collections import Counter, deque
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.games.kit.asks import Choice, Dice, Integer, Sample, Shuffle, Spread, Subset, read_ask
from libs.games.kit.chance import (
    CHANCE_VERSION,
    Ask,
    ByteStream,
    ScriptedChance,
    ScriptError,
    SeededChance,
    commitment,
    room_key,
    room_secret,
    seed_commitment,
)

VECTORS_FILE = Path(__file__).parent / "chance_vectors.json"
VECTORS = json.loads(VECTORS_FILE.read_text(encoding="utf-8"))
PAGE = Path(__file__).parents[3] / "docs" / "chance.md"
KEY = bytes.fromhex(VECTORS["derivation"]["key"])

ASKS = [
    Integer(1, 100),
    Dice(3, 6),
    Choice(["wood", "clay", 3, None]),
    Shuffle([1, 2, 2, "three"]),
    Sample(range(10), 4),
    Spread(["north", "south", 3], 7),
    Subset({"wood": 3, "clay": 2}, 4),
]


def test_the_version_is_that_of_the_vectors() -> None:
    assert VECTORS["version"] == CHANCE_VERSION


def test_the_page_shows_the_vectors() -> None:
    assert f"```json\n{VECTORS_FILE.read_text(encoding='utf-8')}```\n" in PAGE.read_text(encoding="utf-8")


def test_the_key_follows_from_master_key_room_and_seeds() -> None:
    derivation = VECTORS["derivation"]
    secret = room_secret(bytes.fromhex(derivation["master_key"]), derivation["room"])
    seeds = [None if seed is None else bytes.fromhex(seed) for seed in derivation["seeds"]]
    hashes = [None if seed is None else seed_commitment(seed).hex() for seed in seeds]
    assert secret.hex() == derivation["secret"]
    assert commitment(secret).hex() == derivation["commitment"]
    assert hashes == derivation["seed_commitments"]
    assert room_key(secret, seeds).hex() == derivation["key"]


@pytest.mark.parametrize("vector", VECTORS["blocks"], ids=lambda vector: f"block {vector['block']}")
def test_bytes_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    stream = ByteStream(KEY, vector["entry"], vector["draw"])
    stream.take(32 * vector["block"])
    assert stream.take(32).hex() == vector["bytes"]


@pytest.mark.parametrize("vector", VECTORS["below"], ids=lambda vector: f"draw {vector['draw']}")
def test_integers_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    stream = ByteStream(KEY, vector["entry"], vector["draw"])
    assert [stream.below(n) for n in vector["n"]] == vector["integers"]


@pytest.mark.parametrize(
    "vector", VECTORS["draws"], ids=lambda vector: f"{vector['entry']}-{vector['ask']['kind']}"
)
def test_outcomes_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    ask = read_ask(vector["ask"])
    stream = ByteStream(KEY, vector["entry"], vector["draw"])
    outcome = ask.resolve(stream.below)
    assert outcome == vector["outcome"]
    assert ask.accepts(outcome)
    assert ask.to_json() == vector["ask"]


def test_draws_of_an_entry_have_streams_of_their_own() -> None:
    chance = SeededChance(KEY, 3)
    outcomes = [chance.draw("long", Shuffle(range(100))), chance.draw("die", Integer(1, 6))]
    assert outcomes[1] == Integer(1, 6).resolve(ByteStream(KEY, 3, 1).below)
    assert [draw["name"] for draw in chance.draws] == ["long", "die"]
    assert json.loads(json.dumps(chance.draws))[1] == {
        "name": "die",
        "ask": {"kind": "integer", "low": 1, "high": 6},
        "outcome": outcomes[1],
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param([None, b""], [b"", None], id="which seat gave its seed"),
        pytest.param([b"ab", b"c"], [b"a", b"bc"], id="where one seed ends"),
        pytest.param([None], [b""], id="an empty seed is a seed"),
        pytest.param([b"\x00"], [b"", None], id="a seed that looks like parts"),
        pytest.param([b"a", None], [b"a"], id="how many seats there are"),
    ],
)
def test_other_seeds_give_another_key(one: list[bytes | None], other: list[bytes | None]) -> None:
    assert room_key(b"secret", one) != room_key(b"secret", other)


@given(n=st.integers(min_value=1, max_value=2**48), entry=st.integers(min_value=1, max_value=2**40))
def test_below_stays_below(n: int, entry: int) -> None:
    assert 0 <= ByteStream(KEY, entry, 0).below(n) < n


@pytest.mark.parametrize("n", [0, -1, 2**48 + 1])
def test_below_refuses_what_is_too_little_or_too_much(n: int) -> None:
    with pytest.raises(ValueError, match="among"):
        ByteStream(KEY, 1, 0).below(n)


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 200])
def test_every_integer_comes_equally_often(n: int) -> None:
    stream, rounds = ByteStream(KEY, 9, n), 300
    counted = Counter(stream.below(n) for _ in range(rounds * n))
    # Five standard deviations of a binomial count around its mean.
    assert all(abs(counted[value] - rounds) < 5 * rounds**0.5 for value in range(n))


def test_every_order_comes_equally_often() -> None:
    ask, rounds = Shuffle("abc"), 400
    counted = Counter("".join(ask.resolve(ByteStream(KEY, 10, draw).below)) for draw in range(6 * rounds))
    assert len(counted) == 6
    assert all(abs(count - rounds) < 5 * rounds**0.5 for count in counted.values())


def test_a_spread_gives_every_item_the_place_too_many_equally_often() -> None:
    ask, rounds = Spread("ab", 3), 1000
    twice = sum(ask.resolve(ByteStream(KEY, 13, draw).below).count("a") == 2 for draw in range(rounds))
    assert abs(twice - rounds / 2) < 5 * (rounds / 4) ** 0.5


def test_a_subset_takes_every_piece_equally_often() -> None:
    ask, rounds = Subset({"a": 1, "b": 3}, 2), 1000
    taken = sum(ask.resolve(ByteStream(KEY, 11, draw).below).get("a", 0) for draw in range(rounds))
    assert abs(taken - rounds / 2) < 5 * (rounds / 4) ** 0.5


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_an_ask_accepts_what_it_draws_and_is_read_back(ask: Ask) -> None:
    outcomes = [ask.resolve(ByteStream(KEY, 12, draw).below) for draw in range(50)]
    assert all(ask.accepts(json.loads(json.dumps(outcome))) for outcome in outcomes)
    assert read_ask(json.loads(json.dumps(ask.to_json()))) == ask


@pytest.mark.parametrize(
    ("ask", "outcome"),
    [
        (Integer(1, 6), 0),
        (Integer(1, 6), 7),
        (Integer(0, 1), True),
        (Integer(1, 6), 1.0),
        (Dice(2, 6), [1]),
        (Dice(2, 6), [1, 7]),
        (Dice(2, 6), 5),
        (Choice(["a", 1]), "b"),
        (Choice(["a", 1]), True),
        (Shuffle([1, 2, 2]), [1, 1, 2]),
        (Shuffle([1, 2, 2]), [1, 2]),
        (Shuffle([1, 2, 2]), "122"),
        (Sample([1, 2, 2], 2), [1, 1]),
        (Sample([1, 2, 2], 2), [1, 2, 2]),
        (Sample([1, 2, 2], 2), {}),
        (Spread("ab", 3), ["a", "a", "a"]),
        (Spread("ab", 3), ["a", "b"]),
        (Spread("ab", 3), ["a", "b", "c"]),
        (Spread("ab", 2), "ab"),
        (Subset({"wood": 3}, 2), {"wood": 1}),
        (Subset({"wood": 3}, 4 - 1), {"wood": 4}),
        (Subset({"wood": 3}, 2), {"wood": 2, "clay": 0}),
        (Subset({"wood": 3}, 2), {"wood": "2"}),
        (Subset({"wood": 3}, 2), ["wood", "wood"]),
    ],
)
def test_an_ask_does_not_accept_what_it_cannot_draw(ask: Ask, outcome: Any) -> None:
    assert not ask.accepts(outcome)


@pytest.mark.parametrize(
    "build",
    [
        lambda: Integer(2, 1),
        lambda: Dice(0, 6),
        lambda: Dice(1, 0),
        lambda: Choice([]),
        lambda: Sample([1], 2),
        lambda: Spread([], 2),
        lambda: Spread([1, 1], 2),
        lambda: Spread([1], -1),
        lambda: Subset({"a": -1}, 0),
        lambda: Subset({"a": 1}, 2),
        lambda: read_ask({"kind": "coin"}),
        lambda: read_ask({}),
    ],
)
def test_an_ask_for_nothing_cannot_be_made(build: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        build()


def test_a_script_comes_first_and_then_the_other_chance() -> None:
    otherwise = SeededChance(KEY, 1)
    chance = ScriptedChance([{"battle": 60}], otherwise)
    assert chance.draw("battle", Integer(1, 100)) == 60
    after = chance.draw("battle", Integer(1, 100))
    assert after == Integer(1, 100).resolve(ByteStream(KEY, 1, 0).below)
    assert [draw["outcome"] for draw in chance.draws] == [60, after]


def test_a_deque_is_shared_by_several_scripts() -> None:
    script: deque[dict[str, Any]] = deque([{"dice": [1, 2]}, {"dice": [3, 4]}])
    first = ScriptedChance(script, SeededChance(KEY, 1)).draw("dice", Dice(2, 6))
    second = ScriptedChance(script, SeededChance(KEY, 2)).draw("dice", Dice(2, 6))
    assert (first, second) == ([1, 2], [3, 4])


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        pytest.param([{"plunder": "food"}], "'battle' was drawn", id="another name"),
        pytest.param([{"battle": 101}], "cannot be drawn", id="an impossible outcome"),
    ],
)
def test_a_script_that_does_not_fit_is_an_error(script: list[dict[str, Any]], complaint: str) -> None:
    chance = ScriptedChance(script, SeededChance(KEY, 1))
    with pytest.raises(ScriptError, match=complaint):
        chance.draw("battle", Integer(1, 100))
