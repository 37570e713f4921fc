"""One installation for all attacks: it has to stand them all."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.hostile.town import Town, town


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def site() -> AsyncIterator[Town]:
    async with town() as one:
        yield one
