"""Whole games: what holds however they go (F15, F60) and what each seat is offered (F216)."""

import random
from collections import Counter

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from libs.games.fetih import FETIH
from libs.games.fetih.position import Position
from libs.games.kit.codec import option_to_json
from tests.games.fetih.given import given, hands
from tests.support.games_walk import begin, step


def check(position: Position) -> None:
    for place in range(4):
        assert position.bank[place] + sum(seat.resources[place] for seat in position.seats) == 60
    assert min(position.bank) >= 0
    assert all(min(seat.resources) >= 0 for seat in position.seats)
    for region in position.regions.values():
        assert 0 <= sum(region.units) <= 10
        assert min(region.ready) >= 0


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@for_all(seed=st.integers(min_value=0, max_value=2**20), seats=st.integers(min_value=2, max_value=5))
def test_sixty_of_each_resource_and_ten_soldiers_a_region_always(seed: int, seats: int) -> None:  # F15, F60
    table, rng = begin(FETIH, seats, seed), random.Random(seed)
    check(table.position)
    for _ in range(600):
        if not step(table, seats, rng):
            break
        check(table.position)


def test_a_disguise_keeps_what_backs_an_offer_and_changes_the_rest() -> None:  # F216, F72a
    position = given(
        3,
        seats=hands({"wood": 2, "food": 3}, {}, {"stone": 4, "gold": 4}),
        trades=[{"id": 1, "from": 0, "give": {"wood": 2}, "get": {"gold": 1}}],
        next_trade=2,
    )
    rng = random.Random(1)
    others = [FETIH.disguise(position, 1, rng.randrange) for _ in range(20)]
    assert {FETIH.dump(other)["seats"][0]["resources"]["wood"] for other in others} == {2}
    assert len({other.hand(2) for other in others}) > 1
    assert all(FETIH.view(other, 1) == FETIH.view(position, 1) for other in others)


def test_templates_name_what_can_be_done_with_them() -> None:  # F216
    position = given(
        seats=hands({"wood": 4, "food": 5}, {"gold": 2}),
        regions={
            "egypt": {"owner": 0, "units": {"infantry": 9}, "village": True},
            "sahara": {"owner": 0, "units": {"archer": 2}, "used": {"archer": 1}},
        },
    )
    options = [option_to_json(option) for option in FETIH.options(position, 0)]
    assert Counter(option["command"]["type"] for option in options) == {
        "train": 2,
        "build": 1,
        "attack": 2,
        "ship": 1,
        "bank_trade": 2,
        "offer_trade": 2,
        "offer_alliance": 1,
        "end_turn": 1,
        "resign": 1,
    }
    archers = next(option for option in options if option["command"].get("unit") == "archer")
    assert archers["fields"] == {
        "region": {"enum": ["egypt"]},
        "count": {"type": "integer", "minimum": 1, "maximum": 1},
    }
    attack = next(option for option in options if option["command"].get("from") == "sahara")
    assert attack["command"]["units"] == {"archer": 1}
    assert attack["fields"]["support"]["items"] == {"enum": [{"from": "egypt"}]}


def test_a_region_is_told_as_it_is_in_each_position() -> None:  # section 15
    before = given(regions={"egypt": {"owner": 0, "units": {"infantry": 2}}})
    after = given(regions={"egypt": {"owner": 0, "units": {"infantry": 3}}})
    assert FETIH.view(before, 1)["regions"]["egypt"]["units"] == {"infantry": 2}
    assert FETIH.view(after, 1)["regions"]["egypt"]["units"] == {"infantry": 3}
