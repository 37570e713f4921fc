"""Times and ages as people type them."""

import pytest

from divan.exits import Exit, Trouble
from divan.times import moment, read_age, read_time


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("2026-01-01", 1_767_225_600_000),
        ("2026-01-01T01:00", 1_767_229_200_000),
        ("2026-01-01T01:00+01:00", 1_767_225_600_000),
        (None, None),
    ],
)
def test_times_are_utc_unless_they_name_a_zone(typed: str | None, at: int | None) -> None:
    assert read_time(typed) == at


def test_a_moment_is_shown_in_utc() -> None:
    assert moment(1_767_229_200_999) == "2026-01-01 01:00:00"


@pytest.mark.parametrize(("text", "seconds"), [("30d", 2_592_000), ("12h", 43_200), ("0", 0), ("90s", 90)])
def test_an_age_is_a_number_with_its_unit(text: str, seconds: int) -> None:
    assert read_age(text) == seconds


@pytest.mark.parametrize("text", ["", "30", "d", "-1d", "1w", "1.5h"])
def test_what_is_no_age_is_refused(text: str) -> None:
    with pytest.raises(Trouble, match="is no age") as trouble:
        read_age(text)
    assert trouble.value.code == Exit.USAGE
