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


@dataclass
class Seated:
    """`address` of the site, `code` of the room, `token` of the session."""

    address: str
    code: str
    token: str
    deputy: Deputy

    @property
    def page_address(self) -> str:
        return f"{self.address}/oda/{self.code}"

    async def play_until(self, is_wanted: Wanted) -> dict[str, Any]:
        """Let the bot move until the view is as wanted, and leave the table; the view."""
        deputy = self.deputy
        await deputy.connect()
        async with asyncio.timeout(PATIENCE):
            while not (deputy.document and is_wanted(deputy.view)):
                assert not deputy.is_over, "the game was over before"
                # What is wanted may stand before a move: it is looked at between hearing and moving.
                deputy.is_resting = True
                await deputy.hear()
                deputy.is_resting = False
                if not (deputy.document and is_wanted(deputy.view)):
                    await deputy.move()
        await deputy.cut()
        return deputy.view

    async def lend_to(self, context: BrowserContext) -> None:
        """The browser is that person now, one who knows the game and has answered about cookies."""
        await know_the_way(context)
        await context.add_cookies([{"name": "divan_session", "value": self.token, "url": self.address}])


@asynccontextmanager
async def seated(address: str, seed: int, *, bots: int = 3) -> AsyncGenerator[Seated, None]:
    """A guest at a running table against so many bots."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        async with http.post(f"{address}/api/guests", json={"bearer": True}) as answer:
            token: str = (await answer.json())["token"]
        headers = {"Authorization": f"Bearer {token}"}
        asked = {"game": "fetih", "seats": bots + 1, "bots": ["standard"] * bots, "start": True}
        async with http.post(f"{address}/api/rooms", json=asked, headers=headers) as answer:
            code: str = (await answer.json())["code"]
        deputy = Deputy(http, f"{address}/api/rooms/{code}/socket", headers, random.Random(seed))
        yield Seated(address=address, code=code, token=token, deputy=deputy)
