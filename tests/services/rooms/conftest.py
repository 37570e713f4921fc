"""A house with one edge, an engine and a chat, for the tests beside."""

from collections.abc import AsyncIterator

import pytest

from tests.services.rooms.houses import House, house


@pytest.fixture
async def home() -> AsyncIterator[House]:
    async with house() as one:
        yield one
