"""At most 5 accepted messages in any 10 seconds."""

from hypothesis import given
from hypothesis import strategies as st

from services.chat.rate import ACCEPTED, WINDOW, next_allowed


def test_after_five_at_once_the_sixth_waits_ten_seconds() -> None:
    assert next_allowed([0] * 5, 9_999) == 10_000
    assert next_allowed([0] * 5, 10_000) is None


def test_the_fifth_is_free() -> None:
    assert next_allowed([0] * 4, 0) is None


def test_the_wait_ends_when_the_fifth_last_leaves_the_window() -> None:
    assert next_allowed([0, 1_000, 2_000, 3_000, 4_000], 5_000) == 10_000
    assert next_allowed([0, 1_000, 2_000, 3_000, 4_000, 10_000], 10_500) == 11_000


@given(st.lists(st.integers(0, 3_000), max_size=60))
def test_whatever_is_tried_no_window_holds_a_sixth_and_every_wait_is_exact(gaps: list[int]) -> None:
    accepted: list[int] = []
    now = 0
    for gap in gaps:
        now += gap
        allowed = next_allowed(accepted, now)
        if allowed is None:
            accepted.append(now)
            continue
        assert now < allowed <= now + WINDOW
        assert next_allowed(accepted, allowed - 1) is not None
        assert next_allowed(accepted, allowed) is None
    for at in accepted:
        assert sum(at - WINDOW < other <= at for other in accepted) <= ACCEPTED
