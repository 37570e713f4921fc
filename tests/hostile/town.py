"""An installation under attack: services as processes, guests over HTTP, and a room beside that plays on."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from statistics import median
from typing import Any
from uuid import uuid4

import aiohttp

from tests.chaos.world import World, world

PATIENCE = 15.0

SLOTS: Mapping[str, Mapping[str, str]] = {
    "engine": {},
    "ai": {},
    "chat": {},
    "rooms": {
        "DIVAN_HTTP_PORT": "0",
        "DIVAN_ROOMS_HEALTH_PORT": "0",
        "DIVAN_EXTRA_GAMES": "tests.support.sealed:SEALED",
    },
    "rooms-unlimited": {
        "DIVAN_HTTP_PORT": "0",
        "DIVAN_ROOMS_HEALTH_PORT": "0",
        "DIVAN_FRAMES_PER_SECOND": "1e7",
        "DIVAN_FRAMES_AT_ONCE": "1e7",
    },
}


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Other processes tell us nothing, so we look again and again."""
    async with asyncio.timeout(PATIENCE):
        while not await true():  # noqa: ASYNC110  -- the other processes give no event
            await asyncio.sleep(0.02)


class Guest:
    """A person's program."""

    def __init__(self, town: "Town", token: str) -> None:
        self.town = town
        self.token = token

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        url = self.town.url(path)
        async with self.town.http.request(method, url, json=body, headers=headers) as answer:
            return answer.status, await answer.text()

    async def well(self, method: str, path: str, body: Any = None) -> Any:
        status, text = await self.ask(method, path, body)
        assert status < 400, text
        return json.loads(text)

    async def socket(self, door: str) -> "Talk":
        headers = {"Authorization": f"Bearer {self.token}"}
        url = self.town.url(f"/api/rooms/{door}/socket")
        talk = Talk(await self.town.http.ws_connect(url, headers=headers))
        await talk.next("welcome")
        return talk


class Talk:
    """A socket that keeps the text of everything it is told."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.told: list[str] = []

    async def send(self, **fields: Any) -> None:
        await self.socket.send_json(fields)

    async def next(self, *types: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                text = await self.socket.receive_str()
                self.told.append(text)
                said: dict[str, Any] = json.loads(text)
                if said["type"] in types:
                    return said

    async def command(self, **command: Any) -> dict[str, Any]:
        await self.send(type="command", id=str(uuid4()), seen=None, command=command)
        return await self.next("accepted", "rejected", "outcome_unknown")

    async def all_is_told(self) -> None:
        """Until everything that was sent to it so far has come."""
        await self.send(type="ping", n=len(self.told))
        await self.next("pong")


class Town:
    def __init__(self, world: World, http: aiohttp.ClientSession) -> None:
        self.world = world
        self.http = http

    def port(self, slot: str = "rooms", event: str = "edge_listening") -> int:
        for line in self.world.slots[slot].lines():
            if f'"{event}"' in line:
                return int(json.loads(line)["port"])
        raise AssertionError(f"{slot} does not listen")

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port()}{path}"

    async def guest(self) -> Guest:
        entered = await Guest(self, "").well("POST", "/api/guests", {"bearer": True})
        return Guest(self, entered["token"])

    async def two_sit(self, game: str = "tictactoe") -> tuple[str, list[Guest]]:
        """A full room: the code, and the guests in the order of their seats, the owner first."""
        one, other = await self.guest(), await self.guest()
        code = (await one.well("POST", "/api/rooms", {"game": game, "seats": 2}))["code"]
        await other.well("POST", f"/api/rooms/{code}/seats", {})
        return code, [one, other]

    async def two_play(self, game: str = "tictactoe") -> tuple[str, list[Guest]]:
        """A begun game: the code, and the guests in the order of their seats."""
        code, guests = await self.two_sit(game)
        await guests[0].well("POST", f"/api/rooms/{code}/start")
        await self.has_begun(guests[0], code)
        return code, guests

    async def has_begun(self, guest: Guest, code: str) -> None:
        async def running() -> bool:
            return bool((await guest.well("GET", f"/api/rooms/{code}"))["status"] == "running")

        await until(running)

    async def counted(self, metric: str, slot: str = "rooms") -> float:
        port = self.port(slot, "health_listening")
        async with self.http.get(f"http://127.0.0.1:{port}/metrics") as answer:
            lines = (await answer.text()).splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(metric))

    async def has_counted(self, metric: str, least: float, slot: str = "rooms") -> None:
        async def enough() -> bool:
            return await self.counted(metric, slot) >= least

        await until(enough)

    @asynccontextmanager
    async def room_beside(self) -> AsyncIterator[None]:
        """While inside two persons play game after game; they must notice nothing of what happens.

        Every move is accepted, and half of them within a quarter of a second, which is fifty times what
        they usually take: no machine is so slow, but one that is kept busy by an attack is.
        """
        waits: list[float] = []
        playing = asyncio.create_task(self._play(waits))

        async def moves(count: int) -> bool:
            return len(waits) >= count or playing.done()

        await until(lambda: moves(5))
        waits.clear()
        began = time.monotonic()
        yield
        await until(lambda: moves(20))
        if playing.done():
            playing.result()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        assert median(waits) < 0.25, f"{len(waits)} moves in {time.monotonic() - began:.1f} s: {waits}"

    async def _play(self, waits: list[float]) -> None:
        while True:
            code, guests = await self.two_sit()
            # Before the start: for who is not there when a game begins a bot sits in soon.
            talks = [await guest.socket(code) for guest in guests]
            await guests[0].well("POST", f"/api/rooms/{code}/start")
            first = (await talks[0].next("view"))["wait"]["seats"][0]
            for turn, cell in enumerate((0, 3, 1, 4, 2)):
                began = time.perf_counter()
                answer = await talks[(first + turn) % 2].command(type="place", cell=cell)
                waits.append(time.perf_counter() - began)
                assert answer["type"] == "accepted", answer
                await asyncio.sleep(0.02)
            for talk in talks:
                await talk.socket.close()


@asynccontextmanager
async def town() -> AsyncIterator[Town]:
    async with world(SLOTS) as whole, aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        yield Town(whole, http)
        found = whole.bugs()
        assert found == [], "\n".join(found)
