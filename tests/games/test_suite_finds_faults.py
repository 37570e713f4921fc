"""The suite of every game finds what it is there to find: each test breaks Sealed in one way."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from libs.games.kit.chance import Chance
from libs.games.kit.codec import event_to_json
from libs.games.kit.game import Json, Option, Result, Wait
from libs.games.kit.rejection import Rejected
from tests.support.games_suite import check_game
from tests.support.games_walk import AnyGame
from tests.support.sealed import SEALED
from tests.support.sealed.events import BidPlaced
from tests.support.sealed.position import Position
from tests.support.sealed.rules import TOO_POOR


def view_with_rivals_purses(position: Position, seat: int | None) -> dict[str, Json]:
    return {**SEALED.view(position, seat), "purses": [other.purse for other in position.seats]}


def view_with_tuples(position: Position, seat: int | None) -> dict[str, Json]:
    return {**SEALED.view(position, seat), "order": tuple(range(len(position.seats)))}


def options_beyond_the_purse(position: Position, seat: int) -> Sequence[Option]:
    return [
        Option(command={"type": "bid", "coins": 9}) if option.command["type"] == "bid" else option
        for option in SEALED.options(position, seat)
    ]


def options_that_see_empty_purses(position: Position, seat: int) -> Sequence[Option]:
    return [
        option
        for option in SEALED.options(position, seat)
        if option.command["type"] != "rob" or position.seats[option.command["victim"]].purse > 0
    ]


def tell_everything(event: Any, position: Position, seat: int | None) -> dict[str, Json] | None:
    return event_to_json(event)


def tell_bids_to_the_next_seat(event: Any, position: Position, seat: int | None) -> dict[str, Json] | None:
    if isinstance(event, BidPlaced) and seat == (event.seat + 1) % len(position.seats):
        return event_to_json(event)
    return SEALED.tell(event, position, seat)


def tell_with_a_purse(event: Any, position: Position, seat: int | None) -> dict[str, Json] | None:
    heard = SEALED.tell(event, position, seat)
    return None if heard is None else {**heard, "richest": max(other.purse for other in position.seats)}


def dump_without_the_round(position: Position) -> dict[str, Json]:
    form = SEALED.dump(position)
    return {name: value for name, value in form.items() if name != "round"}


def decide_by_rivals_purses(position: Position, seat: int | None, asked: Json, chance: Chance) -> Any:
    if asked == {"type": "fold"} and any(other.purse == 0 for other in position.seats):
        raise Rejected(TOO_POOR)
    return SEALED.decide(position, seat, asked, chance)


def decide_with_unlisted_code(position: Position, seat: int | None, asked: Json, chance: Chance) -> Any:
    try:
        return SEALED.decide(position, seat, asked, chance)
    except Rejected as refusal:
        raise Rejected(replace(refusal.rejection, code="nowhere_listed")) from None


class CountedDecide:
    """A decide that remembers how often it was called, as no pure function can."""

    def __init__(self) -> None:
        self._calls = itertools.count()

    def __call__(self, position: Position, seat: int | None, asked: Json, chance: Chance) -> Any:
        events = list(SEALED.decide(position, seat, asked, chance))
        return events if next(self._calls) % 2 else [*events, *events[-1:]]


def waiting_for_a_stranger(position: Position) -> Wait | Result:
    wait = SEALED.waiting(position)
    return replace(wait, bots=(7,)) if isinstance(wait, Wait) else wait


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        pytest.param(replace(SEALED, view=view_with_rivals_purses), "tells a secret", id="a leaking view"),
        pytest.param(replace(SEALED, view=view_with_tuples), "no plain JSON", id="tuples in a view"),
        pytest.param(replace(SEALED, options=options_beyond_the_purse), "offered", id="an illegal offer"),
        pytest.param(
            replace(SEALED, options=options_that_see_empty_purses), "tell a secret", id="leaking options"
        ),
        pytest.param(replace(SEALED, tell=tell_everything), "cannot see", id="every event told to all"),
        pytest.param(
            replace(SEALED, tell=tell_bids_to_the_next_seat), "cannot see", id="a bid told to one rival"
        ),
        pytest.param(replace(SEALED, tell=tell_with_a_purse), "cannot see", id="a telling that peeks"),
        pytest.param(replace(SEALED, dump=dump_without_the_round), "is not p", id="a dump that forgets"),
        pytest.param(
            replace(SEALED, decide=decide_by_rivals_purses), "looks the same", id="a refusal that peeks"
        ),
        pytest.param(replace(SEALED, decide=decide_with_unlisted_code), "unlisted", id="an unlisted code"),
        pytest.param(replace(SEALED, decide=CountedDecide()), "other events", id="a decide with a memory"),
        pytest.param(replace(SEALED, blind=frozenset()), "empty_purse", id="an unnamed blind code"),
        pytest.param(replace(SEALED, reveals=frozenset()), "cannot see", id="an unnamed reveal"),
        pytest.param(replace(SEALED, endings=("folded",)), "none of the endings", id="an unlisted ending"),
        pytest.param(
            replace(SEALED, waiting=waiting_for_a_stranger), "there are", id="a wait for a stranger"
        ),
    ],
)
def test_a_fault_is_found(broken: AnyGame, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_game(broken, walks=200)


@pytest.mark.slow
def test_a_faultless_game_passes() -> None:
    check_game(SEALED)
