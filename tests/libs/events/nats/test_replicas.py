"""Streams on three servers: what is read is never older than what was acknowledged to anybody."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest

from libs.events.nats import NatsEvents, open_events
from libs.events.streams import Installation
from tests.libs.events.twins import fresh, until
from tests.support.nats_cluster import NatsCluster

pytestmark = [pytest.mark.nats, pytest.mark.slow, pytest.mark.serial]

ROUNDS = 12
INSTALLATION = Installation(partitions=1, shards=1, replicas=3)


@pytest.fixture(scope="module")
def cluster() -> Iterator[NatsCluster]:
    with NatsCluster() as cluster:
        yield cluster


@pytest.fixture
async def everywhere(cluster: NatsCluster) -> AsyncIterator[list[NatsEvents]]:
    """A process at each server."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(open_events(server.url, name="test", installation=INSTALLATION))
            for server in cluster.servers
        ]


async def test_whoever_asks_at_a_server_that_is_behind_is_told_the_last_that_was_acknowledged(
    cluster: NatsCluster, everywhere: list[NatsEvents]
) -> None:
    cluster.until_whole()
    leaders = cluster.leaders()
    leading = {leaders["GAMES_0"], leaders["KV_sessions"]}
    behind = next(number for number in range(3) if number not in leading)
    reader, writer = everywhere[behind], everywhere[leaders["GAMES_0"]]
    stale: list[tuple[object, ...]] = []
    for _ in range(ROUNDS):
        room = fresh()
        fence = await writer.games.append(room, b"0", id="0", expected=0)
        await writer.bucket("sessions").create(room, b"old")
        cluster.stop(behind)
        async with asyncio.timeout(20):
            for number in range(1, 20):
                fence = await writer.games.append(room, b"%d" % number, id=f"{number}", expected=fence)
            await writer.bucket("sessions").delete(room)
        asked = asyncio.gather(
            _all(reader, room),
            reader.games.last(room),
            reader.bucket("sessions").get(room),
            reader.bucket("sessions").keys(),
        )
        await asyncio.sleep(0.05)
        cluster.wake(behind)
        read, last, session, sessions = await asked
        if (read, last and last.fence) != ([b"%d" % number for number in range(20)], fence):
            stale.append(("the log", read, last))
        if session is not None or room in sessions:
            stale.append(("the sessions", session, sessions))
    assert stale == []


async def _all(events: NatsEvents, room: str) -> list[bytes]:
    return [stored.data async for stored in events.games.read(room)]


@pytest.mark.cluster
async def test_who_is_at_a_server_that_stands_still_goes_to_another(
    cluster: NatsCluster, everywhere: list[NatsEvents]
) -> None:
    cluster.until_whole()
    still = next(number for number in range(3) if number != cluster.leaders()["ROOMS"])
    cluster.stop(still)
    try:
        assert await everywhere[still].rooms.append(fresh(), b"1", id="1", expected=0) > 0
        assert everywhere[still].counts.reconnects == 1
    finally:
        cluster.wake(still)


@pytest.mark.cluster
async def test_who_stays_is_told_that_a_server_went_with_what_was_on_its_way(
    cluster: NatsCluster, everywhere: list[NatsEvents]
) -> None:
    cluster.until_whole()
    before = everywhere[0].reconnects
    cluster.servers[2].kill()
    try:
        await until(lambda: everywhere[0].reconnects > before, within=8)
        assert everywhere[0].counts.reconnects == 0
    finally:
        cluster.servers[2].start()
