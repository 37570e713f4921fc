"""A room's log, and the table folded from it, as this engine knows them."""

from collections.abc import AsyncIterator, Sequence

import structlog

from libs.events.commands import Command
from libs.events.entry import Entry, unseal
from libs.events.ports import Stored
from libs.runtime.game_logs import ARCHIVED
from libs.runtime.replay import replay
from libs.runtime.state import State, Step
from libs.runtime.table import STATE_EVERY, Done, Table, name_of
from services.engine import metrics, snapshots
from services.engine.house import House

log = structlog.get_logger()


async def from_snapshot(room: str, house: House) -> tuple[Table, int, AsyncIterator[Stored]] | None:
    """A room's table as of its snapshot, its fence, and the log past it; None: no snapshot to go by.

    A power cut may take entries from the log that a snapshot, written later, has in it.
    """
    data = await house.events.snapshots.get(room)
    restored = None if data is None else snapshots.restore(room, data, house.build, house.games)
    if restored is None:
        return None
    table, fence = restored
    entries = house.events.games.read(room, after=fence - 1)
    last = await anext(entries, None)
    if last is not None and last.fence == fence and unseal(last.data)[1] == table.hash:
        return table, fence, entries
    log.warning("snapshot_ahead_of_log", room=room, seq=table.seq)
    return None


class Record:
    """Table, fence, and the steps of the last entry; `table` is None while the game has not begun.

    `is_archived`: the log was taken from an archive. Nothing is ever written after it.
    """

    __slots__ = ("_house", "_room", "_saved", "fence", "is_archived", "steps", "table")

    def __init__(self, room: str, house: House) -> None:
        self._room = room
        self._house = house
        self._saved = 0
        self.table: Table | None = None
        self.fence = 0
        self.is_archived = False
        self.steps: Sequence[Step] = ()

    @property
    def has_ended(self) -> bool:
        """Whether the game is over, or only looked at here: it does not go on, and nothing is secret."""
        return self.is_archived or (self.table is not None and self.table.state.over)

    async def load(self) -> None:
        """From the snapshot, if it is ours, and the log past it. Raises as `replay` and the ports do."""
        house = self._house
        restored = await from_snapshot(self._room, house)
        if restored is not None:
            self.table, self.fence, entries = restored
            self._saved = self.table.seq
        else:
            entries = house.logs.read(self._room)
        async for page in replay(self._room, entries, house.games, self.table):
            self.table, self.fence, self.steps = page.table, page.fence, page.steps
            self.is_archived = self.is_archived or page.fence == ARCHIVED
        if self.table is not None and self.is_archived:
            # Its snapshot was removed with its log: the archive is read as often as somebody looks.
            self._saved = self.table.seq
        metrics.LOADS.labels("log" if restored is None else "snapshot").inc()

    async def append(self, data: bytes, digest: bytes, *, ends: bool) -> int:
        """Write the next entry with the fence. Raises Conflict and the other errors of the port.

        It is known again by its hash. By the command's id the entry that another engine made of the same
        command would pass for ours, and the next one would be chained to a hash that stands nowhere.
        """
        with metrics.APPEND_SECONDS.time():
            return await self._house.events.games.append(
                self._room, data, id=digest.hex(), expected=self.fence, ends=ends
            )

    def advance(
        self, table: Table, entry: Entry, digest: bytes, state: State, fence: int, steps: Sequence[Step]
    ) -> None:
        """What was appended is now the last entry."""
        table.apply(entry, digest, state=state)
        self.table, self.fence, self.steps = table, fence, steps

    async def done(self, table: Table, command: Command) -> Done | None:
        """The entry of that command id, if it stands in the log."""
        done = table.ids.get(name_of(command))
        if done is not None or not self._may_be_further_back(table, command):
            return done
        before = self._house.logs.read(self._room)
        async for page in replay(self._room, before, self._house.games):
            if name_of(page.entry.command) == name_of(command):
                return page.table.ids[name_of(command)]
        return None

    @staticmethod
    def _may_be_further_back(table: Table, command: Command) -> bool:
        """Whether an entry of that id could be older than those at hand.

        It was asked after the view `seen`, so its entry is later than that view.
        """
        if not table.forgotten or command.origin == "clock":
            return False
        return command.seen is None or command.seen < table.forgotten.get(command.seat, 0)

    async def save(self, *, at_least: int = STATE_EVERY) -> None:
        """Store a snapshot if so many entries came since the last one."""
        table = self.table
        if table is not None and table.seq - self._saved >= at_least:
            self._saved = table.seq
            data = snapshots.take(table, self.fence, self._house.build)
            await self._house.events.snapshots.put(self._room, data)
