"""What no vector shows: two faults at once, hostile asks, deadlines, and what a report says it left out."""

import io
import random
from collections.abc import Callable
from typing import Any

import pytest

from divan.verifying.chain import ClaimedLog
from divan.verifying.reading import logs_of
from divan.verifying.report import Check, Report
from divan.verifying.sameness import same
from divan.verifying.verify import verify
from libs.games.catalog import GAMES
from tests.proof.forgeries import flip_byte, other_outcome
from tests.proof.games import old_schema
from tests.proof.make_vectors import FOLDER
from tests.proof.recording import Recorder, over, person
from tests.proof.tampering import Book, Entry, book, read_book


def kept(name: str) -> Book:
    return read_book((FOLDER / f"{name}.divan").read_bytes())


def found(book: Book, **more: Any) -> tuple[int | None, Check] | None:
    failure = report(book, **more).failure
    return None if failure is None else (failure.entry, failure.check)


def report(book: Book, **more: Any) -> Report:
    (log,) = logs_of(io.BytesIO(book.text()))
    return verify(log, GAMES, **more)


def test_a_loaded_die_is_named_although_the_log_breaks_after_it() -> None:
    loaded = kept("good-fetih-closed").forged(other_outcome("dice"))
    assert found(loaded) == (6, Check.DRAW)
    body = loaded.lines[20]
    body["hash"] = "0" * 64
    assert found(loaded) == (6, Check.DRAW)


def test_without_the_secret_a_log_holds_up_to_its_end_with_its_draws_as_recorded() -> None:
    good = kept("good-fetih-closed")
    cut = good.rehashed(good.bodies[:20])
    cut.header |= {"ended_at": good.entries[19]["at"], "result": None}
    said = report(cut)
    assert (said.holds, said.complete, said.checked.get("draws", 0)) == (True, False, 0)
    assert any("not revealed yet" in sentence for sentence in said.unchecked)


@pytest.mark.parametrize(
    "change",
    [
        lambda draw: draw.update(name="other"),
        lambda draw: draw.update(outcome=7),
        lambda draw: draw["ask"].update(high=draw["ask"]["high"] + 1),
    ],
    ids=["name", "outcome", "ask"],
)
def test_without_the_secret_a_draw_is_still_one_that_the_rules_ask_for(
    change: Callable[[dict[str, Any]], object],
) -> None:
    good = kept("good-fetih-closed")
    place = next(
        seq
        for seq, entry in enumerate(good.entries)
        if entry["draws"] and entry["draws"][0]["ask"]["kind"] == "integer"
    )
    cut = good.rehashed(good.bodies[:-1]).forged(lambda entries: change(entries[place]["draws"][0]))
    assert found(cut) in {(place + 1, Check.DRAW), (place + 1, Check.RULES)}


@pytest.mark.parametrize(
    "ask",
    [
        {"kind": "subset", "stock": [["x", 10**12]], "count": 10**12},
        {"kind": "dice", "count": 10**12, "sides": 6},
        {"kind": "shuffle", "items": "abc"},
        {"kind": "integer", "low": 0, "high": 2**60},
        {"kind": "integer"},
        {"kind": "choice", "items": []},
        {"kind": "subset", "stock": [["a", 1.5], ["b", 2]], "count": 1},
        {"kind": "subset", "stock": [[str(kind), 1] for kind in range(2000)], "count": 2000},
        {},
    ],
    ids=str,
)
def test_an_ask_that_nothing_can_be_drawn_from_is_a_draw_that_does_not_follow(ask: dict[str, Any]) -> None:
    def asked(entries: list[Entry]) -> None:
        entries[0]["draws"][0]["ask"] = ask

    assert found(kept("good-tictactoe").forged(asked)) == (1, Check.DRAW)


def test_a_deadline_that_passed_lapses_before_anything_else() -> None:
    recorder = Recorder("late", "tictactoe")
    recorder.start([person("late", 0), person("late", 1)], turn_seconds=30)
    recorder.play("easy", random.Random(1), lambda recorder: len(recorder.log) == 3)
    seat = recorder.table.state.position.turn
    recorder.give("player", seat, {"type": "resign"}, after=30_000)
    assert found(book(recorder.log)) == (4, Check.RULES)


def test_an_entry_cannot_be_of_an_older_schema_version_than_the_one_before() -> None:
    """Otherwise its draws could not be drawn again, and nobody would ask why."""

    def older(entries: list[Entry]) -> None:
        entries[3] |= {"v": 1, "draws": []}

    assert found(kept("good-tictactoe").forged(older)) == (4, Check.ORDER)


def test_what_old_entries_drew_from_is_asked_of_the_rules() -> None:
    said = report(old_schema(kept("good-fetih-closed")))
    assert said.checked["draws"] == report(kept("good-fetih-closed")).checked["draws"]
    assert not any("schema version 1" in sentence for sentence in said.unchecked)


def test_draws_of_old_entries_are_counted_where_the_secret_is_not_known() -> None:
    good = kept("good-fetih-closed")
    cut = good.rehashed(good.bodies[:20])
    cut.header |= {"ended_at": good.entries[19]["at"], "result": None}
    said = report(old_schema(cut))
    assert said.checked["draws"] == 0
    assert any("schema version 1" in sentence for sentence in said.unchecked)


@pytest.mark.parametrize("fields", [{"game": "ludo"}, {"rules": 99}], ids=str)
def test_a_game_or_rules_of_another_build_are_not_judged(fields: dict[str, Any]) -> None:
    def renamed(entries: list[Entry]) -> None:
        for entry in entries:
            entry.update(fields)

    assert found(kept("good-tictactoe").forged(renamed)) == (1, Check.BEGIN)


def test_a_log_without_entries_does_not_hold() -> None:
    said = verify(ClaimedLog(), GAMES)
    assert said.failure is not None
    assert (said.failure.check, said.complete) == (Check.BEGIN, False)


def test_each_entry_that_holds_is_told_on_the_way() -> None:
    seen: list[int] = []
    broken = kept("good-tictactoe")
    flip_byte(broken.lines)
    assert found(broken, watch=seen.append) == (4, Check.CHAIN)
    assert seen == [1, 2, 3]


def test_a_whole_game_that_was_just_played_is_decided_from_its_first_entry() -> None:
    recorder = Recorder("new", "tictactoe")
    recorder.start([person("new", 0), person("new", 1)])
    recorder.play("easy", random.Random(2), over)
    said = report(book(recorder.log))
    assert said.holds
    assert said.checked["commands"] == said.checked["entries"] == len(recorder.log)


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1, 1, True),
        (1, True, False),
        (1, 1.0, False),
        ((1, "a"), [1, "a"], True),
        ({"a": 1, "b": [2]}, {"b": (2,), "a": 1}, True),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ([1], [1, 2], False),
        (None, 0, False),
    ],
)
def test_values_are_the_same_only_if_a_log_says_them_alike(one: Any, other: Any, equal: bool) -> None:
    assert same(one, other) is equal
    assert same(other, one) is equal
