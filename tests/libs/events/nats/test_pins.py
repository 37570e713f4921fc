"""Pins on a real server: holders that are killed, stopped, cut off; servers that restart."""

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from libs.events.nats import open_events
from libs.events.nats.reading import last_message
from libs.events.streams import due_consumer
from tests.libs.events.test_partitions import ALL, start
from tests.libs.events.twins import fresh, until
from tests.support import partition_holder
from tests.support.nats_server import NatsServer, Server
from tests.support.proxy import proxied

pytestmark = pytest.mark.nats

ROOT = Path(__file__).parents[4]


class Holder:
    """A process of its own that holds partitions."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.said: list[str] = []

    async def listen(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.said.append(line.decode().strip())

    def count(self, word: str) -> int:
        return sum(line.startswith(word) for line in self.said)


@asynccontextmanager
async def holder(url: str) -> AsyncIterator[Holder]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", partition_holder.__name__, url, stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    held = Holder(process)
    listening = asyncio.create_task(held.listen())
    try:
        yield held
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await listening


async def test_a_killed_holders_partitions_go_to_another_soon(own_nats_server: Server) -> None:
    async with (
        holder(own_nats_server.url) as killed,
        open_events(own_nats_server.url, name="test") as events,
        AsyncExitStack() as stack,
    ):
        await until(lambda: killed.count("gained") == 16, within=5)
        engine, partitions = await start(stack, events)
        await asyncio.sleep(0.5)
        assert partitions.held == frozenset()
        killed.process.kill()
        await until(lambda: partitions.held == ALL, within=4)
        await until(lambda: engine.holds() == ALL, within=1)


@pytest.mark.slow
async def test_a_stopped_holder_knows_on_waking_that_it_lost_its_pins(own_nats_server: Server) -> None:
    async with (
        holder(own_nats_server.url) as zombie,
        open_events(own_nats_server.url, name="test") as events,
        AsyncExitStack() as stack,
    ):
        await until(lambda: zombie.count("gained") == 16, within=5)
        _, partitions = await start(stack, events)
        zombie.process.send_signal(signal.SIGSTOP)
        await until(lambda: partitions.held == ALL, within=6)
        zombie.process.send_signal(signal.SIGCONT)
        await until(lambda: zombie.count("lost") == 16, within=1)
        await asyncio.sleep(1.5)
        assert zombie.count("gained") == 16
        assert partitions.held == ALL


async def test_a_cut_off_holder_believes_in_its_pins_no_longer_than_they_last() -> None:
    with NatsServer() as server:
        async with (
            proxied(server.port) as wire,
            open_events(wire.url, name="cut off") as cut_off,
            open_events(server.url, name="other") as other,
            AsyncExitStack() as stack,
        ):
            lonely, first = await start(stack, cut_off)
            await until(lambda: first.held == ALL, within=5)
            _, second = await start(stack, other)
            wire.mute = True
            await until(lambda: first.held == frozenset(), within=4)
            await until(lambda: lonely.holds() == set(), within=1)
            wire.mute = False
            await wire.close()
            await until(lambda: second.held == ALL, within=6)
            await wire.listen()
            await asyncio.sleep(1)
            assert first.held == frozenset()


async def test_over_a_restart_of_the_server_every_partition_finds_one_holder(own_nats_server: Server) -> None:
    async with (
        open_events(own_nats_server.url, name="one") as one,
        open_events(own_nats_server.url, name="other") as other,
        AsyncExitStack() as stack,
    ):
        engine, first = await start(stack, one)
        await until(lambda: first.held == ALL, within=5)
        another, second = await start(stack, other)
        for _ in range(2):
            own_nats_server.kill()
            own_nats_server.start()
            await until(
                lambda: (
                    first.held | second.held == ALL
                    and not first.held & second.held
                    and engine.holds() == first.held
                    and another.holds() == second.held
                ),
                within=3,
            )


async def test_a_due_consumer_that_was_deleted_is_made_anew(own_nats_server: Server) -> None:
    async with open_events(own_nats_server.url, name="test") as events, AsyncExitStack() as stack:
        engine, partitions = await start(stack, events)
        await until(lambda: partitions.held == ALL, within=5)
        room = fresh()
        partition = events._installation.partition(room)
        due = due_consumer(events._installation, partition)
        await events._link.api(f"CONSUMER.DELETE.{due.stream}.{await events._link.name_of(due)}")
        await events.timers.arm(room, 0)
        await until(lambda: room in engine.due_rooms, within=5)


async def test_timers_that_passed_while_the_server_was_down_fire_at_its_start(
    own_nats_server: Server,
) -> None:
    async with open_events(own_nats_server.url, name="test") as events, AsyncExitStack() as stack:
        engine, partitions = await start(stack, events)
        await until(lambda: partitions.held == ALL, within=5)
        rooms = [fresh() for _ in range(50)]
        now = time.time_ns() // 1_000_000
        for room in rooms:
            await events.timers.arm(room, now + 800)
        own_nats_server.kill()
        await asyncio.sleep(1)
        own_nats_server.start()
        await until(lambda: set(engine.due_rooms) == set(rooms), within=4)


async def test_no_fired_timer_stays_in_the_log_once_it_is_dealt_with(own_nats_server: Server) -> None:
    async with open_events(own_nats_server.url, name="test") as events, AsyncExitStack() as stack:
        engine, _ = await start(stack, events)
        rooms = [fresh() for _ in range(40)]
        for room in rooms:
            await events.timers.arm(room, 0)
        await until(lambda: len(engine.due_rooms) == 40, within=6)
        await asyncio.sleep(0.2)
        for shard in range(4):
            for kind in ("due", "timer"):
                pattern = f"{kind}.{shard}.>"
                assert await last_message(events._link, f"GAMES_{shard}", pattern) is None
            info = await events._link.api(f"STREAM.INFO.GAMES_{shard}")
            assert info["state"]["messages"] == 0


async def test_a_fired_timer_waits_without_an_end_for_an_engine(own_nats_server: Server) -> None:
    async with open_events(own_nats_server.url, name="test") as events:
        room = fresh()
        shard = events._installation.shard(room)
        await events.timers.arm(room, 0)
        await asyncio.sleep(0.5)
        due = await last_message(events._link, f"GAMES_{shard}", f"due.{shard}.>")
        assert due is not None
        assert "Nats-TTL" not in due.headers
