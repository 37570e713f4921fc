"""The contract of partitions and timers, kept by both twins."""

import asyncio
from contextlib import AsyncExitStack

from libs.events.holding import Partitions
from libs.events.ports import Events
from tests.libs.events.twins import Twin, fresh

ALL = frozenset(range(16))


class Engine:
    """Notes what it is told. `deals_with` says what it answers to a fired timer."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []
        self.due_rooms: list[str] = []
        self.deals_with = True
        self.fails = False
        self.most_at_once = 0
        self._at_once = 0
        self.dealt = asyncio.Event()

    async def gained(self, partition: int) -> None:
        self.told.append(("gained", partition))

    async def lost(self, partition: int) -> None:
        self.told.append(("lost", partition))

    async def due(self, room: str) -> bool:
        self.due_rooms.append(room)
        self.dealt.set()
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        await asyncio.sleep(0)
        self._at_once -= 1
        if self.fails:
            raise ValueError("a bug")
        return self.deals_with

    def holds(self) -> set[int]:
        """What it holds by what it was told, each word at the right time."""
        held: set[int] = set()
        for word, partition in self.told:
            assert (partition in held) == (word == "lost")
            if word == "gained":
                held.add(partition)
            else:
                held.remove(partition)
        return held


async def start(stack: AsyncExitStack, events: Events) -> tuple[Engine, Partitions]:
    engine = Engine()
    return engine, await stack.enter_async_context(events.hold_partitions(engine))


class TestHolding:
    async def test_the_first_who_asks_holds_everything(self, twin: Twin, events: Events) -> None:
        async with AsyncExitStack() as stack:
            engine, partitions = await start(stack, events)
            await twin.until(lambda: partitions.held == ALL)
            await twin.until(lambda: engine.holds() == ALL)

    async def test_the_second_holds_nothing_while_the_first_lives(self, twin: Twin, events: Events) -> None:
        async with AsyncExitStack() as stack:
            _, first = await start(stack, events)
            await twin.until(lambda: first.held == ALL)
            engine, second = await start(stack, await twin.process())
            await twin.pass_time(2.5)
            assert first.held == ALL
            assert second.held == frozenset()
            assert engine.told == []

    async def test_a_released_partition_goes_to_another_at_once(self, twin: Twin, events: Events) -> None:
        async with AsyncExitStack() as stack:
            engine, first = await start(stack, events)
            await twin.until(lambda: first.held == ALL)
            other, second = await start(stack, await twin.process())
            await twin.pass_time(0.5)
            await first.release(3)
            await twin.until(lambda: second.held == {3}, within=2)
            await twin.until(lambda: other.holds() == {3})
            assert engine.holds() == ALL - {3}

    async def test_who_released_a_partition_does_not_ask_for_a_while(
        self, twin: Twin, events: Events
    ) -> None:
        async with AsyncExitStack() as stack:
            engine, partitions = await start(stack, events)
            await twin.until(lambda: partitions.held == ALL)
            await partitions.release(3)
            await twin.pass_time(0.5)
            assert partitions.held == ALL - {3}
            await twin.until(lambda: partitions.held == ALL, within=2.5)
            await twin.until(lambda: engine.holds() == ALL)

    async def test_who_leaves_gives_everything_back_and_is_told_so(self, twin: Twin, events: Events) -> None:
        async with AsyncExitStack() as stack, AsyncExitStack() as leaving:
            engine, first = await start(leaving, events)
            await twin.until(lambda: first.held == ALL)
            _, second = await start(stack, await twin.process())
            await twin.pass_time(0.5)
            await leaving.aclose()
            assert engine.holds() == set()
            await twin.until(lambda: second.held == ALL, within=4)

    async def test_who_abstains_keeps_what_is_held_and_takes_nothing_more(
        self, twin: Twin, events: Events
    ) -> None:
        async with AsyncExitStack() as stack, AsyncExitStack() as leaving:
            _, first = await start(leaving, events)
            await twin.until(lambda: first.held == ALL)
            _, second = await start(stack, await twin.process())
            second.abstain(True)
            first.abstain(True)
            await twin.pass_time(1.5)
            assert first.held == ALL
            await first.release(3)
            await twin.pass_time(2.5)
            assert (first.held, second.held) == (ALL - {3}, frozenset())
            second.abstain(False)
            await twin.until(lambda: second.held == {3}, within=4)


class TestTimers:
    async def test_an_armed_timer_fires_at_the_holder(self, twin: Twin, events: Events) -> None:
        room = fresh()
        async with AsyncExitStack() as stack:
            engine, partitions = await start(stack, events)
            await twin.until(lambda: partitions.held == ALL)
            await events.timers.arm(room, twin.now() + 1_000)
            await twin.pass_time(0.2)
            assert engine.due_rooms == []
            await twin.until(lambda: engine.due_rooms == [room], within=4)

    async def test_a_past_time_fires_at_once(self, twin: Twin, events: Events) -> None:
        room = fresh()
        async with AsyncExitStack() as stack:
            engine, _ = await start(stack, events)
            await events.timers.arm(room, twin.now() - 10_000)
            await twin.until(lambda: engine.due_rooms == [room], within=4)

    async def test_arming_again_replaces_the_timer(self, twin: Twin, events: Events) -> None:
        room = fresh()
        async with AsyncExitStack() as stack:
            engine, _ = await start(stack, events)
            await events.timers.arm(room, twin.now() + 60_000)
            await events.timers.arm(room, twin.now() + 100)
            await twin.until(lambda: engine.due_rooms == [room], within=4)
            await events.timers.arm(room, twin.now() + 100)
            await events.timers.arm(room, twin.now() + 60_000)
            await twin.pass_time(1)
            assert engine.due_rooms == [room]

    async def test_a_cancelled_timer_does_not_fire(self, twin: Twin, events: Events) -> None:
        room = fresh()
        async with AsyncExitStack() as stack:
            engine, _ = await start(stack, events)
            await events.timers.arm(room, twin.now() + 1_000)
            await events.timers.cancel(room)
            await events.timers.cancel(fresh())
            await twin.pass_time(1.6)
            assert engine.due_rooms == []

    async def test_the_last_entry_cancels_the_timer_in_the_same_write(
        self, twin: Twin, events: Events
    ) -> None:
        room = fresh()
        async with AsyncExitStack() as stack:
            engine, _ = await start(stack, events)
            first = await events.games.append(room, b"1", id="1", expected=0)
            await events.timers.arm(room, twin.now() + 1_000)
            await events.games.append(room, b"last", id="2", expected=first, ends=True)
            await twin.pass_time(1.6)
            assert engine.due_rooms == []

    async def test_a_last_entry_that_the_fence_holds_off_cancels_nothing(
        self, twin: Twin, events: Events
    ) -> None:
        room = fresh()
        async with AsyncExitStack() as stack:
            engine, _ = await start(stack, events)
            await events.games.append(room, b"1", id="1", expected=0)
            await events.timers.arm(room, twin.now() + 200)
            await asyncio.gather(
                events.games.append(room, b"last", id="2", expected=0, ends=True), return_exceptions=True
            )
            await twin.until(lambda: engine.due_rooms == [room], within=4)

    async def test_a_timer_that_was_not_dealt_with_comes_again_until_it_is(
        self, twin: Twin, events: Events
    ) -> None:
        room = fresh()
        async with AsyncExitStack() as stack:
            engine, _ = await start(stack, events)
            engine.deals_with = False
            await events.timers.arm(room, twin.now())
            await twin.until(lambda: len(engine.due_rooms) >= 2, within=6)
            engine.deals_with = True
            times = len(engine.due_rooms)
            await twin.until(lambda: len(engine.due_rooms) == times + 1, within=6)
            await twin.pass_time(2.5)
            assert len(engine.due_rooms) == times + 1

    async def test_an_engine_that_fails_is_asked_again(self, twin: Twin, events: Events) -> None:
        room = fresh()
        async with AsyncExitStack() as stack:
            engine, _ = await start(stack, events)
            engine.fails = True
            await events.timers.arm(room, twin.now())
            await twin.until(lambda: len(engine.due_rooms) == 1, within=6)
            engine.fails = False
            await twin.until(lambda: len(engine.due_rooms) == 2, within=6)

    async def test_what_fires_without_an_engine_waits_for_one(self, twin: Twin, events: Events) -> None:
        rooms = [fresh() for _ in range(20)]
        for room in rooms:
            await events.timers.arm(room, twin.now() + 50)
        await twin.pass_time(2.5)
        async with AsyncExitStack() as stack:
            engine, _ = await start(stack, events)
            await twin.until(lambda: sorted(engine.due_rooms) == sorted(rooms), within=3)

    async def test_a_partitions_timers_come_one_at_a_time(self, twin: Twin, events: Events) -> None:
        room = fresh()
        for _ in range(4):
            await events.timers.arm(room, twin.now())
            await twin.pass_time(0.4)
        async with AsyncExitStack() as stack:
            engine, _ = await start(stack, events)
            await twin.until(lambda: engine.due_rooms == [room] * 4, within=4)
            assert engine.most_at_once == 1

    async def test_a_timer_is_not_lost_with_its_holder(self, twin: Twin, events: Events) -> None:
        room = fresh()
        async with AsyncExitStack() as stack, AsyncExitStack() as leaving:
            _, first = await start(leaving, events)
            await twin.until(lambda: first.held == ALL)
            engine, _ = await start(stack, await twin.process())
            await events.timers.arm(room, twin.now() + 300)
            await leaving.aclose()
            await twin.until(lambda: engine.due_rooms == [room], within=4)
