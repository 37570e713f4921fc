"""What this process knows of the rooms' games: begun, who plays each seat, over."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from libs.events.ports import Feed
from libs.events.tables import TableFact
from libs.events.wire import Malformed, unpack
from libs.runtime.logging import get_logger
from services.rooms.metrics import MALFORMED

log = get_logger()

Watcher = Callable[[TableFact | None, TableFact], None]
"""Told of each change of a table: the former fact, if there was one, and the new one."""


EARLY = 1000
"""Facts of rooms that are not known here that are kept: the lobby's news may come later than the table's."""


class Tables:
    """The last fact of each living room's table. `is_living` says which rooms those are."""

    def __init__(self, is_living: Callable[[str], bool]) -> None:
        self._is_living = is_living
        self._facts: dict[str, TableFact] = {}
        self._early: OrderedDict[str, TableFact] = OrderedDict()
        self.watchers: list[Watcher] = []
        self.known = asyncio.Event()
        """Set once every fact that stood there at the start is known."""

    def get(self, room: str) -> TableFact | None:
        return self._facts.get(room) or self._early.get(room)

    def forget(self, room: str) -> None:
        self._facts.pop(room, None)
        self._early.pop(room, None)

    def _keep(self, fact: TableFact) -> None:
        self._early.pop(fact.room, None)
        if self._is_living(fact.room):
            self._facts[fact.room] = fact
            return
        self._early[fact.room] = fact
        if len(self._early) > EARLY:
            self._early.popitem(last=False)

    async def follow(self, feed: Feed) -> None:
        """Learn the facts as they come, for ever."""
        if feed.caught_up == 0:
            self.known.set()
        async for stored in feed:
            try:
                self._take(unpack(TableFact, stored.data))
            except Malformed as error:
                MALFORMED.labels("table").inc()
                log.error("table_unreadable", room=stored.key, why=str(error))
            if stored.fence >= feed.caught_up:
                self.known.set()

    def _take(self, fact: TableFact) -> None:
        former = self.get(fact.room)
        if former is not None and former.seq > fact.seq:
            return
        self._keep(fact)
        for watcher in self.watchers:
            watcher(former, fact)
