"""Moves through WebSockets, as players make them: HTTP, edge, engine, log and back to a view."""

import asyncio
import random
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from divan.bench.figures import Timed
from divan.bench.players import choose
from divan.bench.processes import Spent
from divan.bench.table_client import TableClient, Unanswered

OPENING_AT_ONCE = 16
"""Rooms that are opened side by side, before anything is timed."""


@dataclass(slots=True)
class OpenTable:
    """A room with its seats' clients."""

    code: str
    clients: list[TableClient]


class SocketDriver:
    """Opens rooms over HTTP and plays them over sockets."""

    def __init__(self, address: str, game: str, seats: int) -> None:
        self._address = address
        self._game = game
        self._seats = seats
        self._tokens: list[str] = []

    @asynccontextmanager
    async def session(self) -> AsyncGenerator[aiohttp.ClientSession, None]:
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(self._address, connector=connector) as session:
            yield session

    async def waves(
        self, rooms: int, commands: int, spent: Spent, *, per_second: float | None = None
    ) -> Timed:
        """Tables played in waves of `rooms`, each to its end, until `commands` were given.

        With `per_second` every room's moves are spread so that all rooms together make so many.
        Opening the rooms is not timed.
        """
        timed = Timed()
        pause = 0.0 if per_second is None else rooms / per_second
        async with self.session() as session:
            while len(timed.seconds) < commands:
                async with self.tables(session, rooms) as tables:
                    began = time.perf_counter()
                    with spent.counted():
                        plays = [
                            self._play(table, n, timed, commands, pause) for n, table in enumerate(tables)
                        ]
                        await asyncio.gather(*plays)
                    timed.took += time.perf_counter() - began
                    timed.updates += [size for t in tables for c in t.clients for size in c.updates]
        return timed

    @asynccontextmanager
    async def tables(
        self, session: aiohttp.ClientSession, rooms: int
    ) -> AsyncGenerator[list[OpenTable], None]:
        """So many begun games with a socket for each seat."""
        await self._sign_in(session, rooms * self._seats)
        limit = asyncio.Semaphore(OPENING_AT_ONCE)

        async def opened(number: int) -> OpenTable:
            async with limit:
                return await self._open(session, self._tokens[number * self._seats :][: self._seats])

        tables = await asyncio.gather(*(opened(number) for number in range(rooms)))
        async with asyncio.TaskGroup() as listening:
            for table in tables:
                for client in table.clients:
                    listening.create_task(client.listen())
            for table in tables:
                for client in table.clients:
                    while client.document is None:
                        await client.next()
            yield tables
            await asyncio.gather(*(client.socket.close() for table in tables for client in table.clients))

    async def _sign_in(self, session: aiohttp.ClientSession, count: int) -> None:
        limit = asyncio.Semaphore(OPENING_AT_ONCE)

        async def guest() -> str:
            async with limit:
                signed_in = await self._post(session, "/api/guests", {"bearer": True}, None)
                return str(signed_in["token"])

        missing = max(0, count - len(self._tokens))
        self._tokens += await asyncio.gather(*(guest() for _ in range(missing)))

    async def _open(self, session: aiohttp.ClientSession, tokens: list[str]) -> OpenTable:
        owner, *others = tokens
        body = {"game": self._game, "seats": self._seats}
        code = (await self._post(session, "/api/rooms", body, owner))["code"]
        for token in others:
            await self._post(session, f"/api/rooms/{code}/seats", {}, token)
        await self._post(session, f"/api/rooms/{code}/start", None, owner)
        sockets = [
            await session.ws_connect(f"/api/rooms/{code}/socket", headers=_bearer(token)) for token in tokens
        ]
        return OpenTable(code, [TableClient(socket) for socket in sockets])

    async def _play(self, table: OpenTable, number: int, timed: Timed, commands: int, pause: float) -> None:
        rng = random.Random(number)
        due = time.perf_counter() + rng.random() * pause
        step = 0
        while len(timed.seconds) < commands:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += pause
            found = await self._next(table, rng)
            if found is None:
                return
            client, seen, command = found
            step += 1
            began = time.perf_counter()
            await client.command(f"{table.code}-{step}", seen, command)
            timed.seconds.append(time.perf_counter() - began)

    async def _next(
        self, table: OpenTable, rng: random.Random
    ) -> tuple[TableClient, int, dict[str, Any]] | None:
        """Who is to move, as the seats' own views say; None when the game is over."""
        while True:
            for seat, client in enumerate(table.clients):
                document = client.document
                if document is None or document["result"] is not None:
                    return None
                if document["wait"] is not None and seat in document["wait"]["seats"]:
                    command = choose(document["options"], rng)
                    if command is not None:
                        return client, document["number"], command
            await table.clients[0].next()

    async def _post(
        self, session: aiohttp.ClientSession, path: str, body: dict[str, Any] | None, token: str | None
    ) -> dict[str, Any]:
        async with session.post(path, json=body, headers={} if token is None else _bearer(token)) as answer:
            found: dict[str, Any] = await answer.json()
            if answer.status >= 400:
                raise Unanswered(f"{path}: {answer.status} {found}")
            return found


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
