"""The last messages of the rooms, kept in memory as the journal has them."""

from collections import OrderedDict, deque
from collections.abc import Callable

from libs.events.ports import Journal
from libs.events.talk import Said
from libs.events.wire import Malformed, unpack
from libs.runtime.logging import get_logger
from services.chat.metrics import UNREADABLE

log = get_logger()


KEPT = 200
"""Messages of a room that are kept."""


class Tail:
    """What was said last in one room, oldest first, up to the message whose fence is `fence`.

    `surplus` counts the messages before it that the journal still has.
    """

    __slots__ = ("_fences", "fence", "heard", "said", "surplus")

    def __init__(self) -> None:
        self.fence = 0
        self.surplus = 0
        self.said: deque[Said] = deque(maxlen=KEPT)
        self._fences: deque[int] = deque(maxlen=KEPT)
        self.heard: deque[tuple[str, str]] = deque(maxlen=KEPT)
        """Person and id of what this process has told to the edges."""

    @property
    def first(self) -> int:
        """The fence of its oldest message; 0: nothing was said."""
        return self._fences[0] if self._fences else 0

    def former(self, person: str, id: str) -> Said | None:
        """What that person said with that id."""
        return next((said for said in self.said if (said.person, said.id) == (person, id)), None)

    def times(self, person: str) -> list[int]:
        return [said.at for said in self.said if said.person == person]

    @property
    def last_at(self) -> int:
        return self.said[-1].at if self.said else 0

    def add(self, fence: int, said: Said) -> None:
        self.fence = fence
        self.surplus += len(self.said) == KEPT
        self.said.append(said)
        self._fences.append(fence)


class Tails:
    """The tails of the rooms that were used last; `capacity` bounds how many.

    `reconnects` counts the connection's: what was taken back meanwhile was not heard of.
    """

    def __init__(self, chats: Journal, *, capacity: int, reconnects: Callable[[], int]) -> None:
        self._chats = chats
        self._capacity = capacity
        self._reconnects = reconnects
        self._reconnected = reconnects()
        self._tails: OrderedDict[str, Tail] = OrderedDict()
        self._forgotten = 0

    def __len__(self) -> int:
        return len(self._tails)

    async def at_hand(self, room: str) -> Tail:
        """The room's tail, perhaps behind the journal: an append with its fence will tell."""
        self._forget_after_outage()
        tail = self._tails.get(room)
        if tail is None:
            return await self.fresh(room)
        self._tails.move_to_end(room)
        return tail

    async def fresh(self, room: str) -> Tail:
        """The room's tail as the journal has it now."""
        self._forget_after_outage()
        forgotten, tail = self._forgotten, await self._read(room)
        while forgotten != self._forgotten:
            # What was taken back while it was read must not come to hand again with it.
            forgotten, tail = self._forgotten, await self._read(room)
        self._tails[room] = tail
        self._tails.move_to_end(room)
        while len(self._tails) > self._capacity:
            self._tails.popitem(last=False)
        return tail

    async def _read(self, room: str) -> Tail:
        tail = self._tails.get(room)
        if tail is None or not await self._caught_up(room, tail):
            tail = Tail()
            await self._read_on(room, tail, after=0)
        return tail

    def forget(self, room: str) -> None:
        self._tails.pop(room, None)
        self._forgotten += 1

    def _forget_after_outage(self) -> None:
        if self._reconnected != self._reconnects():
            self._reconnected = self._reconnects()
            self._tails.clear()
            self._forgotten += 1

    async def _caught_up(self, room: str, tail: Tail) -> bool:
        """Read on; false if the last known message is gone (purged, too old, or lost with the server)."""
        return tail.fence > 0 and await self._read_on(room, tail, after=tail.fence - 1)

    async def _read_on(self, room: str, tail: Tail, after: int) -> bool:
        """Add what follows; whether the first message read is the last that the tail knew."""
        known, joined = tail.fence, False
        async for stored in self._chats.read(room, after):
            if stored.fence == known:
                joined = True
                continue
            if known and not joined:
                return False
            try:
                tail.add(stored.fence, unpack(Said, stored.data))
            except Malformed as error:
                # Still the last message: the fence has to count it.
                tail.fence = stored.fence
                UNREADABLE.labels("chat").inc()
                log.warning("stored_message_unreadable", room=room, fence=stored.fence, why=str(error))
        return joined
