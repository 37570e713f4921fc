"""The contract of a work queue, kept by both twins."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from libs.events.ports import Events, Job
from libs.events.streams import BOT_WORKERS
from tests.libs.events.twins import Twin, fresh


@asynccontextmanager
async def worker(
    events: Events, into: list[Job], *, at_once: int, then: Callable[[Job], bool] = lambda job: True
) -> AsyncIterator[None]:
    """A worker that finishes each job at once where `then` says so, and keeps it open otherwise."""

    async def work() -> None:
        async with events.bots.work(at_once=at_once) as jobs:
            async for job in jobs:
                into.append(job)
                if then(job):
                    await job.done()

    task = asyncio.create_task(work())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def finish(twin: Twin, events: Events) -> None:
    """Leave no job behind for the next test."""
    taken: list[Job] = []
    async with worker(events, taken, at_once=100):
        await twin.pass_time(0.1)


async def test_a_job_comes_with_its_key_and_data(twin: Twin, events: Events) -> None:
    room, taken = fresh(), list[Job]()
    async with worker(events, taken, at_once=1):
        await events.bots.put(f"tictactoe.{room}", b"question")
        await twin.until(lambda: len(taken) == 1)
        await twin.pass_time(0.05)
    assert [(job.key, job.data, job.attempt) for job in taken] == [(f"tictactoe.{room}", b"question", 1)]


async def test_each_job_goes_to_one_worker(twin: Twin, events: Events) -> None:
    room, one, other = fresh(), list[Job](), list[Job]()
    async with worker(events, one, at_once=3), worker(await twin.process(), other, at_once=3):
        for number in range(60):
            await events.bots.put(f"game.{room}", b"%d" % number)
        await twin.until(lambda: len(one) + len(other) == 60)
        await twin.pass_time(0.1)
    assert sorted(int(job.data) for job in one + other) == list(range(60))


async def test_no_more_are_open_than_at_once(twin: Twin, events: Events) -> None:
    room, taken = fresh(), list[Job]()
    async with worker(events, taken, at_once=2, then=lambda job: False):
        for number in range(5):
            await events.bots.put(f"game.{room}", b"%d" % number)
        await twin.until(lambda: len(taken) == 2)
        await twin.pass_time(0.3)
        assert len(taken) == 2
        await taken[0].done()
        await twin.until(lambda: len(taken) == 3)
    await finish(twin, events)


async def test_a_job_handed_back_comes_again_later(twin: Twin, events: Events) -> None:
    room, taken = fresh(), list[Job]()
    async with worker(events, taken, at_once=2, then=lambda job: job.attempt > 1):
        await events.bots.put(f"game.{room}", b"")
        await twin.until(lambda: len(taken) == 1)
        await taken[0].later(1.0)
        await twin.pass_time(0.2)
        assert len(taken) == 1
        await twin.until(lambda: len(taken) == 2)
        await twin.pass_time(0.05)
    assert taken[1].attempt == 2


async def test_a_dropped_job_never_comes_again(twin: Twin, events: Events) -> None:
    room, taken = fresh(), list[Job]()
    async with worker(events, taken, at_once=1, then=lambda job: False):
        await events.bots.put(f"game.{room}", b"poison")
        await twin.until(lambda: len(taken) == 1)
        await taken[0].drop()
        await events.bots.put(f"game.{room}", b"next")
        await twin.until(lambda: len(taken) == 2)
        await taken[1].done()
        await twin.pass_time(BOT_WORKERS.ack_wait + 0.5)
    assert [job.data for job in taken] == [b"poison", b"next"]


@pytest.mark.slow
async def test_a_dead_workers_job_goes_to_another(twin: Twin, events: Events) -> None:
    room, dead, alive = fresh(), list[Job](), list[Job]()
    async with worker(events, dead, at_once=1, then=lambda job: False):
        await events.bots.put(f"game.{room}", b"")
        await twin.until(lambda: len(dead) == 1)
        async with worker(await twin.process(), alive, at_once=1):
            await twin.pass_time(BOT_WORKERS.ack_wait - 1)
            assert alive == []
            await twin.until(lambda: len(alive) == 1)
            await twin.pass_time(0.05)
    assert alive[0].attempt == 2


@pytest.mark.slow
async def test_a_job_at_work_is_not_given_to_another(twin: Twin, events: Events) -> None:
    room, busy, idle = fresh(), list[Job](), list[Job]()
    async with worker(events, busy, at_once=1, then=lambda job: False):
        await events.bots.put(f"game.{room}", b"")
        await twin.until(lambda: len(busy) == 1)
        async with worker(await twin.process(), idle, at_once=1):
            for _ in range(3):
                await twin.pass_time(BOT_WORKERS.ack_wait / 2)
                await busy[0].working()
            await busy[0].done()
            await twin.pass_time(0.1)
    assert idle == []


async def test_who_stops_working_hands_open_jobs_back_at_once(twin: Twin, events: Events) -> None:
    room, first, second = fresh(), list[Job](), list[Job]()
    async with worker(events, first, at_once=1, then=lambda job: False):
        await events.bots.put(f"game.{room}", b"")
        await twin.until(lambda: len(first) == 1)
    async with worker(await twin.process(), second, at_once=1):
        await twin.until(lambda: len(second) == 1, within=2)
        await twin.pass_time(0.05)
    assert second[0].attempt == 2


async def test_who_abstains_is_given_no_more_until_told_otherwise(twin: Twin, events: Events) -> None:
    room, given, other = fresh(), list[Job](), list[Job]()
    async with events.bots.work(at_once=5) as taking:

        async def take() -> None:
            async for job in taking:
                given.append(job)
                await job.done()

        task = asyncio.create_task(take())
        await events.bots.put(f"game.{room}", b"before")
        await twin.until(lambda: len(given) == 1)
        taking.abstain(True)
        await taking.quiet()
        await events.bots.put(f"game.{room}", b"meanwhile")
        await twin.pass_time(0.1)
        assert len(given) == 1
        async with worker(await twin.process(), other, at_once=1):
            await twin.until(lambda: len(other) == 1, within=2)
            await twin.pass_time(0.05)
        taking.abstain(False)
        await events.bots.put(f"game.{room}", b"after")
        # The request of the other that has left may still stand: then it comes again after the queue's wait.
        await twin.until(lambda: len(given) == 2)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert [job.data for job in given + other] == [b"before", b"after", b"meanwhile"]


async def test_no_job_is_on_its_way_to_who_stopped_when_all_was_quiet(twin: Twin, events: Events) -> None:
    room, given, other = fresh(), list[Job](), list[Job]()
    async with events.bots.work(at_once=1000) as taking:

        async def take() -> None:
            async for job in taking:
                given.append(job)
                await job.done()

        async def put() -> None:
            for number in range(400):
                await events.bots.put(f"game.{room}", b"%d" % number)

        tasks = [asyncio.create_task(take()), asyncio.create_task(put())]
        await twin.until(lambda: len(given) > 20)
        taking.abstain(True)
        await taking.quiet()
        tasks[0].cancel()
        await asyncio.gather(tasks[0], return_exceptions=True)
    async with worker(await twin.process(), other, at_once=1000):
        await tasks[1]
        await twin.until(lambda: len(given) + len(other) >= 400, within=BOT_WORKERS.ack_wait / 2)
        await twin.pass_time(0.05)
    assert sorted(int(job.data) for job in given + other) == list(range(400))


async def test_a_job_keeps_the_headers_it_was_put_with_each_time_it_comes(twin: Twin, events: Events) -> None:
    room, taken = fresh(), list[Job]()
    async with worker(events, taken, at_once=1, then=lambda job: False):
        await events.bots.put(f"tictactoe.{room}", b"question", {"traceparent": "00-a-b-01"})
        await twin.until(lambda: len(taken) == 1)
        await taken[0].later(0)
        await twin.until(lambda: len(taken) == 2)
        await taken[1].done()
        await events.bots.put(f"tictactoe.{room}", b"other")
        await twin.until(lambda: len(taken) == 3)
        await taken[2].done()
        await twin.pass_time(0.05)
    headers = {"traceparent": "00-a-b-01"}
    assert [job.headers for job in taken] == [headers, headers, None]
