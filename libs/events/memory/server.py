"""What the processes of a test share, and the switches by which a test makes things go wrong."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from libs.events.memory.agenda import Agenda
from libs.events.memory.pins import Pins
from libs.events.memory.queue import LogQueue, MemoryQueue
from libs.events.memory.stream import MemoryStream
from libs.events.memory.switchboard import Switchboard
from libs.events.ports import EventsError, Unavailable
from libs.events.streams import BOT_WORKERS, BOTS, BUCKETS, Installation, games, publishers, streams


@dataclass(frozen=True, slots=True)
class _Mishap:
    """What befalls the next append."""

    error: EventsError
    stored: bool
    key: str | None


class MemoryServer:
    """One NATS server that is none; `MemoryEvents(server)` is a process's connection to it.

    Without a `clock` (Unix milliseconds) time stands still until `advance` moves it.
    """

    def __init__(
        self, *, installation: Installation | None = None, clock: Callable[[], int] | None = None
    ) -> None:
        self.installation = installation or Installation()
        self.agenda = Agenda(clock)
        self.streams = {
            declared.name: MemoryStream(declared, self.agenda) for declared in streams(self.installation)
        }
        self.buckets: dict[str, dict[str, tuple[bytes, int, int]]] = {name: {} for name in BUCKETS}
        self.revision = 0
        self.pins = Pins(self.installation, self.agenda)
        self.queue = MemoryQueue(BOTS, BOT_WORKERS, self.agenda)
        self.entries = [
            LogQueue(self.streams[games(shard).name], publishers(shard), self.agenda)
            for shard in range(self.installation.shards)
        ]
        self.switchboard = Switchboard()
        self._reachable = True
        self.reconnects = 0
        self._mishaps: list[_Mishap] = []

    @property
    def reachable(self) -> bool:
        """False: every call raises Unavailable, and nobody hears anything, until it is True again."""
        return self._reachable

    @reachable.setter
    def reachable(self, reachable: bool) -> None:
        self.reconnects += reachable and not self._reachable
        self._reachable = reachable

    def now(self) -> int:
        """The time, for services that take a clock."""
        return self.agenda.now()

    async def advance(self, milliseconds: int) -> None:
        """Move the clock; whatever falls due on the way happens in order, its consequences included."""
        until = self.agenda.now() + milliseconds
        await self.settle()
        while call := self.agenda.next(until):
            call()
            await self.settle()
        await self.settle()

    async def settle(self) -> None:
        """Until every message that is on its way was handled, as far as that needs no time to pass."""
        quiet = 0
        for _ in range(100_000):
            await asyncio.sleep(0)
            quiet = 0 if self.pins.busy or self.switchboard.busy else quiet + 1
            if quiet > 20:
                return

    def fail_next_append(
        self, error: EventsError | None = None, *, stored: bool = False, key: str | None = None
    ) -> None:
        """The next append (of that key) raises, Unavailable by default; `stored`: after it was stored."""
        self._mishaps.append(_Mishap(error or Unavailable("the test says so"), stored, key))

    def drop_next_ack(self, *, key: str | None = None) -> None:
        """The next append (of that key) is stored, and its writer never told."""
        self.fail_next_append(stored=True, key=key)

    def lose_next(self, pattern: str) -> None:
        """The next core message on a subject that fits is lost."""
        self.switchboard.lose_next(pattern)

    def fire(self, room: str) -> None:
        """A timer of that room fires now, armed or not."""
        self.pins.fire(room)

    def steal_pin(self, partition: int, *, noticed: bool = True) -> None:
        """Take a partition from its holder; it goes to the next who asks (the former one asks last).

        Not `noticed`: the former holder goes on believing that it holds it, until `notice_loss`.
        """
        self.pins.steal(partition, noticed)

    def notice_loss(self, partition: int) -> None:
        """Whoever only believes to hold that partition learns better."""
        self.pins.notice(partition)

    def mishap(self, key: str, stored: bool) -> EventsError | None:
        """What befalls an append of that key now, before or after it was stored."""
        for mishap in self._mishaps:
            if mishap.key in (None, key):
                if mishap.stored is stored:
                    self._mishaps.remove(mishap)
                    return mishap.error
                return None
        return None

    async def reach(self) -> None:
        """The way to the server: others take their turn meanwhile."""
        await asyncio.sleep(0)
        if not self.reachable:
            raise Unavailable("no connection")
