"""Doing what rooms need done, each by one of the processes; nothing of it is lost with a process."""

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Mapping
from typing import assert_never

from libs.events.commands import Start, StartSeat
from libs.events.lobby import Closed
from libs.events.tables import TableFact
from libs.events.wire import plain
from libs.runtime.logging import get_logger
from libs.runtime.state import AnyGame
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
)
from services.rooms.engine_calls import EngineCalls
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
    """`closing` holds the closed rooms whose games must be ended yet, with the reason."""

    def __init__(
        self,
        *,
        directory: Directory,
        tables: Tables,
        presence: Presence,
        engine: EngineCalls,
        hubs: Hubs,
        work: Work,
        timings: Timings,
        now: Callable[[], int],
        closing: dict[str, str],
        games: Mapping[str, AnyGame],
    ) -> None:
        self._directory = directory
        self._tables = tables
        self._presence = presence
        self._engine = engine
        self._hubs = hubs
        self._work = work
        self._timings = timings
        self._now = now
        self._games = games
        self._touched: set[str] = set()
        self._agenda: list[tuple[int, str]] = []
        self._next: dict[str, int] = {}
        self._departed: deque[tuple[int, str, str]] = deque()
        self._told_left: dict[str, set[int]] = {}
        self._closing = closing
        self._wake = asyncio.Event()
        directory.watchers.append(self._room_changed)
        tables.watchers.append(self._table_changed)
        presence.watchers.append(self._presence_changed)

    def touch(self, room: str) -> None:
        """Look at that room soon."""
        self._touched.add(room)
        self._wake.set()

    def told_left(self, room: str, seat: int) -> bool:
        return seat in self._told_left.get(room, ())

    def told_returned(self, room: str, seat: int) -> None:
        self._told_left.get(room, set()).discard(seat)

    def _room_changed(self, before: Room | None, after: Room) -> None:
        if after.closed is None:
            self.touch(after.id)
            return
        self._presence.forget(after.id)
        self._told_left.pop(after.id, None)
        self._next.pop(after.id, None)
        fact = self._tables.get(after.id)
        if after.has_started and (fact is None or fact.over_at is None):
            self._closing[after.id] = after.closed
            self._close_game(after.id)
        else:
            self._tables.forget(after.id)

    def _table_changed(self, former: TableFact | None, fact: TableFact) -> None:
        if fact.room in self._closing:
            self._close_game(fact.room)
        elif former is None or former.players != fact.players or former.over_at != fact.over_at:
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
            self._look(room)
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _look(self, id: str) -> None:
        room = self._directory.get(id)
        if room is None:
            return
        if not self._presence.is_responsible(id):
            # Should the one that is die, its silence makes us look at all rooms.
            self._later(id, None)
            return
        actions, next = due(
            room,
            self._tables.get(id),
            self._told_left.get(id, ()),
            self._presence,
            self._timings,
            self._now(),
            by_platform=self._is_by_platform(room),
        )
        for action in actions:
            self._work.start_once((id, action), self._do(room, action))
        self._later(id, self._now() + AGAIN_AFTER if actions else next)

    def _is_by_platform(self, room: Room) -> bool:
        """Whether the platform's rule for absences holds, and no rule of the game's own."""
        game = self._games.get(room.game)
        return game is not None and game.absence is None

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
        for id in self._closing:
            self._close_game(id)
        self._wake.set()

    async def _do(self, room: Room, action: Action) -> None:
        log.info("room_action", room=room.id, action=type(action).__name__)
        try:
            await self._act(room, action)
        except Denied as denied:
            # The room is as it was: it is looked at again soon.
            log.warning("room_action_denied", room=room.id, action=type(action).__name__, code=denied.code)

    async def _act(self, room: Room, action: Action) -> None:
        now, connected = self._now(), self._presence.connected(room.id)
        match action:
            case BeginGame():
                await self._begin(room)
            case TellLeft(seat=seat):
                await self._tell_left(room, seat)
            case TellReturned(seat=seat):
                await self.tell_returned(room.id, seat)
            case PassOwnership():
                await self._directory.change(room.id, lambda room: lobby.pass_ownership(room, connected, now))
            case FreePlace(person=person):
                await self._directory.change(
                    room.id,
                    lambda room: [] if room.has_started else lobby.leave(room, person, connected, now),
                )
            case CloseIdle():
                await self._directory.change(room.id, lambda room: [Closed(at=now, reason="idle")])
            case _:
                assert_never(action)

    async def _begin(self, room: Room) -> None:
        """Have the engine start the game, until the table says that it has begun."""
        start = Start(
            game=room.game,
            options=room.options,
            seats=tuple(
                StartSeat(
                    player="person" if place.person is not None else "bot",
                    bot=place.bot,
                    seed_hash=place.seed_hash,
                    seed=place.seed,
                )
                for place in room.places
            ),
        )
        await self._engine.host(
            room.id, str(room.start), plain(start), wanted=lambda: self._is_waited_for(room.id)
        )

    def _is_waited_for(self, room: str) -> bool:
        return self._directory.get(room) is not None and self._tables.get(room) is None

    async def _tell_left(self, room: Room, seat: int) -> None:
        id = f"leave-{seat}-{self._now()}"
        answer = await self._engine.host(
            room.id, id, {"type": "leave"}, seat=seat, wanted=lambda: self._is_gone(room.id, seat)
        )
        if answer is not None:
            self._told_left.setdefault(room.id, set()).add(seat)

    def _is_gone(self, id: str, seat: int) -> bool:
        room = self._directory.get(id)
        if room is None:
            return False
        place = room.places[seat]
        return place.left or not self._presence.is_connected(id, str(place.person))

    async def tell_returned(self, room: str, seat: int) -> None:
        """Tell the engine that a seat's person is back, until it answers."""
        id = f"return-{seat}-{self._now()}"
        await self._engine.host(
            room,
            id,
            {"type": "return"},
            seat=seat,
            wanted=lambda: self._directory.get(room) is not None,
        )
        self.told_returned(room, seat)

    def must_tell_return(self, room: Room, seat: int) -> bool:
        """Whether the engine must hear of a person's return before any command of theirs."""
        fact = self._tables.get(room.id)
        if fact is None or fact.over_at is not None:
            return False
        return not self._is_by_platform(room) or fact.players[seat] == "bot" or self.told_left(room.id, seat)

    def _close_game(self, id: str) -> None:
        """A closed room's game is ended too, as soon as it is known to have begun."""
        fact = self._tables.get(id)
        if fact is None or not self._presence.is_responsible(id):
            return
        if fact.over_at is not None:
            del self._closing[id]
            self._tables.forget(id)
            return
        body = {"type": "close", "reason": self._closing[id]}
        self._work.start_once(
            (id, "close"),
            self._engine.host(id, f"close-{id}", body, wanted=lambda: id in self._closing),
        )
