"""Both twins for the contract tests."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest

from libs.events.ports import Events
from tests.conftest import CLUSTER, KINDS
from tests.libs.events.twins import MemoryTwin, NatsTwin, Twin
from tests.support.nats_server import Server


@pytest.fixture(params=["memory", *KINDS, CLUSTER])
async def twin(
    request: pytest.FixtureRequest, shared_servers: Callable[[str], Server]
) -> AsyncIterator[Twin]:
    """Where the processes of a test meet: in memory, on a real server, and on three."""
    if request.param == "memory":
        yield MemoryTwin()
        return
    async with AsyncExitStack() as stack:
        replicas = 3 if request.param == "cluster" else 1
        yield NatsTwin(shared_servers(request.param).url, stack, replicas)


@pytest.fixture
async def events(twin: Twin) -> Events:
    """One process's connection."""
    return await twin.process()
