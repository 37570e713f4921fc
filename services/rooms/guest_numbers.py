"""How long guests' numbers are: five digits once nine tenths of those with four are taken (F98).

Counting the living guests would mean to look at every name and its session. Instead the last numbers drawn
tell: a number is drawn evenly from all, so the share of those found taken is the share that is.
"""

from collections import Counter, deque

SHORT, LONG, LONGEST = 4, 5, 9
DRAWS = 1000
"""The draws that the share is reckoned from."""

ENOUGH = 100
"""Fewer draws than these tell nothing yet."""


class GuestNumbers:
    """What the last draws of short numbers found, for each language's guests."""

    def __init__(self) -> None:
        self._draws: dict[str, deque[bool]] = {}
        self._taken: Counter[str] = Counter()

    def drew(self, language: str, *, taken: bool) -> None:
        """A short number was drawn, and a living guest had it or not."""
        draws = self._draws.setdefault(language, deque(maxlen=DRAWS))
        if len(draws) == DRAWS:
            self._taken[language] -= draws[0]
        draws.append(taken)
        self._taken[language] += taken

    def are_short_taken(self, language: str) -> bool:
        """Whether nine tenths of the short numbers are taken."""
        draws = len(self._draws.get(language, ()))
        return draws >= ENOUGH and self._taken[language] * 10 >= draws * 9
