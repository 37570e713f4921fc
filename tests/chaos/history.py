"""What a client of one room has asked, was answered and was shown: the evidence that the checker judges."""

from dataclasses import dataclass, field
from typing import Any

Reader = int | None
"""A seat, or None for the spectators."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One answer to a command, at a time in Unix milliseconds; `head` as hexadecimal."""

    at: float
    outcome: str
    code: str | None = None
    number: int | None = None
    head: str | None = None


@dataclass(slots=True, kw_only=True)
class Asked:
    """A command with every answer that came to it; none: its outcome is unknown to the client."""

    id: str
    origin: str
    seat: Reader
    sent_at: float
    answers: list[Answered] = field(default_factory=list)

    @property
    def acknowledged_at(self) -> float | None:
        """When it was first said to be in the log; None: never."""
        return min(
            (each.at for each in self.answers if each.outcome in ("accepted", "repeated")), default=None
        )

    @property
    def answered_at(self) -> float | None:
        return min((each.at for each in self.answers), default=None)

    @property
    def was_refused(self) -> bool:
        return any(each.outcome == "rejected" for each in self.answers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """What a view shows of the game, whatever its number."""

    view: dict[str, Any]
    wait: dict[str, Any] | None
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A view that a reader was shown; `told` None: it was asked for, and tells no events."""

    at: float
    reader: Reader
    number: int
    former: int
    head: str
    glimpse: Glimpse
    told: list[dict[str, Any]] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoke:
    """Something said in the room; `said` None: not answered in time, False: refused."""

    person: str
    id: str
    sent_at: float
    answered_at: float
    said: bool | None


@dataclass(slots=True, kw_only=True)
class History:
    """One room. `readers` are those whose last view must be the log's; `until`: when we looked away."""

    room: str
    game: str
    readers: tuple[Reader, ...]
    asked: list[Asked] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    spoke: list[Spoke] = field(default_factory=list)
    until: float = 0.0

    def last_seen(self, reader: Reader) -> Seen | None:
        return max((each for each in self.seen if each.reader == reader), key=_number, default=None)


def _number(seen: Seen) -> int:
    return seen.number
