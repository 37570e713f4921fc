"""What happens in Sealed."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    rounds: int
    bid_seconds: int
    players: tuple[str, ...]
    rules: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDealt:
    """Told to that seat alone."""

    seat: int
    card: int
    purse: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidPlaced:
    """Told to that seat alone: nobody else learns that it has bid."""

    seat: int
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PurseRobbed:
    """Told to the robber and to the victim."""

    seat: int
    victim: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFolded:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """Told to that seat alone: whether persons or bots play is hidden."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReturned:
    """Told to that seat alone."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlinePassed:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsRevealed:
    """`bids` by seat, None for those who folded; `winner` pays its bid, as far as its purse goes."""

    bids: tuple[int | None, ...]
    winner: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftMade:
    seat: int
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun:
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    reason: Literal["played", "folded"]


Event = (
    GameStarted
    | SeatDealt
    | BidPlaced
    | PurseRobbed
    | SeatFolded
    | SeatLeft
    | SeatReturned
    | DeadlinePassed
    | BidsRevealed
    | GiftMade
    | RoundBegun
    | GameEnded
)

EVENTS = (
    GameStarted,
    SeatDealt,
    BidPlaced,
    PurseRobbed,
    SeatFolded,
    SeatLeft,
    SeatReturned,
    DeadlinePassed,
    BidsRevealed,
    GiftMade,
    RoundBegun,
    GameEnded,
)
