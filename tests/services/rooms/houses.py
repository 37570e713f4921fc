"""Edges, an engine and a chat on the memory server, and clients that talk to them over real sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import aiohttp

from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.wire import adapter
from libs.games.catalog import GAMES
from libs.runtime.lobby_rules import RulesOf, lobby_rules
from services.chat.config import Config as ChatConfig
from services.chat.wiring import chat
from services.engine.config import Config as EngineConfig
from services.engine.wiring import engine
from services.rooms.config import Config
from services.rooms.socket_frames import FromServer
from services.rooms.wiring import Edge, rooms
from tests.support.sealed import SEALED

CONFIG = Config(
    nats_url="",
    http_port=0,
    page_folder=Path("no-page-here"),
    presence_grace=5.0,
    command_patience=1.0,
    seed_window=2.0,
    hash_memory_kib=64,
    hash_rounds=1,
)

PATIENCE = 5.0
"""Seconds of the wall clock in which something must happen."""


@dataclass
class Socket:
    """A client's socket. `all` holds every message that came, in order."""

    socket: aiohttp.ClientWebSocketResponse
    all: list[dict[str, Any]] = field(default_factory=list)
    _read: dict[str, int] = field(default_factory=dict)
    """Up to where the messages of each type were looked at."""

    @property
    def view(self) -> dict[str, Any]:
        """The game's view in the last whole view that came."""
        whole = [message.get("view") for message in self.all if message["type"] in ("welcome", "view")]
        last: dict[str, Any] = [view for view in whole if view is not None][-1]
        inner: dict[str, Any] = last.get("view", last)
        return inner

    async def send(self, **fields: Any) -> None:
        await self.socket.send_json(fields)

    def _take(self, frame: str) -> None:
        """Keep what came, which is as it is declared: services/rooms/socket_frames.py."""
        adapter(FromServer).validate_json(frame, strict=True)
        self.all.append(json.loads(frame))

    async def next(self, type: str, **fields: Any) -> dict[str, Any]:
        """The next message of that type with these fields; those before it are passed over."""
        read = self._read.get(type, 0)
        async with asyncio.timeout(PATIENCE):
            while True:
                while read < len(self.all):
                    message = self.all[read]
                    self._read[type] = read = read + 1
                    if message["type"] == type and fields.items() <= message.items():
                        return message
                self._take(await self.socket.receive_str())

    async def room(self, **fields: Any) -> dict[str, Any]:
        """The next room that has these fields."""
        while True:
            room: dict[str, Any] = (await self.next("room"))["room"]
            if fields.items() <= room.items():
                return room

    async def closed(self) -> int | None:
        """The code with which the server closes; what came before is kept in `all`."""
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = await self.socket.receive()
                if frame.type is aiohttp.WSMsgType.CLOSE:
                    # `close_code` would be 1006 where the server did not wait for our farewell.
                    return int(frame.data)
                if frame.type is not aiohttp.WSMsgType.TEXT:
                    return self.socket.close_code
                self._take(frame.data)

    async def command(self, id: str, seen: int | None = None, **command: Any) -> dict[str, Any]:
        """Give a command and await its one answer."""
        await self.send(type="command", id=id, seen=seen, command=command)
        return await self.answer(id)

    async def answer(self, id: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.all:
                    if message.get("id") == id:
                        return message
                self._take(await self.socket.receive_str())


class Client:
    """A person's program: a session of its own."""

    def __init__(self, edge: Edge, session: aiohttp.ClientSession) -> None:
        self.edge = edge
        self.session = session
        self.token = ""
        self.name = ""

    def at(self, edge: Edge) -> "Client":
        """The same person at another edge."""
        other = Client(edge, self.session)
        other.token, other.name = self.token, self.name
        return other

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.edge.port}{path}"

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        async with self.session.request(
            method, self.url(path), json=body, headers={**self._headers, **headers}
        ) as response:
            text = await response.text()
            return response.status, await response.json() if text else None

    async def get(self, path: str) -> Any:
        return await self._well("GET", path, None)

    async def post(self, path: str, **body: Any) -> Any:
        return await self._well("POST", path, body)

    async def delete(self, path: str) -> Any:
        return await self._well("DELETE", path, None)

    async def _well(self, method: str, path: str, body: Any) -> Any:
        status, answer = await self.ask(method, path, body)
        assert status < 400, answer
        return answer

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Status and code of a refusal."""
        status, answer = await self.ask(method, path, body)
        assert status >= 400, answer
        return status, answer["code"]

    async def enter(self) -> "Client":
        """Enter as a guest."""
        answer = await self.post("/api/guests", bearer=True)
        self.token, self.name = answer["token"], answer["me"]["name"]
        return self

    async def open(self, game: str = "tictactoe", **fields: Any) -> str:
        """Open a room; its code."""
        code: str = (await self.post("/api/rooms", game=game, **fields))["code"]
        return code

    async def socket(self, door: str, query: str = "", **headers: str) -> Socket:
        """A socket that has been welcomed: the welcome is the first of `all`."""
        opened = await self.session.ws_connect(
            self.url(f"/api/rooms/{door}/socket{query}"), headers={**self._headers, **headers}
        )
        socket = Socket(opened)
        await socket.next("welcome")
        return socket


@dataclass
class House:
    """All that runs on one memory server. Time stands still unless `server.advance` moves it."""

    server: MemoryServer
    config: Config
    stack: AsyncExitStack
    session: aiohttp.ClientSession
    rules: RulesOf = lobby_rules
    edges: list[Edge] = field(default_factory=list)

    @property
    def edge(self) -> Edge:
        return self.edges[0]

    async def start_edge(self, stack: AsyncExitStack | None = None, **settings: Any) -> Edge:
        config = replace(self.config, **settings)
        running = rooms(
            config,
            MemoryEvents(self.server),
            games={**GAMES, "sealed": SEALED},
            rules=self.rules,
            now=self.server.now,
        )
        edge = await (stack or self.stack).enter_async_context(running)
        self.edges.append(edge)
        return edge

    async def start_engine(self) -> None:
        await self.stack.enter_async_context(
            engine(
                EngineConfig(nats_url="", master_key="5e" * 32),
                MemoryEvents(self.server),
                games={**GAMES, "sealed": SEALED},
                now=self.server.now,
            )
        )

    async def start_chat(self) -> None:
        await self.stack.enter_async_context(
            chat(ChatConfig(nats_url=""), MemoryEvents(self.server), now=self.server.now)
        )

    def stranger(self, edge: Edge | None = None) -> Client:
        return Client(edge or self.edge, self.session)

    async def guest(self, edge: Edge | None = None) -> Client:
        return await self.stranger(edge).enter()

    async def pass_time(self, seconds: float) -> None:
        """Time passes, and what is due by it is done."""
        await self.server.advance(round(seconds * 1000))
        for edge in self.edges:
            await edge.duties.tick()
        await self.server.settle()

    async def two_play(
        self, game: str = "tictactoe", **fields: Any
    ) -> tuple[str, list[Client], list[Socket]]:
        """Two persons with sockets at a begun game: the code, the clients and the sockets in seat order."""
        owner, other = await self.guest(), await self.guest()
        code = await owner.open(game, **fields)
        await other.post(f"/api/rooms/{code}/seats")
        sockets = [await owner.socket(code), await other.socket(code)]
        await owner.post(f"/api/rooms/{code}/start")
        for socket in sockets:
            await socket.next("view")
            await socket.room(status="running")
        return code, [owner, other], sockets


@asynccontextmanager
async def house(
    *,
    engines: int = 1,
    edges: int = 1,
    chats: int = 0,
    clock: Callable[[], int] | None = None,
    rules: RulesOf = lobby_rules,
    **settings: Any,
) -> AsyncIterator[House]:
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()))
        one = House(MemoryServer(clock=clock), replace(CONFIG, **settings), stack, session, rules)
        for _ in range(engines):
            await one.start_engine()
        for _ in range(chats):
            await one.start_chat()
        for _ in range(edges):
            await one.start_edge()
        # Clients go before the edges: no edge waits for one that does not read its goodbye.
        await stack.enter_async_context(session)
        yield one
