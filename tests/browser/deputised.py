"""A seat at a table of fetih whose moves a bot makes, until a browser takes it over."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
from playwright.async_api import BrowserContext

from tests.browser.fetih import know_the_way
from tests.support.deputy import Deputy

PATIENCE = 90.0
"""Seconds that a game may take to come where it is wanted."""

Wanted = Callable[[dict[str, Any]], bool]


MOST_GAMES = 5
"""Until the wanted moment comes: a bot may be thrown out, or win, before it."""


@dataclass
class Seated:
    """`address` of the site, `code` of the room, `token` of the session."""

    address: str
    token: str
    http: aiohttp.ClientSession
    rng: random.Random
    bots: int
    code: str = ""

    @property
    def page_address(self) -> str:
        return f"{self.address}/oda/{self.code}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def play_until(self, is_wanted: Wanted) -> dict[str, Any]:
        """Let the bot move until the view is as wanted, and leave the table; the view.

        Where the game ends before, or the seat is out of play, another one is begun.
        """
        async with asyncio.timeout(PATIENCE):
            for _ in range(MOST_GAMES):
                deputy = await self._sit_down()
                view = await _played(deputy, is_wanted)
                await deputy.cut()
                if view is not None:
                    return view
        raise AssertionError("the wanted moment never came")

    async def _sit_down(self) -> Deputy:
        """At a new game."""
        asked = {"game": "fetih", "seats": self.bots + 1, "bots": ["standard"] * self.bots, "start": True}
        async with self.http.post(f"{self.address}/api/rooms", json=asked, headers=self.headers) as answer:
            self.code = (await answer.json())["code"]
        url = f"{self.address}/api/rooms/{self.code}/socket"
        deputy = Deputy(self.http, url, self.headers, self.rng)
        await deputy.connect()
        return deputy

    async def lend_to(self, context: BrowserContext) -> None:
        """The browser is that person now, one who knows the game and has answered about cookies."""
        await know_the_way(context)
        await context.add_cookies([{"name": "divan_session", "value": self.token, "url": self.address}])


async def _played(deputy: Deputy, is_wanted: Wanted) -> dict[str, Any] | None:
    """The view that was wanted, or None if it cannot come any more."""
    while True:
        # What is wanted may stand before a move: it is looked at between hearing and moving.
        deputy.is_resting = True
        await deputy.hear()
        deputy.is_resting = False
        if not deputy.document:
            continue
        view = deputy.view
        if deputy.is_over or view["seats"][view["you"]]["status"] != "playing":
            return None
        if is_wanted(view):
            return view
        await deputy.move()


@asynccontextmanager
async def seated(address: str, seed: int, *, bots: int = 3) -> AsyncGenerator[Seated, None]:
    """A guest who is about to play against so many bots."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        async with http.post(f"{address}/api/guests", json={"bearer": True}) as answer:
            token: str = (await answer.json())["token"]
        yield Seated(address=address, token=token, http=http, rng=random.Random(seed), bots=bots)
