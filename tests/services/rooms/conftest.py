"""A house with one edge, an engine and a chat, and a browser without cookies, for the tests beside."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.services.rooms.houses import House, house


@pytest.fixture
async def home() -> AsyncIterator[House]:
    async with house() as one:
        yield one


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield session
