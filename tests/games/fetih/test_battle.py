"""Attacks and their sums: rules F51-F62 and F206."""

import math

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from libs.games.fetih.battle import chance, losses, strength
from libs.games.fetih.tables import STRENGTHS
from libs.games.kit.rejection import Rejected
from tests.games.fetih.given import given, kinds, refusal, when

strengths = st.integers(min_value=1, max_value=76)
stacks = st.lists(st.integers(min_value=0, max_value=4), min_size=5, max_size=5).map(tuple)


@for_all(attack=strengths, against=strengths)
def test_the_chance_is_the_nearest_whole_percentage_and_never_certain(
    attack: int, against: int
) -> None:  # F54
    exact = 100 * attack / (attack + against)
    assert chance(attack, against) == math.floor(exact + 0.5)
    assert 1 <= chance(attack, against) <= 99


def test_against_nothing_the_chance_is_certain() -> None:  # F54
    assert chance(1, 0) == 100


@for_all(units=stacks, against=strengths, kept=st.sampled_from([0, 1]))
def test_the_winner_loses_the_cheapest_within_its_budget(
    units: tuple[int, ...], against: int, kept: int
) -> None:  # F57, F58
    own = strength(units)
    lost = losses(units, own, against, own + against, kept)
    budget = math.floor(own * against / (own + against) + 0.5)
    left = [number - gone for number, gone in zip(units, lost, strict=True)]
    assert strength(lost) <= budget
    assert min(left) >= 0
    assert sum(left) >= min(kept, sum(units))
    cheapest = next((one for one, number in zip(STRENGTHS, left, strict=True) if number), None)
    assert cheapest is None or sum(left) == kept or strength(lost) + cheapest > budget
    for place, gone in enumerate(lost):
        assert gone == 0 or not any(left[:place])


def test_a_refused_chance_tells_the_one_there_is() -> None:  # F54
    position = given(
        regions={"egypt": {"owner": 0, "units": {"cavalry": 2}}, "arabia": {"units": {"archer": 2}}}
    )
    with pytest.raises(Rejected) as refused:
        when(position, 0, "attack", **{"from": "egypt", "to": "arabia", "chance": 61})
    assert (refused.value.code, refused.value.details) == ("chance_changed", {"chance": 60})


def test_every_source_is_asked_before_the_next_question() -> None:  # F211
    position = given(
        regions={
            "egypt": {"owner": 0, "units": {"infantry": 1}},
            "alaska": {"owner": 0},
            "arabia": {"owner": 1, "units": {"infantry": 1}},
        },
        round=1,
    )
    attack = {"from": "egypt", "to": "arabia"}
    assert refusal(position, 0, "attack", **attack, support=[{"from": "arabia"}]) == "not_yours"
    assert refusal(position, 0, "attack", **attack, support=[{"from": "alaska"}]) == "not_adjacent"
    assert refusal(position, 0, "attack", **attack, support=[{"from": "egypt"}]) == "same_region"
    assert refusal(position, 0, "attack", **attack) == "first_round"


def test_neutral_regions_may_be_attacked_in_the_first_round_and_by_allies_of_all() -> None:  # F33, F62
    position = given(regions={"egypt": {"owner": 0, "units": {"tank": 1}}}, round=1, alliances=[[0, 1]])
    _, events = when(position, 0, "attack", draws={"battle": 1}, **{"from": "egypt", "to": "arabia"})
    assert kinds(events) == ["BattleFought", "RegionConquered"]


def test_a_region_whose_units_have_all_acted_has_no_force() -> None:  # F206
    region = {"owner": 0, "units": {"infantry": 2}, "used": {"infantry": 2}}
    assert (
        refusal(given(regions={"egypt": region}), 0, "attack", **{"from": "egypt", "to": "arabia"})
        == "not_ready"
    )
