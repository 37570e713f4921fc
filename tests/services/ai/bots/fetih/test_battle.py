"""The bot reckons battles as the rules do."""

from itertools import product

import pytest

from libs.games.fetih import battle as rules
from libs.games.fetih.counts import minus, named
from libs.games.fetih.tables import UNITS
from services.ai.bots.fetih.battle import chance, strength, winner_left

FORCES = [force for force in product(range(3), repeat=5) if 0 < sum(force) <= 4]


def test_the_chance_is_that_of_the_rules() -> None:  # F54
    for attack, defence in product(range(1, 71), range(1, 77)):
        assert chance(attack, defence) == rules.chance(attack, defence)


def test_nothing_stands_against_an_attack_on_nothing() -> None:  # F59
    assert chance(1, 0) == 100


@pytest.mark.parametrize("least", [0, 1])
@pytest.mark.parametrize("against", [1, 3, 6, 10, 25])
def test_the_winner_keeps_what_the_rules_leave_it(against: int, least: int) -> None:  # F57, F58
    for force in FORCES:
        own = rules.strength(force)
        left = minus(force, rules.losses(force, own, against, own + against, least))
        units = named(UNITS, force)
        assert strength(units) == own
        assert winner_left(units, against, own + against, least=least) == named(UNITS, left)
