"""A room in the public stream: what spectators are told while its game runs, and the whole after its end."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from libs.events.entry import Sealed, unseal
from libs.events.lobby import IMPORTED, Closed, FrozenSeat, LobbyEntry, LobbyEvent, Started
from libs.events.ports import Conflict, Stored
from libs.events.public import (
    NOTHING,
    AnyPublic,
    Place,
    PublicBegun,
    PublicEntry,
    PublicGame,
    PublicSeat,
    PublicTold,
    message_id,
    place,
    unpack_public,
)
from libs.events.streams import ANALYTICS
from libs.events.wire import Malformed, pack, plain, unpack
from libs.runtime.game_file import header_of
from libs.runtime.platform_events import PositionLoaded, reveals_secret
from libs.runtime.replay import Page, replay
from libs.runtime.sight import talk, told
from libs.runtime.table import Table
from services.engine import metrics
from services.engine.house import House
from services.engine.record import from_snapshot

KEPT = int(ANALYTICS.max_age * 1000)
"""Milliseconds. What happened longer ago is told of no game that runs: it would be gone at once."""


class Secret(Exception):
    """The game is over, but holds the position of another one that is not."""


class Publication:
    """One room's messages, and its table folded as far as they go.

    Every message has its place in the room, and is written behind the fence of the one before. So it does
    not matter how many write at once or where they are killed: each message is stored once, in order.
    After any exception it is of no use: where it stands is to be read anew.
    """

    __slots__ = ("_fence", "_house", "_place", "_room", "table", "used")

    def __init__(self, room: str, house: House) -> None:
        self._room = room
        self._house = house
        self._place: Place = NOTHING
        self._fence = 0
        self.table: Table | None = None
        self.used = 0
        """When it was last of use, in Unix milliseconds."""

    async def catch_up(self) -> None:
        """Tell all that the log holds and that was not told yet.

        Raises Secret where the whole cannot be told yet, and as `replay` and the ports do.
        """
        await self._look()
        if self._place == NOTHING and await self._is_imported(self._room):
            # It was played elsewhere, and told there.
            return
        self.table, entries = await self._begin()
        await self._follow(entries)

    async def follow(self, data: bytes) -> None:
        """Tell of the log's next entry, as it is stored. Raises as `catch_up`."""
        await self._follow(_only(Stored(0, self._room, data)))

    async def _look(self) -> None:
        """How far the stream is."""
        last = await self._house.events.public.last(self._room)
        self._place = NOTHING if last is None else place(unpack_public(last.data))
        self._fence = 0 if last is None else last.fence

    async def _begin(self) -> tuple[Table | None, AsyncIterator[Stored]]:
        """A table of which everything was told, and the log past it."""
        restored = await from_snapshot(self._room, self._house)
        if restored is not None:
            table, _, entries = restored
            if self._place >= (2, table.numbers.get(None, 0)):
                return table, entries
        return None, self._house.logs.read(self._room)

    async def _follow(self, entries: AsyncIterator[Stored]) -> None:
        async for page in replay(self._room, entries, self._house.games, self.table):
            self.table = page.table
            for message in running(page):
                if message.at > self._house.now() - KEPT:
                    await self._put(message)
            # Moves go first.
            await asyncio.sleep(0)
        if self.table is not None and self.table.state.over:
            await self._finish(self.table)

    async def _finish(self, table: Table) -> None:
        """The game is over: tell the whole."""
        if self._place == (4, table.seq):
            return
        log = [stored.data async for stored in self._house.logs.read(self._room)]
        if await self._is_secret(log[0]):
            raise Secret("a game that it was forked from is not over")
        await self._put(whole(table, await self._seats()))
        for seq, data in enumerate(log, start=1):
            sealed = unpack(Sealed, data)
            await self._put(PublicEntry(room=self._room, seq=seq, entry=sealed.entry, hash=sealed.hash))

    async def _is_secret(self, first: bytes) -> bool:
        """Whether the game with that first entry goes on from one under way, by however many forks.

        The first entry of a fork holds the whole position that the other game had. What was brought here
        from a file is open to everybody, over or not; and who made it may have written any source into it.
        """
        source = _forked_from(first)
        while source is not None and not await self._is_imported(source):
            last = await self._house.events.games.last(source)
            if last is not None and not reveals_secret(unseal(last.data)[0]):
                return True
            source = await self._source(source)
        return False

    async def _source(self, room: str) -> str | None:
        """The room that this one was forked from; None: it was not."""
        async for stored in self._house.logs.read(room):
            return _forked_from(stored.data)
        return None

    async def _is_imported(self, room: str) -> bool:
        """Whether the game of that room was brought here from a file."""
        lobby = self._lobby(room)
        return any([isinstance(event, Closed) and event.reason == IMPORTED async for event in lobby])

    async def _seats(self) -> Sequence[FrozenSeat]:
        """The seats as the lobby froze them; none where no lobby knows the room."""
        seats: Sequence[FrozenSeat] = ()
        async for event in self._lobby(self._room):
            if isinstance(event, Started):
                seats = event.seats
        return seats

    async def _lobby(self, room: str) -> AsyncIterator[LobbyEvent]:
        """What happened in that room beside its game."""
        async for stored in self._house.events.rooms.read(room):
            try:
                events = unpack(LobbyEntry, stored.data).events
            except Malformed:
                continue
            for event in events:
                yield event

    async def _put(self, message: AnyPublic) -> None:
        """Write a message, unless it, or one past it, is written."""
        while place(message) > self._place:
            try:
                self._fence = await self._house.events.public.append(
                    self._room, pack(message), id=message_id(message), expected=self._fence
                )
            except Conflict:
                await self._look()
            else:
                self._place = place(message)
                metrics.PUBLISHED.labels(message.type).inc()


def running(page: Page) -> list[PublicBegun | PublicTold]:
    """What an entry tells the public while its game runs: nothing where it showed spectators nothing."""
    table, entry = page.table, page.entry
    messages: list[PublicBegun | PublicTold] = []
    if entry.seq == 1:
        hidden = talk(table.game, table.state).hidden
        messages.append(
            PublicBegun(
                room=table.room,
                game=table.game.name,
                rules=table.rules,
                at=entry.at,
                players=None if hidden else table.state.players,
            )
        )
    if None in entry.shown:
        messages.append(
            PublicTold(
                room=table.room,
                game=table.game.name,
                rules=table.rules,
                number=table.numbers[None],
                at=entry.at,
                told=told(table.game, page.steps, None),
            )
        )
    return messages


def whole(table: Table, frozen: Sequence[FrozenSeat]) -> PublicGame:
    """What stands before the entries of a game that is over; `frozen` are its seats by the lobby, or none."""
    begun = table.state.begun
    seats = () if begun is None else begun.seats
    persons = [seat.person for seat in frozen] if len(frozen) == len(seats) else [None] * len(seats)
    return PublicGame(
        room=table.room,
        header=plain(header_of(table)),
        seats=tuple(
            PublicSeat(player=seat.player, person=person, bot=seat.bot)
            for seat, person in zip(seats, persons, strict=True)
        ),
    )


def _forked_from(first: bytes) -> str | None:
    loaded = (event for event in unseal(first)[0].events if event["type"] == PositionLoaded.__name__)
    fork = next((event.get("fork") for event in loaded), None)
    return None if fork is None else str(fork["room"])


async def _only(stored: Stored) -> AsyncIterator[Stored]:
    yield stored
