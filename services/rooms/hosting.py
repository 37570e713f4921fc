"""What the host tells the engine of a room: start, a person left or returned, close; until it is answered."""

import asyncio
from collections.abc import Callable, Mapping

from libs.events.commands import Start, StartSeat
from libs.events.lobby import IMPORTED
from libs.events.wire import plain
from libs.runtime.state import AnyGame
from services.rooms.directory import Directory
from services.rooms.engine_calls import EngineCalls
from services.rooms.presence import Presence
from services.rooms.room import Room
from services.rooms.tables import Tables
from services.rooms.work import Work

NOBODY: frozenset[int] = frozenset()


class Host:
    """`closing` holds the closed rooms whose games must be ended yet, with the reason."""

    def __init__(
        self,
        *,
        directory: Directory,
        tables: Tables,
        presence: Presence,
        engine: EngineCalls,
        work: Work,
        now: Callable[[], int],
        closing: dict[str, str],
        games: Mapping[str, AnyGame],
    ) -> None:
        self._directory = directory
        self._tables = tables
        self._presence = presence
        self._engine = engine
        self._work = work
        self._now = now
        self._closing = closing
        self._games = games
        self._told_left: dict[str, set[int]] = {}
        self._leaving: dict[tuple[str, int], asyncio.Event] = {}
        self._returning: dict[tuple[str, int], asyncio.Event] = {}

    def told_left(self, room: str) -> set[int] | frozenset[int]:
        """The seats of which the engine was told by this process that their person is gone."""
        return self._told_left.get(room, NOBODY)

    def is_by_platform(self, room: Room) -> bool:
        """Whether the platform's rule for absences holds, and no rule of the game's own."""
        game = self._games.get(room.game)
        return game is not None and game.absence is None

    async def begin(self, room: Room) -> None:
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
            fork=room.fork,
        )
        await self._engine.host(
            room.id, str(room.start), plain(start), wanted=lambda: self._is_waited_for(room.id)
        )

    def _is_waited_for(self, room: str) -> bool:
        return self._directory.get(room) is not None and self._tables.get(room) is None

    async def tell_left(self, room: Room, seat: int) -> None:
        if await self._leave(room.id, seat, lambda: self._is_gone(room.id, seat)):
            self._told_left.setdefault(room.id, set()).add(seat)

    async def tell_idle(self, room: str, seat: int, person: str) -> None:
        """Tell the engine that a person counts as gone though connected; a sign may come meanwhile."""
        told = await self._leave(room, seat, lambda: self._presence.is_idle(room, person))
        if told and not self._presence.is_idle(room, person) and self._presence.is_connected(room, person):
            self.tell_returned(room, seat)

    async def _leave(self, room: str, seat: int, wanted: Callable[[], bool]) -> bool:
        """Whether the engine has answered. A return of that seat waits for it."""
        over = self._leaving[room, seat] = asyncio.Event()
        try:
            id = f"leave-{seat}-{self._now()}"
            return await self._engine.host(room, id, {"type": "leave"}, seat=seat, wanted=wanted) is not None
        finally:
            over.set()
            if self._leaving.get((room, seat)) is over:
                del self._leaving[room, seat]

    def _is_gone(self, id: str, seat: int) -> bool:
        room = self._directory.get(id)
        if room is None:
            return False
        place = room.places[seat]
        return place.left or not self._presence.is_connected(id, str(place.person))

    def tell_returned(self, room: str, seat: int) -> asyncio.Event:
        """Tell the engine that a seat's person is back; the event is set once it has answered."""
        answered = self._returning.get((room, seat))
        if answered is None:
            answered = self._returning[room, seat] = asyncio.Event()
            self._work.start(self._tell_returned(room, seat, answered))
        return answered

    async def _tell_returned(self, room: str, seat: int, answered: asyncio.Event) -> None:
        try:
            leaving = self._leaving.get((room, seat))
            if leaving is not None:
                await leaving.wait()
            await self._engine.host(
                room,
                f"return-{seat}-{self._now()}",
                {"type": "return"},
                seat=seat,
                wanted=lambda: self._directory.get(room) is not None,
            )
            self._told_left.get(room, set()).discard(seat)
        finally:
            del self._returning[room, seat]
            answered.set()

    def is_returning(self, room: str, seat: int) -> bool:
        return (room, seat) in self._returning

    def must_tell_return(self, room: Room, seat: int) -> bool:
        """Whether the engine must hear of a person's return before any command of theirs."""
        fact = self._tables.get(room.id)
        if fact is None or fact.over_at is not None:
            return False
        if not self.is_by_platform(room):
            return True
        return fact.players[seat] == "bot" or seat in self.told_left(room.id)

    def room_closed(self, room: Room) -> None:
        """A closed room's game is ended too."""
        self._told_left.pop(room.id, None)
        fact = self._tables.get(room.id)
        if room.closed != IMPORTED and room.has_started and (fact is None or fact.over_at is None):
            self._closing[room.id] = str(room.closed)
            self.close_game(room.id)
        else:
            self._tables.forget(room.id)

    def close_games(self) -> None:
        for id in list(self._closing):
            self.close_game(id)

    def close_game(self, id: str) -> None:
        """End the game of that room, if it is closed, as soon as the game is known to have begun."""
        fact = self._tables.get(id)
        if fact is None or id not in self._closing:
            return
        if fact.over_at is not None:
            del self._closing[id]
            self._tables.forget(id)
        elif self._presence.is_responsible(id):
            body = {"type": "close", "reason": self._closing[id]}
            ending = self._engine.host(id, f"close-{id}", body, wanted=lambda: id in self._closing)
            self._work.start_once((id, "close"), ending)
