"""Whose message is next: each room's one after another, the rooms by turns, so that a flood delays itself."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from libs.runtime.logging import bound, get_logger

log = get_logger()

Work = Callable[[], Awaitable[None]]

ROOM_MAY_WAIT = 256
"""Messages of one room that may wait."""

PERSON_MAY_WAIT = 8
"""Those of one person among them: one who floods leaves the room to the others."""

SPECTATORS_MAY_WAIT = 128
"""Those of all spectators together."""


DRAINING = 3.0
"""Seconds for what still waits when the service is told to stop; who gets no answer asks another copy."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    person: str | None
    work: Work


class Turns:
    """Bounded queues, one a room while it has work; `at_once` rooms are worked for at the same moment."""

    def __init__(self, *, at_once: int) -> None:
        self._at_once = at_once
        self._rooms: dict[str, deque[_Waiting]] = {}
        self._ready: asyncio.Queue[str] = asyncio.Queue()
        self._idle = asyncio.Event()
        self._idle.set()

    def __len__(self) -> int:
        """The messages that wait, without those that are worked on."""
        return sum(len(waiting) for waiting in self._rooms.values())

    def put(self, room: str, person: str | None, work: Work) -> bool:
        """Let the work wait for its turn; false if too much of that room or person waits already."""
        waiting = self._rooms.get(room)
        if waiting is None:
            self._rooms[room] = deque([_Waiting(person, work)])
            self._idle.clear()
            self._ready.put_nowait(room)
            return True
        if len(waiting) >= ROOM_MAY_WAIT:
            return False
        limit = SPECTATORS_MAY_WAIT if person is None else PERSON_MAY_WAIT
        if sum(one.person == person for one in waiting) >= limit:
            return False
        waiting.append(_Waiting(person, work))
        return True

    async def run(self) -> None:
        """Work until cancelled."""
        async with asyncio.TaskGroup() as workers:
            for _ in range(self._at_once):
                workers.create_task(self._work())

    async def drain(self) -> None:
        """Until all that waits is done, or DRAINING seconds are over."""
        try:
            async with asyncio.timeout(DRAINING):
                await self._idle.wait()
        except TimeoutError:
            log.warning("messages_left_unanswered", rooms=len(self._rooms))

    async def _work(self) -> None:
        while True:
            room = await self._ready.get()
            waiting = self._rooms[room]
            if waiting:
                with bound(room=room):
                    await _done(waiting.popleft().work)
            # A room leaves only here, after its work: two of its messages are never worked on at once.
            if waiting:
                self._ready.put_nowait(room)
            else:
                del self._rooms[room]
                if not self._rooms:
                    self._idle.set()


async def _done(work: Work) -> None:
    try:
        await work()
    except Exception:
        # A bug: its sender gets no answer and asks again; the other rooms go on.
        log.exception("message_failed")
