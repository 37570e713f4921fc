"""Many rooms at once: as soon as one is over it is checked against its log, and the next one is opened."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeVar
from weakref import WeakValueDictionary

import aiohttp

from libs.events.nats import NatsEvents, open_events
from libs.events.ports import EventsError, Heard, Register, Stored
from libs.events.tables import TableFact
from libs.events.talk import Said
from libs.events.views import View
from libs.events.wire import unpack
from tests.chaos.calls import Calls
from tests.chaos.checker import Violation, violations
from tests.chaos.engine_process import ALL_GAMES
from tests.chaos.history import History
from tests.chaos.ledger import Ledger, ledger
from tests.chaos.public_stream import deviations
from tests.chaos.socket_table import SocketTable
from tests.chaos.stalls import Waited
from tests.chaos.subject_table import SubjectTable
from tests.chaos.table import Table, edge_plan, plan

T = TypeVar("T")

TOLD_WITHIN = 10
"""Seconds after the end of a game within which the other services must know of it."""


@dataclass
class Tally:
    """What has come of all rooms so far; histories are kept of those that broke a promise."""

    rooms: int = 0
    entries: int = 0
    commands: int = 0
    acknowledged: int = 0
    repeated: int = 0
    refused: int = 0
    lateness: list[float] = field(default_factory=list)
    """Seconds from the end of each wait that lapsed to its lapse."""
    views: int = 0
    said: int = 0
    waits: list[Waited] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)
    kept: list[tuple[History, Ledger]] = field(default_factory=list)
    repeated_first: list[tuple[str, float, float]] = field(default_factory=list)
    """Room, sent at and answered at of commands whose first answer was that they are in the log already."""

    def add(self, history: History, found: Ledger, waits: list[Waited], trouble: list[str]) -> None:
        self.rooms += 1
        self.entries += len(found.lines)
        self.commands += len(history.asked)
        outcomes = [answer.outcome for asked in history.asked for answer in asked.answers]
        self.acknowledged += outcomes.count("accepted")
        self.repeated += outcomes.count("repeated")
        self.refused += outcomes.count("rejected")
        self.lateness += [
            (lapse.at - line.ends_at) / 1000
            for line, lapse in pairwise(found.lines)
            if lapse.origin == "clock" and line.ends_at is not None
        ]
        self.views += len(history.seen)
        self.said += sum(spoke.said is True for spoke in history.spoke)
        self.waits += waits
        self.repeated_first += [
            (history.room, asked.sent_at, asked.answers[0].at)
            for asked in history.asked
            if asked.answers and asked.answers[0].outcome == "repeated"
        ]
        broken = violations(history, found)
        self.violations += broken
        self.trouble += trouble
        if broken or trouble:
            self.kept.append((history, found))


class Crowd:
    """The tables that are being played at, each made by `make`."""

    def __init__(self, events: NatsEvents, make: Callable[[], Table]) -> None:
        self._events = events
        self._calls = Calls(events)
        self._make = make
        self.tables: set[Table] = set()
        self.tally = Tally()
        self._played: list[str] = []
        self._leaving = False

    async def play(self) -> None:
        """One room after another, until it is time to leave."""
        while not self._leaving:
            table = self._make()
            self.tables.add(table)
            try:
                await table.play()
                found = await self._ledger(table.history.room)
            finally:
                self.tables.remove(table)
            self._played.append(table.history.room)
            self.tally.add(table.history, found, table.waits, table.trouble)

    @property
    def rooms(self) -> list[str]:
        """Those in play."""
        return [table.history.room for table in self.tables if table.history.room]

    @property
    def snapshots(self) -> Register:
        return self._events.snapshots

    def was_cut_off(self, room: str, at: float) -> bool:
        """Whether a command of that room was in the log, and its answer never came, when the shot fell."""
        return any(
            name == room and sent <= at <= answered for name, sent, answered in self.tally.repeated_first
        )

    def leave(self) -> None:
        """Nobody opens another room; those that are open are played to their end."""
        self._leaving = True

    async def check_public_stream(self) -> None:
        """Once no more faults come: whether every room that was played stands in it as it must."""
        self.tally.trouble += await deviations(self._events, self._played)

    async def _ledger(self, room: str) -> Ledger:
        """The room's log and talk as they are stored, read when the server can be reached."""
        stored = await _insist(lambda: _all(self._events.games.read(room)))
        talk = await _insist(lambda: _all(self._events.chats.read(room)))
        said = [unpack(Said, each.data) for each in talk]
        found = await ledger(room, stored, ALL_GAMES)
        return replace(
            found,
            said=[(each.person, each.id) for each in said],
            over_told=await self._is_over_told(room, bool(found.lines) and found.lines[-1].over),
        )

    async def _is_over_told(self, room: str, over: bool) -> bool:
        """Whether the other services are told how the game stands: soon, or when somebody looks at it."""
        for look in range(TOLD_WITHIN):
            fact = await _insist(lambda: self._events.tables.get(room))
            if fact is not None and (unpack(TableFact, fact).over_at is not None) == over:
                return True
            if look > 0:
                await self._calls.view(room, None)
            await asyncio.sleep(1)
        return False


async def _all(messages: AsyncIterator[Stored]) -> list[Stored]:
    return [each async for each in messages]


async def _insist(read: Callable[[], Awaitable[T]]) -> T:
    """What is read, over outages of the server."""
    while True:
        try:
            return await read()
        except EventsError:
            await asyncio.sleep(0.2)


@asynccontextmanager
async def at_subjects(url: str, rng: random.Random) -> AsyncIterator[Crowd]:
    """Clients that speak to the engine over their own connection to NATS, as edges do."""
    tables: WeakValueDictionary[str, SubjectTable] = WeakValueDictionary()

    def hear(heard: Heard) -> None:
        view = unpack(View, heard.data)
        table = tables.get(view.room)
        if table is not None:
            table.hear(view)

    async with open_events(url, name="clients") as events:
        calls = Calls(events)

        def make() -> Table:
            table = SubjectTable(calls, plan(rng), random.Random(rng.random()))
            tables[table.history.room] = table
            return table

        listening = await events.bus.listen("view.>", hear)
        watching = asyncio.create_task(_watch_connection(events, tables))
        try:
            yield Crowd(events, make)
        finally:
            watching.cancel()
            await listening.stop()


async def _watch_connection(events: NatsEvents, tables: WeakValueDictionary[str, SubjectTable]) -> None:
    """Readers ask anew when the connection was cut, as edges do."""
    known = events.reconnects
    while True:
        await asyncio.sleep(0.1)
        if events.reconnects != known:
            known = events.reconnects
            for table in list(tables.values()):
                table.refresh()


@asynccontextmanager
async def at_sockets(url: str, edges: Sequence[str], rng: random.Random) -> AsyncIterator[Crowd]:
    """Guests at the edges; the connection to NATS is the checker's alone."""
    connector = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=12)
    async with (
        open_events(url, name="checker") as events,
        aiohttp.ClientSession(connector=connector, timeout=timeout) as web,
    ):
        yield Crowd(
            events, lambda: SocketTable(web, edges, events, edge_plan(rng), random.Random(rng.random()))
        )
