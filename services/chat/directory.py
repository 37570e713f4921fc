"""What chat knows of rooms: their members and their tables, read when needed, kept fresh by the feeds."""

from collections import OrderedDict
from dataclasses import dataclass, field

from libs.events.lobby import LobbyEntry, LobbyEvent
from libs.events.ports import Journal, Register
from libs.events.tables import TableFact
from libs.events.wire import Malformed, unpack
from libs.runtime.logging import get_logger
from services.chat.membership import Membership, fold
from services.chat.metrics import UNREADABLE

log = get_logger()


@dataclass(slots=True)
class KnownRoom:
    """One room: its membership folded up to the lobby message `fence`, and its table.

    `newest` is the last lobby message that the feed told of: what lies between is yet to be read.
    """

    membership: Membership = field(default_factory=Membership)
    fence: int = 0
    newest: int = 0
    table: TableFact | None = None

    def learn_table(self, data: bytes) -> None:
        """Take what the register says, unless something newer is known."""
        try:
            table = unpack(TableFact, data)
        except Malformed as error:
            UNREADABLE.labels("table").inc()
            log.warning("table_unreadable", why=str(error))
            return
        if self.table is None or table.seq >= self.table.seq:
            self.table = table


class Directory:
    """The rooms that were spoken in last; `capacity` bounds how many."""

    def __init__(self, rooms: Journal, tables: Register, *, capacity: int) -> None:
        self._rooms = rooms
        self._tables = tables
        self._capacity = capacity
        self._known: OrderedDict[str, KnownRoom] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    async def room(self, room: str) -> KnownRoom:
        """The room as the feeds have told of it; it is read where it is not at hand."""
        known = self._known.get(room)
        if known is None:
            return await self.looked_up(room)
        self._known.move_to_end(room)
        if known.fence < known.newest:
            await self._read_lobby(room, known)
        return known

    async def looked_up(self, room: str) -> KnownRoom:
        """The room as it stands now: who sat down a moment ago must not be refused since a feed is late."""
        known = self._known.setdefault(room, KnownRoom())
        try:
            await self._read_lobby(room, known)
            table = await self._tables.get(room)
        finally:
            if not known.membership.opened:
                # Whoever makes up room names must not push out those that are at hand.
                self._known.pop(room, None)
        if table is not None:
            known.learn_table(table)
        while len(self._known) > self._capacity:
            self._known.popitem(last=False)
        return known

    def lobby_changed(self, room: str, fence: int) -> None:
        """The feed tells of a lobby message."""
        known = self._known.get(room)
        if known is not None:
            known.newest = max(known.newest, fence)

    def table_changed(self, room: str, data: bytes) -> None:
        """The feed tells of a table."""
        known = self._known.get(room)
        if known is not None:
            known.learn_table(data)

    async def _read_lobby(self, room: str, known: KnownRoom) -> None:
        async for stored in self._rooms.read(room, known.fence):
            for event in lobby_events(stored.key, stored.data):
                known.membership = fold(known.membership, event)
            known.fence = stored.fence
        known.newest = known.fence


def lobby_events(room: str, data: bytes) -> tuple[LobbyEvent, ...]:
    """The events of a stored lobby message; none, with a log line, where it cannot be read."""
    try:
        return unpack(LobbyEntry, data).events
    except Malformed as error:
        UNREADABLE.labels("lobby").inc()
        log.warning("lobby_entry_unreadable", room=room, why=str(error))
        return ()
