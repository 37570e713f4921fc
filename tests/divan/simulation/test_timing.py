"""Times are counted in classes, so that a million of them take no room."""

from collections import Counter

import pytest

from divan.simulation.timing import merged, milliseconds, percentile_ms, time_class


@pytest.mark.parametrize("seconds", [0.000002, 0.0005, 0.0131, 2.5])
def test_a_class_tells_a_time_to_within_three_percent(seconds: float) -> None:
    assert milliseconds(time_class(seconds)) == pytest.approx(seconds * 1000, rel=0.03)


def test_percentiles_of_classes() -> None:
    classes = Counter({time_class(0.001): 98, time_class(0.1): 2})
    assert percentile_ms(classes, 0.5) == pytest.approx(1, rel=0.03)
    assert percentile_ms(classes, 0.99) == pytest.approx(100, rel=0.03)
    assert percentile_ms(Counter(), 0.99) == 0


def test_the_classes_of_games_add_up() -> None:
    assert merged([{1: 2}, {1: 1, 5: 4}]) == {1: 3, 5: 4}
