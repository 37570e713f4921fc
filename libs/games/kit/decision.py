"""The events of one decision, and the position folded up to the last of them."""

from collections.abc import Callable
from typing import Generic, TypeVar

from libs.games.kit.chance import Chance

Position = TypeVar("Position")
Event = TypeVar("Event")


class Decision(Generic[Position, Event]):
    """Created in `start` or `decide`, handed to the rules, and never kept."""

    __slots__ = ("_evolve", "chance", "events", "position")

    def __init__(
        self, position: Position, evolve: Callable[[Position, Event], Position], chance: Chance
    ) -> None:
        self._evolve = evolve
        self.position = position
        self.chance = chance
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        self.events.append(event)
        self.position = self._evolve(self.position, event)
