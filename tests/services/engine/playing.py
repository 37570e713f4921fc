"""An engine (or several) on the memory server, and what a test needs to play at it."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from libs.events import subjects
from libs.events.commands import Answer, Command, Origin
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Heard, Stored, Unavailable
from libs.events.streams import Installation
from libs.events.tables import BotQuestion, TableFact
from libs.events.views import AskAnswer, View, ViewChange
from libs.events.wire import pack, unpack, unpack_plain
from libs.games.catalog import GAMES
from libs.runtime.replay import Page, replay
from libs.runtime.state import AnyGame
from services.engine.config import Config
from services.engine.handlers import Engine
from services.engine.wiring import engine
from tests.support.sealed import SEALED

CONFIG = Config(nats_url="", master_key="5e" * 32, publish=False)
"""Without the follower of the log: the faults that a test brings about would befall what it writes."""
ALL: Mapping[str, AnyGame] = {**GAMES, "sealed": SEALED}


@dataclass
class Playing:
    """The server, a client's connection to it, and every view that was sent."""

    server: MemoryServer
    events: MemoryEvents
    views: list[View] = field(default_factory=list)
    changes: list[ViewChange] = field(default_factory=list)
    engines: list[Engine] = field(default_factory=list)
    patience: float = 5.0
    """Seconds, of the wall clock, that an answer is waited for."""
    _ids: Any = field(default_factory=lambda: count(1))

    async def start(
        self,
        room: str = "r1",
        game: str = "tictactoe",
        seats: Sequence[str] = ("person", "person"),
        *,
        options: Mapping[str, Any] | None = None,
        id: str = "start",
    ) -> Answer:
        body = {
            "type": "start",
            "game": game,
            "options": dict(options or {}),
            "seats": [{"player": "person"} if s == "person" else {"player": "bot", "bot": s} for s in seats],
        }
        return await self.command(room, "host", None, body, id=id)

    async def command(
        self,
        room: str,
        origin: Origin,
        seat: int | None,
        body: dict[str, Any],
        *,
        id: str | None = None,
        seen: int | None = None,
        question: int | None = None,
    ) -> Answer:
        command = Command(
            room=room,
            id=id or f"c{next(self._ids)}",
            origin=origin,
            seat=seat,
            seen=seen,
            question=question,
            body=body,
        )
        return await self.send(command)

    async def send(self, command: Command) -> Answer:
        """Ask once; Unavailable where nobody answers."""
        subject = subjects.command(command.origin, self.partition(command.room), command.room)
        return unpack(Answer, await self.events.bus.request(subject, pack(command), within=self.patience))

    async def insist(self, command: Command) -> Answer:
        """Repeat with the same id until it is decided, as edges do."""
        for _ in range(50):
            try:
                answer = await self.send(command)
            except Unavailable:
                await self.server.advance(200)
                continue
            if answer.outcome != "retry":
                return answer
            await self.server.advance(200)
        raise AssertionError(f"{command.id} was never decided")

    async def place(self, seat: int, cell: int, *, room: str = "r1", id: str | None = None) -> Answer:
        return await self.command(room, "player", seat, {"type": "place", "cell": cell}, id=id)

    async def ask(self, room: str, ask: Any) -> AskAnswer:
        subject = subjects.ask(self.partition(room), room)
        return unpack(AskAnswer, await self.events.bus.request(subject, pack(ask), within=5))

    def partition(self, room: str) -> int:
        return subjects.partition(room, self.events.partitions)

    async def log(self, room: str = "r1") -> list[Stored]:
        return [stored async for stored in self.events.games.read(room)]

    async def pages(self, room: str = "r1") -> list[Page]:
        return [page async for page in replay(room, self.events.games.read(room), ALL)]

    async def fact(self, room: str = "r1") -> TableFact:
        data = await self.events.tables.get(room)
        assert data is not None
        return unpack(TableFact, data)

    async def questions(self, number: int) -> list[BotQuestion]:
        """The next so many questions to bots."""
        found = []
        async with self.events.bots.work(at_once=number) as jobs:
            async for job in jobs:
                found.append(unpack(BotQuestion, job.data))
                await job.done()
                if len(found) == number:
                    break
        return found

    def sent_to(self, reader: int | None, room: str = "r1") -> list[View]:
        return [view for view in self.views if view.reader == reader and view.room == room]

    def _heard(self, message: Heard) -> None:
        plain = unpack_plain(message.data)
        if "changes" in plain:
            self.changes.append(unpack(ViewChange, message.data))
        else:
            self.views.append(unpack(View, message.data))


@asynccontextmanager
async def playing(
    *,
    engines: int = 1,
    games: Mapping[str, AnyGame] = ALL,
    config: Config = CONFIG,
    installation: Installation | None = None,
) -> AsyncIterator[Playing]:
    server = MemoryServer(installation=installation)
    play = Playing(server, MemoryEvents(server))
    await play.events.bus.listen("view.>", play._heard)
    async with AsyncExitStack() as stack:
        for _ in range(engines):
            each = engine(config, MemoryEvents(server), games=games, now=server.now)
            play.engines.append(await stack.enter_async_context(each))
        await server.settle()
        await asyncio.sleep(0)
        yield play
