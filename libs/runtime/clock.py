"""The game's clock, folded from the log: when the present wait began, and when it ends."""

from dataclasses import dataclass

from libs.games.kit.game import Wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The present wait as times in Unix milliseconds.

    `spent` are the milliseconds used of the budget named `budget` in waits that are over; a wait with
    another budget starts it anew, one without any leaves it as it is.
    """

    key: str
    started: int
    ends_at: int | None
    budget: str | None = None
    spent: int = 0
    on_budget: bool = False


def next_clock(former: Clock | None, wait: Wait, at: int) -> Clock:
    """The clock after an entry written at `at` that leaves the game at this wait."""
    if former is not None and former.key == wait.key:
        return former
    budget, spent = (None, 0) if former is None else (former.budget, former.spent)
    if former is not None and former.on_budget:
        spent += at - former.started
    seconds = wait.seconds
    if wait.budget is not None:
        if wait.budget.key != budget:
            budget, spent = wait.budget.key, 0
        rest = max(0.0, wait.budget.seconds - spent / 1000)
        seconds = rest if seconds is None else min(seconds, rest)
    return Clock(
        key=wait.key,
        started=at,
        ends_at=None if seconds is None else at + round(seconds * 1000),
        budget=budget,
        spent=spent,
        on_budget=wait.budget is not None,
    )
