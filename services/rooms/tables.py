"""What this process knows of the rooms' games: begun, who plays each seat, over."""

from collections.abc import Callable

from libs.events.ports import Feed
from libs.events.tables import TableFact
from libs.events.wire import Malformed, unpack
from libs.runtime.logging import get_logger

log = get_logger()

Watcher = Callable[[TableFact | None, TableFact], None]
"""Told of each change of a table: the former fact, if there was one, and the new one."""


class Tables:
    """The last fact of each room's table."""

    def __init__(self) -> None:
        self._facts: dict[str, TableFact] = {}
        self.watchers: list[Watcher] = []

    def get(self, room: str) -> TableFact | None:
        return self._facts.get(room)

    def forget(self, room: str) -> None:
        self._facts.pop(room, None)

    async def follow(self, feed: Feed) -> None:
        """Learn the facts as they come, for ever."""
        async for stored in feed:
            try:
                fact = unpack(TableFact, stored.data)
            except Malformed as error:
                log.error("table_unreadable", room=stored.key, why=str(error))
                continue
            former = self._facts.get(fact.room)
            if former is not None and former.seq > fact.seq:
                continue
            self._facts[fact.room] = fact
            for watcher in self.watchers:
                watcher(former, fact)
