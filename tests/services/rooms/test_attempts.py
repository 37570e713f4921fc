"""Failed attempts to sign in (F99)."""

import asyncio

import pytest

from libs.events.memory import MemoryEvents, MemoryServer
from services.rooms.attempts import FailedAttempts
from services.rooms.refusals import TOO_MANY_ATTEMPTS, Denied


@pytest.fixture
def server() -> MemoryServer:
    return MemoryServer()


def process(server: MemoryServer) -> FailedAttempts:
    bucket = MemoryEvents(server).bucket("attempts")
    return FailedAttempts(bucket, server.now, most=10, window=900_000)


async def refusal(attempts: FailedAttempts, name: str) -> Denied | None:
    try:
        await attempts.begin(name)
    except Denied as denied:
        return denied
    return None


async def test_after_ten_failures_a_name_waits_until_the_window_has_passed(server: MemoryServer) -> None:
    attempts = process(server)
    for _ in range(10):
        assert await refusal(attempts, "ali") is None
        await server.advance(1000)
    refused = await refusal(attempts, "ali")
    assert refused is not None
    assert (refused.refusal, refused.details) == (TOO_MANY_ATTEMPTS, {"retry_after_ms": 890_000})
    assert await refusal(attempts, "veli") is None
    await server.advance(890_000)
    assert await refusal(attempts, "ali") is None
    assert await refusal(attempts, "ali") is not None


async def test_the_count_holds_over_processes_and_their_restarts(server: MemoryServer) -> None:
    for _ in range(10):
        assert await refusal(process(server), "ali") is None
    assert await refusal(process(server), "ali") is not None


async def test_of_many_attempts_at_once_no_more_are_made(server: MemoryServer) -> None:
    one, other = process(server), process(server)
    refusals = await asyncio.gather(*(refusal(each, "ali") for each in (one, other) * 15))
    assert sum(each is None for each in refusals) == 10


async def test_a_success_forgets_the_failures(server: MemoryServer) -> None:
    attempts = process(server)
    for _ in range(9):
        await attempts.begin("ali")
    await attempts.succeeded("ali")
    for _ in range(10):
        assert await refusal(attempts, "ali") is None


async def test_an_attempt_that_came_to_nothing_does_not_count(server: MemoryServer) -> None:
    attempts = process(server)
    for _ in range(30):
        await attempts.withdraw("ali", await attempts.begin("ali"))
    assert await refusal(attempts, "ali") is None


async def test_no_name_stands_in_the_store(server: MemoryServer) -> None:
    await process(server).begin("ali")
    assert "ali" not in repr(server.buckets)
