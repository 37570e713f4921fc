"""When a bot answers: after a pause like a person's, never too late."""

from dataclasses import dataclass
from random import Random

from libs.events.tables import BotQuestion

MARGIN = 500
"""Milliseconds before the end of a wait at which the answer is on its way at the latest."""

HURRY = 20_000
"""Milliseconds before the end of a wait from which on a bot does not pause: it may have more to do in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Seconds from question to answer, at least and at most."""

    shortest: float
    longest: float


def answer_at(question: BotQuestion, pause: Pause, received: int) -> int:
    """When to answer, in Unix milliseconds: the same for a repeated question.

    It counts from when the question was asked, so that waiting in a queue does not add to it, but not
    from a time that lies ahead of our clock.
    """
    if question.ends_at is not None and question.ends_at - question.asked_at < HURRY:
        return min(question.asked_at, received)
    rng = Random(f"pause/{question.room}/{question.seat}/{question.question}")
    asked = min(question.asked_at, received)
    at = asked + round(rng.uniform(pause.shortest, pause.longest) * 1000)
    latest = latest_answer(question)
    return at if latest is None else min(at, latest)


def latest_answer(question: BotQuestion) -> int | None:
    """When the answer must be on its way; None where the wait has no end."""
    return None if question.ends_at is None else question.ends_at - MARGIN
