"""The base of all ratios: what the same client gets from a JetStream that none of our services uses."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import nats

from divan.bench.figures import Figure, Timed
from libs.events.nats import NatsEvents

ENTRY = 300
"""Bytes of a small entry as the engine stores it."""

AT_ONCE = 200


Writer = Callable[[int], Coroutine[Any, Any, None]]


async def publishes(url: str, count: int) -> Figure:
    """Acknowledged publishes to a file stream, by nats-py itself, without a fence."""
    connection = await nats.connect(url)
    stream = connection.jetstream()
    room = f"bench{secrets.token_hex(4)}"
    timed = Timed()

    async def writer(number: int) -> None:
        for _ in range(count // AT_ONCE):
            began = time.perf_counter()
            await stream.publish(f"game.0.{room}-{number}", b"x" * ENTRY)
            timed.seconds.append(time.perf_counter() - began)

    await _all(timed, writer)
    await connection.close()
    return _figure("raw publishes", timed)


async def fenced(events: NatsEvents, count: int) -> Figure:
    """Appends behind the fence, by the adapter, over all shards: one room a writer."""
    room = f"bench{secrets.token_hex(4)}"
    timed = Timed()

    async def writer(number: int) -> None:
        last = 0
        for step in range(count // AT_ONCE):
            began = time.perf_counter()
            last = await events.games.append(f"{room}-{number}", b"x" * ENTRY, id=f"{step}", expected=last)
            timed.seconds.append(time.perf_counter() - began)

    await _all(timed, writer)
    return _figure("raw fenced appends", timed)


async def _all(timed: Timed, writer: Writer) -> None:
    began = time.perf_counter()
    async with asyncio.TaskGroup() as tasks:
        for number in range(AT_ONCE):
            tasks.create_task(writer(number))
    timed.took = time.perf_counter() - began


def _figure(name: str, timed: Timed) -> Figure:
    return Figure(
        name=name, value=timed.rate, unit="/s", latency=timed.latency(), note=f"{AT_ONCE} at once, one client"
    )
