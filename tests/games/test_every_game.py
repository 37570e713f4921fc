"""What holds for every game, in every position that legal play reaches."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libs.games.catalog import GAMES
from libs.games.kit.chance import SeededChance
from libs.games.kit.game import Json
from tests.support import games_checks as checks
from tests.support.games_walk import AnyGame, begin, filled, step, walk
from tests.support.sealed import SEALED

EVERY_GAME = [*GAMES.values(), SEALED]
KEY = b"a key for checks"
LONGEST = 5_000

every_game = pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)

choices = st.lists(st.integers(min_value=0, max_value=2**20), max_size=40)
depths = st.just(0) | st.integers(min_value=0, max_value=200)
seeds = st.integers(min_value=0, max_value=2**20)

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def some_seats(data: st.DataObject, game: AnyGame) -> int:
    return data.draw(st.sampled_from(list(game.seats)), label="seats")


def some_table(data: st.DataObject, game: AnyGame) -> tuple[Any, int]:
    """A game after some legal play, and its number of seats."""
    seats = some_seats(data, game)
    seed = data.draw(seeds, label="seed")
    # A long game is first played on by the seed, so that its later phases are met too.
    rng = random.Random(seed)
    played = [rng.randrange(2**20) for _ in range(data.draw(depths, label="depth"))]
    return walk(game, seats, seed, [*played, *data.draw(choices, label="choices")]), seats


def next_chance() -> SeededChance:
    return SeededChance(KEY, 7)


def some_commands(game: AnyGame, position: Any, seat: int, rng: random.Random) -> list[Json]:
    """What the seat is offered, those fillings, and what others are offered."""
    return [
        command
        for option in game.options(position, seat)
        for command in (dict(option.command), filled(option, rng))
    ]


@every_game
def test_random_legal_play_ends_or_goes_on(game: AnyGame) -> None:
    for seed in range(30):
        seats = game.seats[seed % len(game.seats)]
        table = begin(game, seats, seed)
        rng = random.Random(seed)
        for _ in range(LONGEST):
            if not step(table, seats, rng):
                break


@every_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_position_is_whole(game: AnyGame, data: st.DataObject) -> None:
    table, seats = some_table(data, game)
    checks.check_position_form(game, table.position)
    checks.check_waiting(game, table.position, seats)
    checks.check_views(game, table.position, seats)
    checks.check_history(table)


@every_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_is_offered_is_accepted(game: AnyGame, data: st.DataObject) -> None:
    table, seats = some_table(data, game)
    checks.check_options(game, table.position, seats, next_chance)
    rng = random.Random(data.draw(seeds, label="fillings"))
    checks.check_fillings(game, table.position, seats, next_chance, rng)


@every_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_same_draws_give_the_same_events(game: AnyGame, data: st.DataObject) -> None:
    table, seats = some_table(data, game)
    rng = random.Random(data.draw(seeds, label="fillings"))
    for seat in range(seats):
        for command in some_commands(game, table.position, seat, rng):
            checks.check_same_draws(game, table.position, seat, command, KEY)
    checks.check_same_draws(game, table.position, None, {"type": "lapse"}, KEY)


@every_game
def test_a_start_is_decided_by_its_draws(game: AnyGame) -> None:
    one, other = begin(game, game.seats.start, 1), begin(game, game.seats.start, 1)
    assert one.entries == other.entries
    assert one.position == other.position


@pytest.mark.slow
@every_game
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_json_is_accepted_or_refused_and_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    table, seats = some_table(data, game)
    seat = data.draw(st.integers(min_value=0, max_value=seats - 1), label="seat")
    known = [dict(option.command) for other in range(seats) for option in game.options(table.position, other)]
    command = data.draw(json_values, label="command")
    if known:
        offered = data.draw(st.sampled_from(known), label="offered")
        name = data.draw(st.sampled_from(sorted(offered)) | st.text(max_size=8), label="field")
        with_garbage = {**offered, name: data.draw(json_values, label="garbage")}
        without = {field: value for field, value in offered.items() if field != name}
        command = data.draw(st.sampled_from([command, with_garbage, without, offered]), label="given")
    checks.check_refusal(game, table.position, seat, command, KEY)


@every_game
@pytest.mark.parametrize(
    "command",
    [None, True, 0, 1.5, "place", [], {}, {"type": None}, {"type": []}, {"type": {}}, {"type": "lapse"}],
    ids=str,
)
def test_what_is_no_command_is_refused(game: AnyGame, command: Json) -> None:
    table = begin(game, game.seats.start, 1)
    assert checks.outcome(game, table.position, 0, command, next_chance()).code is not None


@pytest.mark.slow
@every_game
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_seat_learns_nothing_of_what_it_may_not_know(game: AnyGame, data: st.DataObject) -> None:
    table, seats = some_table(data, game)
    position = table.position
    viewer = data.draw(st.none() | st.integers(min_value=0, max_value=seats - 1), label="viewer")
    rng = random.Random(data.draw(seeds, label="disguise"))
    other = checks.check_disguise(game, position, viewer, rng, table.entries[-1].events)
    given_by = {seat: some_commands(game, position, seat, rng) for seat in range(seats)}
    if viewer is not None:
        everything = [command for commands in given_by.values() for command in commands]
        checks.check_same_refusals(game, position, other, viewer, everything, KEY)
    for seat, commands in given_by.items():
        for command in commands:
            checks.check_same_told(game, position, other, viewer, seat, command, KEY)
    checks.check_same_told(game, position, other, viewer, None, {"type": "lapse"}, KEY)


@every_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_secret_field_of_a_command_is_told_to_nobody_else(game: AnyGame, data: st.DataObject) -> None:
    table, seats = some_table(data, game)
    rng = random.Random(data.draw(seeds, label="fillings"))
    for seat in range(seats):
        for option in game.options(table.position, seat):
            pair = [dict(option.command), filled(option, rng)]
            for viewer in (None, *(other for other in range(seats) if other != seat)):
                checks.check_secret_fields(game, table.position, viewer, seat, pair, KEY)
