"""The contract of what queues and servers tell of themselves, kept by both twins."""

from libs.events import subjects
from libs.events.ports import Backlog, Events, Job
from libs.events.streams import BOTS, games
from tests.libs.events.test_jobs import finish, worker
from tests.libs.events.twins import Twin, fresh


async def test_a_queue_tells_its_jobs_and_since_when_the_oldest_waits(twin: Twin, events: Events) -> None:
    await finish(twin, events)
    assert await events.bots.backlog() == Backlog(jobs=0, oldest=None)
    before = twin.now()
    await events.bots.put(f"tictactoe.{fresh()}", b"1")
    await events.bots.put(f"tictactoe.{fresh()}", b"2")
    backlog = await events.bots.backlog()
    assert (backlog.jobs, backlog.oldest is not None) == (2, True)
    assert before - 1 <= (backlog.oldest or 0) <= twin.now() + 1


async def test_a_job_that_is_worked_on_is_in_the_queue_until_it_is_done(twin: Twin, events: Events) -> None:
    await finish(twin, events)
    taken: list[Job] = []
    async with worker(events, taken, at_once=1, then=lambda job: False):
        await events.bots.put(f"tictactoe.{fresh()}", b"1")
        await twin.until(lambda: len(taken) == 1)
        assert (await events.bots.backlog()).jobs == 1
        assert await events.bots.waiting() == 1
        await taken[0].done()
        await twin.pass_time(0.1)
        assert (await events.bots.backlog()).jobs == 0


async def test_entries_that_nobody_followed_yet_wait(twin: Twin, events: Events) -> None:
    room = fresh()
    shard = subjects.shard(subjects.partition(room, events.partitions), events.shards)
    before = await events.entries(shard).waiting()
    await events.games.append(room, b"1", id=f"{room}-1")
    await events.games.append(room, b"2", id=f"{room}-2")
    assert await events.entries(shard).waiting() == before + 2


async def test_nothing_that_was_set_up_is_missing(events: Events) -> None:
    assert await events.missing() == []


async def test_what_is_stored_is_told_and_how_a_stream_stands(twin: Twin, events: Events) -> None:
    await finish(twin, events)
    room = fresh()
    shard = games(subjects.shard(subjects.partition(room, events.partitions), events.shards)).name
    await events.games.append(room, b"1" * 1000, id=f"{room}-1")
    found = await events.storage(shard, BOTS.name)
    assert found.bytes >= found.on_each >= 1000
    log, queue = found.streams[shard], found.streams[BOTS.name]
    assert log.whole == log.replicas == queue.replicas
    assert log.fill is None


async def test_a_bounded_stream_tells_how_near_its_bound_it_is(twin: Twin, events: Events) -> None:
    await finish(twin, events)
    before = (await events.storage(BOTS.name)).streams[BOTS.name].fill
    await events.bots.put(f"tictactoe.{fresh()}", b"1")
    after = (await events.storage(BOTS.name)).streams[BOTS.name].fill
    assert (before, after) == (0, 1 / BOTS.max_messages)
    await finish(twin, events)


async def test_who_asks_for_partitions_is_answered(twin: Twin, events: Events) -> None:
    class Deaf:
        async def gained(self, partition: int) -> None: ...

        async def lost(self, partition: int) -> None: ...

        async def due(self, room: str) -> bool:
            return True

    async with events.hold_partitions(Deaf()) as holding:
        await twin.until(lambda: len(holding.held) == events.partitions)
        assert holding.is_answered
