"""A bot's pause is like a person's, the same each time, and never too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.ai.pause import MARGIN, Pause, answer_at
from tests.services.ai.asking import ASKED_AT, question

PAUSE = Pause(shortest=1.0, longest=3.0)


@given(st.integers(0, 60), st.integers(0, 10))
def test_the_answer_comes_between_shortest_and_longest(seat: int, room: int) -> None:
    at = answer_at(question(seat=seat, room=f"room{room}"), PAUSE, ASKED_AT)
    assert ASKED_AT + 1_000 <= at <= ASKED_AT + 3_000


def test_pauses_differ_from_question_to_question() -> None:
    assert len({answer_at(question(seat=seat), PAUSE, ASKED_AT) for seat in range(20)}) > 15


def test_time_in_the_queue_counts_towards_the_pause() -> None:
    assert answer_at(question(), PAUSE, ASKED_AT) == answer_at(question(), PAUSE, ASKED_AT + 2_500)


def test_a_clock_that_runs_ahead_of_ours_does_not_lengthen_the_pause() -> None:
    assert answer_at(question(asked_at=ASKED_AT + 60_000), PAUSE, ASKED_AT) <= ASKED_AT + 3_000


def test_the_pause_ends_before_the_wait_does() -> None:
    long = Pause(shortest=60.0, longest=60.0)
    assert answer_at(question(ends_at=ASKED_AT + 30_000), long, ASKED_AT) == ASKED_AT + 30_000 - MARGIN


@pytest.mark.parametrize("left", [1_200, 19_999])
def test_with_little_time_left_a_bot_does_not_pause(left: int) -> None:
    assert answer_at(question(ends_at=ASKED_AT + left), PAUSE, ASKED_AT) == ASKED_AT


def test_without_a_pause_the_answer_comes_at_once() -> None:
    assert answer_at(question(), Pause(shortest=0, longest=0), ASKED_AT + 9) == ASKED_AT
