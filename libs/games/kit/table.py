"""A game in memory: what was asked and what happened, without a platform around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from libs.games.kit.chance import RecordedChance, SeededChance
from libs.games.kit.game import Event, Game, Json, Position, Result, Wait
from libs.games.kit.rejection import Rejected, Rejection

LAPSE: Mapping[str, Json] = {"type": "lapse"}
"""What `decide` is given, with seat None, when the deadline of the present wait has passed."""

NO_DEADLINE = Rejection("no_deadline", "The game waits on no deadline.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Generic[Event]):
    """One accepted command and what it caused; the first entry of a fresh game has no command."""

    seat: int | None
    command: Mapping[str, Json] | None
    events: tuple[Event, ...]
    draws: tuple[Mapping[str, Any], ...]


class Table(Generic[Position, Event]):
    """A game in progress. Entry numbers count from 1, as in a log: they decide what chance gives."""

    def __init__(
        self,
        game: Game[Position, Event],
        position: Position,
        key: bytes,
        entries: Sequence[Entry[Event]] = (),
    ) -> None:
        self.game = game
        self.position = position
        self.entries = list(entries)
        self.key = key
        self.start: Mapping[str, Json] = {}
        """What a fresh game was begun with: {"options", "seats"}."""

    @classmethod
    def begin(
        cls,
        game: Game[Position, Event],
        options: Mapping[str, Json],
        seats: Sequence[str],
        key: bytes,
        chance: RecordedChance | None = None,
    ) -> "Table[Position, Event]":
        """A fresh game; its chance is that of entry 1 unless another is given."""
        table = cls(game, game.blank, key)
        table.start = {"options": dict(options), "seats": list(seats)}
        chance = chance or table.chance()
        table._append(None, None, game.start(options, seats, chance), chance)
        return table

    def chance(self) -> SeededChance:
        """The chance of the next entry."""
        return SeededChance(self.key, len(self.entries) + 1)

    def give(
        self, seat: int | None, command: Json, chance: RecordedChance | None = None
    ) -> tuple[Event, ...]:
        """The events that the command caused; Rejected, and nothing changed, if the rules refuse it."""
        chance = chance or self.chance()
        return self._append(seat, command, self.game.decide(self.position, seat, command, chance), chance)

    def lapse(self, chance: RecordedChance | None = None) -> tuple[Event, ...]:
        """Let the deadline that the game waits on pass."""
        wait = self.waiting
        if isinstance(wait, Result) or (wait.seconds is None and wait.budget is None):
            raise Rejected(NO_DEADLINE)
        return self.give(None, LAPSE, chance)

    @property
    def waiting(self) -> Wait | Result:
        return self.game.waiting(self.position)

    def _append(
        self, seat: int | None, command: Json, events: Sequence[Event], chance: RecordedChance
    ) -> tuple[Event, ...]:
        for event in events:
            self.position = self.game.evolve(self.position, event)
        entry = Entry(seat=seat, command=command, events=tuple(events), draws=tuple(chance.draws))
        self.entries.append(entry)
        return entry.events
