"""The contract of the games' log as work, kept by both twins."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from libs.events import subjects
from libs.events.ports import Events, Job
from tests.libs.events.twins import Twin, fresh


@asynccontextmanager
async def follower(
    events: Events, room: str, into: list[Job], *, then: Callable[[Job], bool] = lambda job: True
) -> AsyncIterator[None]:
    """Finishes what comes of other tests' rooms; of this room what `then` says, and keeps the rest open."""
    shard = subjects.shard(subjects.partition(room, events.partitions), events.shards)

    async def work() -> None:
        async with events.entries(shard).work(at_once=64) as jobs:
            async for job in jobs:
                if subjects.room_of(job.key) == room:
                    into.append(job)
                    if not then(job):
                        continue
                await job.done()

    task = asyncio.create_task(work())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def write(events: Events, room: str, first: int, last: int) -> None:
    for number in range(first, last + 1):
        await events.games.append(room, b"%d" % number, id=f"{room}-{number}")


async def test_entries_come_in_order_from_the_first_that_was_ever_written(twin: Twin, events: Events) -> None:
    room, found = fresh(), list[Job]()
    await write(events, room, 1, 100)
    async with follower(events, room, found):
        await twin.until(lambda: len(found) == 100)
        await write(events, room, 101, 150)
        await twin.until(lambda: len(found) == 150)
    shard = subjects.shard(subjects.partition(room, events.partitions), events.shards)
    assert [(job.key, int(job.data), job.attempt) for job in found] == [
        (f"{shard}.{room}", number, 1) for number in range(1, 151)
    ]


async def test_timers_are_no_entries(twin: Twin, events: Events) -> None:
    room, found = fresh(), list[Job]()
    async with follower(events, room, found):
        await events.timers.arm(room, twin.now())
        await write(events, room, 1, 1)
        await twin.until(lambda: len(found) == 1)
        await twin.pass_time(0.1)
    assert [job.data for job in found] == [b"1"]


async def test_what_is_done_never_comes_again_and_what_is_not_comes_to_the_next(
    twin: Twin, events: Events
) -> None:
    room, first, second = fresh(), list[Job](), list[Job]()
    await write(events, room, 1, 6)
    async with follower(events, room, first, then=lambda job: int(job.data) % 2 == 0):
        await twin.until(lambda: len(first) == 6)
    async with follower(await twin.process(), room, second):
        await twin.until(lambda: len(second) == 3)
        await write(events, room, 7, 7)
        await twin.until(lambda: len(second) == 4)
        await twin.pass_time(0.1)
    assert sorted(int(job.data) for job in second) == [1, 3, 5, 7]


async def test_an_entry_handed_back_does_not_hold_up_the_next(twin: Twin, events: Events) -> None:
    room, found = fresh(), list[Job]()
    await write(events, room, 1, 2)
    async with follower(events, room, found, then=lambda job: int(job.data) != 1 or job.attempt > 1):
        await twin.until(lambda: len(found) == 2)
        await found[0].later(0.3)
        await twin.until(lambda: len(found) == 3)
        await twin.pass_time(0.1)
    assert [(int(job.data), job.attempt) for job in found] == [(1, 1), (2, 1), (1, 2)]


async def test_two_who_follow_at_once_get_each_entry_once(twin: Twin, events: Events) -> None:
    room, one, other = fresh(), list[Job](), list[Job]()
    async with follower(events, room, one), follower(await twin.process(), room, other):
        await write(events, room, 1, 200)
        await twin.until(lambda: len(one) + len(other) == 200)
        await twin.pass_time(0.1)
    assert sorted(int(job.data) for job in one + other) == list(range(1, 201))


async def test_an_entry_that_was_removed_does_not_come(twin: Twin, events: Events) -> None:
    room, found = fresh(), list[Job]()
    await write(events, room, 1, 5)
    await events.games.purge(room)
    await write(events, room, 6, 6)
    async with follower(events, room, found):
        await twin.until(lambda: len(found) == 1)
        await twin.pass_time(0.1)
    assert [job.data for job in found] == [b"6"]
