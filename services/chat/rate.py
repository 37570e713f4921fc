"""How often one person may speak in one room: at most 5 accepted messages in any 10 seconds."""

from collections.abc import Sequence

ACCEPTED = 5
WINDOW = 10_000
"""Milliseconds."""


def next_allowed(accepted: Sequence[int], at: int) -> int | None:
    """When the next message may come, if one at `at` is too early; None if it is not.

    `accepted` are the times of the person's accepted messages, oldest first. One at `at` is refused if
    ACCEPTED of them lie in (at - WINDOW, at]: after five at 0 ms, at 9,999 ms but not at 10,000 ms.
    """
    within = [time for time in accepted if at - WINDOW < time <= at]
    if len(within) < ACCEPTED:
        return None
    return within[-ACCEPTED] + WINDOW
