"""Doing what rooms need done, each by one of the processes; nothing of it is lost with a process."""

import asyncio
import heapq
from collections import deque
from collections.abc import Callable
from typing import assert_never

from libs.events.lobby import Closed
from libs.events.tables import TableFact
from libs.runtime.lobby_rules import RulesOf
from libs.runtime.logging import get_logger
from services.rooms import lobby
from services.rooms.directory import Directory
from services.rooms.due import (
    Action,
    BeginGame,
    CloseIdle,
    FreePlace,
    PassOwnership,
    TellLeft,
    TellReturned,
    Timings,
    due,
    overdue_start,
)
from services.rooms.hosting import Host
from services.rooms.hubs import Hubs
from services.rooms.presence import Presence
from services.rooms.refusals import Denied
from services.rooms.room import Room
from services.rooms.tables import Tables
from services.rooms.work import Work

log = get_logger()

AGAIN_AFTER = 1000
"""Milliseconds after an action before the room is looked at again, whatever came of it."""

AT_ONCE = 200
"""Rooms that are looked at before others get their turn on the loop."""


class Duties:
    def __init__(
        self,
        *,
        directory: Directory,
        tables: Tables,
        presence: Presence,
        host: Host,
        hubs: Hubs,
        work: Work,
        timings: Timings,
        rules: RulesOf,
        now: Callable[[], int],
    ) -> None:
        self._directory = directory
        self._tables = tables
        self._presence = presence
        self._host = host
        self._hubs = hubs
        self._work = work
        self._timings = timings
        self._rules = rules
        self._now = now
        self._touched: set[str] = set()
        self._agenda: list[tuple[int, str]] = []
        self._next: dict[str, int] = {}
        self._departed: deque[tuple[int, str, str]] = deque()
        self._wake = asyncio.Event()
        directory.watchers.append(self._room_changed)
        tables.watchers.append(self._table_changed)
        presence.watchers.append(self._presence_changed)

    def touch(self, room: str) -> None:
        """Look at that room soon."""
        self._touched.add(room)
        self._wake.set()

    def _room_changed(self, before: Room | None, after: Room) -> None:
        if after.closed is None:
            self.touch(after.id)
            return
        self._presence.forget(after.id)
        self._next.pop(after.id, None)
        self._host.room_closed(after)

    def _table_changed(self, former: TableFact | None, fact: TableFact) -> None:
        self._host.close_game(fact.room)
        if former is None or former.players != fact.players or former.over_at != fact.over_at:
            self.touch(fact.room)

    def _presence_changed(self, room: str, person: str, connected: bool) -> None:
        self.touch(room)
        if not connected:
            self._departed.append((self._now() + self._presence.grace_ms, room, person))

    async def run(self, every: float) -> None:
        """Look after the rooms for ever."""
        while True:
            try:
                async with asyncio.timeout(every):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            await self.tick()

    async def tick(self) -> None:
        """Do what is due now."""
        now = self._now()
        while self._departed and self._departed[0][0] <= now:
            _, room, person = self._departed.popleft()
            hub = self._hubs.get(room)
            if hub is not None and not self._presence.seems_connected(room, person):
                hub.tell_presence(person, connected=False)
        while self._agenda and self._agenda[0][0] <= now:
            at, room = heapq.heappop(self._agenda)
            if self._next.get(room) == at:
                del self._next[room]
                self._touched.add(room)
        touched, self._touched = self._touched, set()
        for count, room in enumerate(touched, start=1):
            try:
                self._look(room)
            except Exception:
                # What was told of one room makes no sense: the others are looked after all the same.
                log.exception("room_not_looked_after", room=room)
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _look(self, id: str) -> None:
        room = self._directory.get(id)
        if room is None:
            return
        if not self._presence.is_responsible(id):
            self._stand_in(room)
            return
        actions, next = self._due(room)
        for action in actions:
            self._work.start_once((id, action), self._do(room, action))
        self._later(id, self._now() + AGAIN_AFTER if actions else next)

    def _stand_in(self, room: Room) -> None:
        """Another process looks after this room. Should it die, its silence makes us look at all rooms.

        Players do not wait so long for their game to begin: a start is the same whoever asks for it.
        """
        now, at = self._now(), overdue_start(room, self._tables.get(room.id), self._timings)
        if at is not None and at <= now:
            self._work.start_once((room.id, BeginGame()), self._do(room, BeginGame()))
            at = now + AGAIN_AFTER
        self._later(room.id, at)

    def _due(self, room: Room) -> tuple[list[Action], int | None]:
        return due(
            room,
            self._tables.get(room.id),
            self._host.told_left(room.id),
            self._presence,
            self._timings,
            self._now(),
            by_platform=self._host.is_by_platform(room),
            rules=self._rules(room.game),
        )

    def _later(self, room: str, at: int | None) -> None:
        if at is None:
            self._next.pop(room, None)
        elif self._next.get(room) != at:
            self._next[room] = at
            heapq.heappush(self._agenda, (at, room))

    def look_at_all(self) -> None:
        """Another process has come or gone: who looks after which room has changed."""
        for room in self._directory:
            self._touched.add(room.id)
        self._host.close_games()
        self._wake.set()

    async def _do(self, room: Room, action: Action) -> None:
        log.info("room_action", room=room.id, action=type(action).__name__)
        try:
            await self._act(room, action)
        except Denied as denied:
            # The room is as it was: it is looked at again soon.
            log.warning("room_action_denied", room=room.id, action=type(action).__name__, code=denied.code)

    async def _act(self, room: Room, action: Action) -> None:
        match action:
            case BeginGame():
                await self._host.begin(room)
            case TellLeft(seat=seat):
                await self._host.tell_left(room, seat)
            case TellReturned(seat=seat):
                await self._host.tell_returned(room.id, seat).wait()
            case PassOwnership() | FreePlace() | CloseIdle():
                await self._directory.change(room.id, lambda room: self._decide(room, action))
            case _:
                assert_never(action)

    def _decide(self, room: Room, action: PassOwnership | FreePlace | CloseIdle) -> lobby.Events:
        """What the action does to the room as it is now: nothing, where another process was first."""
        if action not in self._due(room)[0]:
            return []
        now, connected = self._now(), self._presence.connected(room.id)
        match action:
            case PassOwnership():
                return lobby.pass_ownership(room, connected, now)
            case FreePlace(person=person):
                return lobby.leave(room, person, connected, now)
            case CloseIdle():
                return [Closed(at=now, reason="idle")]
            case _:
                assert_never(action)
