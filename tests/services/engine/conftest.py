"""Engines on the memory server, for the tests beside."""

from collections.abc import AsyncIterator

import pytest

from tests.services.engine.playing import Playing, playing


@pytest.fixture
async def play() -> AsyncIterator[Playing]:
    async with playing() as one:
        yield one


@pytest.fixture
async def two_engines() -> AsyncIterator[Playing]:
    async with playing(engines=2) as two:
        yield two
