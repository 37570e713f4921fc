"""A room's game folded from its log: its state, the chain's head, and what each reader was shown."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from libs.events.commands import Command
from libs.events.entry import GENESIS, Asked, Entry, NewerEntry
from libs.runtime.state import AnyGame, State, Step, fold

STATE_EVERY = 64
"""Every so many entries the hash of the position stands in the entry."""

IDS_AT_HAND = 256
"""The ids of so many of the last entries are kept, to answer a repeated command."""

Reader = int | None
"""A seat, or None for the spectators."""


class LogError(ValueError):
    """The log of a room cannot be folded: the text names the entry."""


@dataclass(frozen=True, slots=True)
class Done:
    """A command id that stands in the log: its entry, and the asker's view number after it."""

    seq: int
    number: int


def name_of(command: Command | Asked) -> str:
    """What a command is known by in its room: an id is its asker's own, and nobody can use up another's.

    Otherwise a player could name a move as the clock will name the next lapse, or a bot its answer.
    """
    return f"{command.origin}/{'' if command.seat is None else command.seat}/{command.id}"


class Table:
    """The fold of one room's entries. `apply` is the only way that it changes."""

    __slots__ = (
        "at",
        "began_at",
        "forgotten",
        "game",
        "hash",
        "heads",
        "ids",
        "last_of",
        "numbers",
        "room",
        "rules",
        "seq",
        "shown_at",
        "state",
    )

    def __init__(self, room: str, game: AnyGame) -> None:
        self.room = room
        self.game = game
        self.rules = game.rules
        self.seq = 0
        self.began_at = 0
        self.at = 0
        self.hash = GENESIS
        self.state = State(position=game.blank)
        self.numbers: dict[Reader, int] = {}
        self.heads: dict[Reader, bytes] = {}
        self.shown_at: dict[Reader, int] = {}
        """When each reader was shown something last: `at` would tell of entries that are hidden from them."""
        self.ids: OrderedDict[str, Done] = OrderedDict()
        """By `name_of` the command."""
        self.forgotten: dict[Reader, int] = {}
        """View numbers at the newest entry whose id is no longer at hand; empty while all are."""
        self.last_of: dict[int, int] = {}
        """The last entry that each seat's person or bot caused."""

    @property
    def readers(self) -> tuple[Reader, ...]:
        return (*range(len(self.state.players)), None)

    def apply(
        self, entry: Entry, digest: bytes, *, state: State | None = None, steps: list[Step] | None = None
    ) -> None:
        """Fold the next entry, whose hash is `digest`.

        `state` is what its events lead to, where the caller has folded them already. Raises LogError,
        or NewerEntry for rules that this build does not know.
        """
        if entry.seq != self.seq + 1 or entry.room != self.room:
            raise LogError(f"entry {entry.seq} of {entry.room} cannot follow {self.seq} of {self.room}")
        if entry.rules > self.game.rules:
            raise NewerEntry(f"{entry.game} by rules {entry.rules}; this build knows {self.game.rules}")
        if state is None:
            try:
                state = fold(self.game, self.state, entry.events, entry.at, steps)
            except (ValueError, TypeError, KeyError, IndexError) as error:
                raise LogError(f"entry {entry.seq}: {error}") from error
        if entry.seq == 1:
            self.began_at, self.rules = entry.at, entry.rules
        self.state = state
        self.seq, self.at, self.hash = entry.seq, entry.at, digest
        for reader in entry.shown:
            self.numbers[reader] = self.numbers.get(reader, 0) + 1
            self.heads[reader] = digest
            self.shown_at[reader] = entry.at
        asked = entry.command
        if asked.seat is not None and asked.origin in ("player", "bot"):
            self.last_of[asked.seat] = entry.seq
        self._remember(name_of(asked), Done(entry.seq, self.numbers.get(asked.seat, 0)))

    def _remember(self, name: str, done: Done) -> None:
        self.ids[name] = done
        if len(self.ids) > IDS_AT_HAND:
            self.ids.popitem(last=False)
            # Later than the numbers at the forgotten entry: it errs on the side of reading the log.
            self.forgotten = dict(self.numbers)


def open_table(room: str, game: str, games: Mapping[str, AnyGame]) -> Table:
    """The empty table of a room of that game. Raises NewerEntry for a game unknown to this build."""
    if game not in games:
        raise NewerEntry(f'this build has no game "{game}"')
    return Table(room, games[game])
