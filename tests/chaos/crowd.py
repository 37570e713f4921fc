"""Many rooms at once: as soon as one is over it is checked against its log, and the next one is opened."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from libs.events.nats import NatsEvents, open_events
from libs.events.ports import EventsError, Heard, Register
from libs.events.tables import TableFact
from libs.events.talk import Said
from libs.events.views import View
from libs.events.wire import unpack
from tests.chaos.calls import Calls
from tests.chaos.checker import Violation, violations
from tests.chaos.engine_process import ALL_GAMES
from tests.chaos.history import History
from tests.chaos.ledger import Ledger, ledger
from tests.chaos.stalls import Waited
from tests.chaos.table import Table, plan


@dataclass
class Tally:
    """What has come of all rooms so far; histories are kept of those that broke a promise."""

    rooms: int = 0
    entries: int = 0
    commands: int = 0
    acknowledged: int = 0
    repeated: int = 0
    refused: int = 0
    lapses: int = 0
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
        self.lapses += sum(line.origin == "clock" for line in found.lines)
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
    """The tables that are being played at."""

    def __init__(self, events: NatsEvents, rng: random.Random) -> None:
        self._events = events
        self._calls = Calls(events)
        self._rng = rng
        self.tables: dict[str, Table] = {}
        self.tally = Tally()
        self._leaving = False

    def hear(self, heard: Heard) -> None:
        view = unpack(View, heard.data)
        table = self.tables.get(view.room)
        if table is not None:
            table.eyes[view.reader].hear(view)

    async def play(self) -> None:
        """One room after another, until it is time to leave."""
        while not self._leaving:
            table = Table(self._calls, plan(self._rng), random.Random(self._rng.random()))
            self.tables[table.room] = table
            try:
                await table.play()
                found = await self._ledger(table.room)
            finally:
                del self.tables[table.room]
            self.tally.add(table.history, found, table.waits, table.trouble)

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

    async def watch_connection(self) -> None:
        """Readers ask anew when the connection was cut, as edges do."""
        known = self._events.counts.reconnects
        while True:
            await asyncio.sleep(0.1)
            if self._events.counts.reconnects != known:
                known = self._events.counts.reconnects
                for table in self.tables.values():
                    table.refresh()

    async def _ledger(self, room: str) -> Ledger:
        """The room's log and talk as they are stored, read when the server can be reached."""
        while True:
            try:
                stored = [each async for each in self._events.games.read(room)]
                talk = [unpack(Said, each.data) async for each in self._events.chats.read(room)]
                fact = await self._events.tables.get(room)
            except EventsError:
                await asyncio.sleep(0.2)
                continue
            break
        found = await ledger(room, stored, ALL_GAMES)
        over = bool(found.lines) and found.lines[-1].over
        over_told = fact is not None and (unpack(TableFact, fact).over_at is not None) == over
        return replace(found, said=[(said.person, said.id) for said in talk], over_told=over_told)


@asynccontextmanager
async def crowd(url: str, rng: random.Random) -> AsyncIterator[Crowd]:
    """The clients' connection."""
    async with open_events(url, name="clients") as events:
        people = Crowd(events, rng)
        listening = await events.bus.listen("view.>", people.hear)
        watching = asyncio.create_task(people.watch_connection())
        try:
            yield people
        finally:
            watching.cancel()
            await listening.stop()
