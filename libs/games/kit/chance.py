"""Chance: named draws whose outcomes can be checked afterwards (docs/chance.md)."""

from typing import Any, Protocol


class Ask(Protocol):
    """What is drawn: a frozen dataclass such as Dice, Integer, Choice, Shuffle, Sample, Subset."""


class Chance(Protocol):
    """The only source of chance that rules have."""

    def draw(self, name: str, ask: Ask) -> Any:
        """Draw once: the outcome is plain JSON, and stands with the name in the entry."""
        ...
