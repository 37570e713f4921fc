"""What is passed from step to step in one resolution, and forgotten after it (H39)."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from libs.games.houses.events import Event, VoidReason
from libs.games.houses.orders import Order
from libs.games.houses.position import Forced, Position
from libs.games.houses.tables import Outcome, Role
from libs.games.kit.decision import Decision


@dataclass(slots=True, kw_only=True, eq=False)
class Given:
    """An order as it stood when the turn closed; `role` is what its noble was then.

    `outcome` is None until it is carried out or void.
    """

    order: Order
    house: int
    role: Role
    is_forced: bool = False
    outcome: Outcome | Literal["void"] | None = None
    void_reason: VoidReason | None = None

    @property
    def is_open(self) -> bool:
        return self.outcome is None


@dataclass(slots=True, kw_only=True, eq=False)
class Job:
    """A hireling's task (H61); `hiring` is the order that it hangs on, None if he is in service already."""

    employer: str
    house: int
    hireling: str
    target: str | int
    hiring: Given | None
    is_kings: bool
    outcome: Outcome | Literal["void"] | None = None


@dataclass(slots=True, kw_only=True, eq=False)
class Strike:
    """An attack or ambush in the queue of H81; `given` is None for an ambush."""

    by: str
    house: int
    target: str
    given: Given | None
    stopped: bool = False


@dataclass(slots=True, kw_only=True, eq=False)
class Turn:
    """One resolution: the decision it is recorded in, and the facts of H39. Created anew for each."""

    decision: Decision[Position, Event]
    orders: list[Given]
    jobs: list[Job]
    due_commands: list[Order]
    favoured: bool = False
    guarded_king: str | None = None
    guard_used: bool = False
    executed: str | None = None
    new_commands: list[Order] = field(default_factory=list)
    new_bribes: list[Forced] = field(default_factory=list)
    new_extras: list[tuple[int, Literal["favour", "trade"]]] = field(default_factory=list)
    bewitched: set[str] = field(default_factory=set)
    consulted: set[tuple[int, int]] = field(default_factory=set)
    """(house called on, house shielded)"""
    embargoes: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    married: set[frozenset[int]] = field(default_factory=set)
    guests: set[str] = field(default_factory=set)
    besieged: set[int] = field(default_factory=set)
    calls: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    strikes: list[Strike] = field(default_factory=list)
    attempts: list[tuple[int, Literal["attack", "murder"]]] = field(default_factory=list)
    """Attacks on and murders of the guarded king, by the house behind them (H107)."""
    doomed: set[str] = field(default_factory=set)
    treated: set[str] = field(default_factory=set)
    dead_places: list[tuple[int, Role]] = field(default_factory=list)
    gains: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    losses: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    deeds: dict[int, Literal["sabotage", "attack", "siege", "bribe"]] = field(default_factory=dict)
    """Of the present step, by house: the hostile deeds that make it an enemy."""

    @property
    def position(self) -> Position:
        return self.decision.position

    def record(self, event: Event) -> None:
        self.decision.record(event)

    def open(self, *activities: str) -> Iterator[Given]:
        """The orders of those activities that are not void yet, in house and sheet order."""
        return (given for given in self.orders if given.is_open and given.order.activity in activities)

    def call(self, noble: str, house: int) -> None:
        """A noble of that house called on him (H38)."""
        self.calls[noble].add(house)

    def is_guarding(self, noble: str) -> bool:
        """Whether the royal guard still stands before this noble (H42)."""
        return not self.guard_used and self.is_guarded_king(noble)

    def is_guarded_king(self, noble: str) -> bool:
        return noble == self.guarded_king == self.position.throne.king
