"""A server that is none, an edge, and a chat service beside it."""

from collections.abc import AsyncIterator

import pytest

from libs.events.memory import MemoryEvents, MemoryServer
from services.chat.wiring import chat
from tests.services.chat.saying import CONFIG, Edge


@pytest.fixture
def server() -> MemoryServer:
    return MemoryServer()


@pytest.fixture
async def edge(server: MemoryServer) -> AsyncIterator[Edge]:
    """An edge; one chat service is at work."""
    edge = Edge(MemoryEvents(server))
    await edge.listen()
    async with chat(CONFIG, MemoryEvents(server), server.now):
        yield edge
