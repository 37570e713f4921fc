"""Guests who play tic-tac-toe against bots over the edge, and how long each answer took."""

import asyncio
import random
import time
import uuid
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import aiohttp

from tests.chaos.calls import now
from tests.chaos.history import Asked, History
from tests.chaos.player import Player
from tests.chaos.table import ENDS_GAME

NOT_NOW = (502, 503)
"""What edges say that cannot answer now, and proxies that reach none."""


class Guest:
    """One guest, who plays game after game until told to stop."""

    def __init__(self, web: aiohttp.ClientSession, addresses: Sequence[str], seed: int) -> None:
        self.answers: list[tuple[float, float]] = []
        """When each command was sent (monotonic), and after how many seconds it was accepted."""
        self.away: list[float] = []
        """Seconds from each loss of the socket to the next welcome, the first of each game too."""
        self.results: list[dict[str, Any]] = []
        self._accepted: list[tuple[str, int, dict[str, Any]]] = []
        self._web = web
        self._addresses = addresses
        self._rng = random.Random(seed)
        self._token = ""

    async def play(self, enough: Callable[[], bool]) -> None:
        """Games, one after another: at least one, and the last to its end."""
        self._token = (await self._post("/api/guests", {"bearer": True}))["token"]
        while not self.results or not enough():
            room = await self._post("/api/rooms", {"game": "tictactoe", "bots": ["easy"], "start": True})
            await self._game(room["code"])

    async def _game(self, code: str) -> None:
        changed = asyncio.Event()
        player = Player(
            self._web,
            self._addresses,
            self._rng,
            token=self._token,
            door=code,
            reader=0,
            seed=None,
            history=History(room=code, game="tictactoe", readers=(0,)),
            changed=changed.set,
            welcomed=lambda since: self.away.append((now() - since) / 1000),
        )
        try:
            while player.view is None or player.view.result is None:
                changed.clear()
                if moves := _moves(player):
                    await self._move(code, player, self._rng.choice(moves), changed)
                else:
                    await changed.wait()
            self.results.append(dict(player.view.result))
        finally:
            await player.close()

    async def _move(self, code: str, player: Player, body: dict[str, Any], changed: asyncio.Event) -> None:
        id = str(uuid.uuid4())
        note = Asked(id=id, origin="edge", seat=0, sent_at=now())
        began = time.monotonic()
        answered = await player.command(id, player.number, body, note)
        assert answered is not None, "no answer to a command for as long as there was patience"
        assert answered.outcome in ("accepted", "repeated"), answered
        assert answered.number is not None
        self.answers.append((began, time.monotonic() - began))
        self._accepted.append((code, answered.number, {"seat": 0, "origin": "player", **body}))
        async with asyncio.timeout(10):
            while player.number < answered.number:
                changed.clear()
                await changed.wait()

    async def lost(self) -> list[tuple[str, int, dict[str, Any]]]:
        """The accepted commands that do not stand in their room's log, by room and number."""
        logs: dict[str, dict[int, Any]] = {}
        headers = {"Authorization": f"Bearer {self._token}"}
        async with aiohttp.ClientSession(headers=headers) as web:
            for code in {code for code, _, _ in self._accepted}:
                told = (await self._get(web, f"/api/rooms/{code}/log"))["told"]
                logs[code] = {entry["number"]: entry["command"] for entry in told}
        return [each for each in self._accepted if logs[each[0]].get(each[1]) != each[2]]

    async def _get(self, web: aiohttp.ClientSession, path: str) -> dict[str, Any]:
        return await self._answered(200, lambda address: web.get(address + path))

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        return await self._answered(
            201, lambda address: self._web.post(address + path, json=body, headers=headers)
        )

    async def _answered(
        self, wanted: int, ask: Callable[[str], AbstractAsyncContextManager[aiohttp.ClientResponse]]
    ) -> dict[str, Any]:
        """Asked again while the edge says that it cannot now, or does not answer."""
        async with asyncio.timeout(30):
            while True:
                try:
                    async with ask(self._rng.choice(self._addresses)) as answer:
                        if answer.status == wanted:
                            said: dict[str, Any] = await answer.json()
                            return said
                        assert answer.status in NOT_NOW, await answer.text()
                except aiohttp.ClientError:
                    pass
                await asyncio.sleep(0.1)


def _moves(player: Player) -> list[dict[str, Any]]:
    """What the guest is waited for and may do, giving up left out."""
    view = player.view
    if view is None or view.result is not None or view.wait is None or 0 not in view.wait.seats:
        return []
    offered = [option["command"] for option in view.options]
    return [command for command in offered if command["type"] not in ENDS_GAME]


@asynccontextmanager
async def guests(addresses: Sequence[str], number: int) -> AsyncGenerator[list[Guest], None]:
    """That many guests at play while inside; afterwards each plays its last game to the end.

    One of the addresses answers at any time, or all do.
    """
    leaving = False
    async with aiohttp.ClientSession() as web, asyncio.TaskGroup() as group:
        all = [Guest(web, addresses, seed) for seed in range(number)]
        for guest in all:
            group.create_task(guest.play(lambda: leaving))
        try:
            yield all
        finally:
            leaving = True
