"""`divan drain` on the memory server: what it refuses."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from divan.draining import Wanted, run_drain
from divan.exits import Trouble
from libs.events.memory import MemoryEvents, MemoryServer
from libs.runtime.draining import Hold
from libs.runtime.watching import Watch, watched


@asynccontextmanager
async def running(server: MemoryServer, *services: str) -> AsyncIterator[list[Watch]]:
    """Processes that are ready, and hold nothing."""
    async with AsyncExitStack() as stack:
        watches = [Watch(service) for service in services]
        for watch in watches:
            await stack.enter_async_context(watched(watch, MemoryEvents(server)))
            watch.draining.of(Hold(held=lambda: 0, drain=lambda _: None))
            stack.enter_context(watch.health.open())
        yield watches


async def test_two_operators_at_once_do_not_take_away_the_last_two() -> None:
    server = MemoryServer()
    async with running(server, "ai", "ai") as bots:
        drains = [run_drain(MemoryEvents(server), Wanted(process=each.draining.id)) for each in bots]
        ends = await asyncio.gather(*drains, return_exceptions=True)
        assert any(isinstance(end, Trouble) for end in ends)
        assert not all(each.draining.is_on for each in bots)


async def test_one_of_two_is_taken_away() -> None:
    server = MemoryServer()
    async with running(server, "ai", "ai") as (first, second):
        assert await run_drain(MemoryEvents(server), Wanted(process=first.draining.id))
        assert (first.draining.is_on, second.draining.is_on) == (True, False)
