"""What happened. These names stand in every log: fields are added with defaults, nothing is renamed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """`first` is the seat that was drawn to begin; it places crosses (X2). The game goes by `rules`."""

    first: int
    turn_seconds: int
    rules: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkPlaced:
    """The seat's mark stands on the cell now (X3)."""

    seat: int
    cell: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResigned:
    """The seat gave the game up (X6)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlinePassed:
    """The seat did not place its mark in time (X7)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """`winner` is None when nobody won; `line` holds the winning cells, if a line won."""

    reason: str
    winner: int | None = None
    line: tuple[int, ...] | None = None


Event = GameStarted | MarkPlaced | SeatResigned | DeadlinePassed | GameEnded

EVENTS = (GameStarted, MarkPlaced, SeatResigned, DeadlinePassed, GameEnded)
