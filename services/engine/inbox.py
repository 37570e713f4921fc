"""What waits for one room, done one after another."""

from collections import deque
from collections.abc import Awaitable, Callable

import structlog

from libs.events.ports import EventsError
from services.engine.house import House

log = structlog.get_logger()

ROOM_FOR = 256
"""So much may wait; what comes beyond is told to come again."""

Work = Callable[[], Awaitable[None]]


class Inbox:
    """A bounded queue with one worker, which exists only while there is work."""

    __slots__ = ("_house", "_on_failure", "_room", "_waiting", "busy", "used")

    def __init__(self, room: str, house: House, on_failure: Callable[[], None]) -> None:
        self._room = room
        self._house = house
        self._on_failure = on_failure
        self._waiting: deque[Work] = deque()
        self.busy = False
        self.used = house.now()

    @property
    def waiting(self) -> int:
        """How much waits behind what is being done."""
        return len(self._waiting)

    def put(self, work: Work) -> bool:
        """Have `work` done after what came before it. False: too much is waiting."""
        if len(self._waiting) >= ROOM_FOR:
            return False
        self.used = self._house.now()
        self._waiting.append(work)
        if not self.busy:
            self.busy = True
            self._house.spawn(self._work_off())
        return True

    async def _work_off(self) -> None:
        try:
            while self._waiting:
                await self._do(self._waiting.popleft())
        finally:
            self.busy = False

    async def _do(self, work: Work) -> None:
        try:
            await work()
        except EventsError as error:
            # Nothing is lost: who asked repeats it, and a timer comes again.
            log.warning("room_interrupted", room=self._room, reason=str(error))
            self._on_failure()
        except Exception:
            log.exception("room_failed", room=self._room)
            self._on_failure()
