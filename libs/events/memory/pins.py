"""Who holds which partition, the timers, and the timers that fired and wait to be dealt with."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from libs.events.holding import PartitionEvents, Partitions
from libs.events.memory.agenda import Agenda
from libs.events.streams import Installation

log = structlog.get_logger()

REST = 1_000
"""Milliseconds for which a process does not ask for a partition that it released."""

AGAIN = 500
"""Milliseconds after which a fired timer that was not dealt with comes again."""


@dataclass(eq=False)
class _Due:
    """A timer of a room that fired."""

    room: str
    ready_at: int
    with_holder: "Holding | None" = None


class Holding:
    """A process that asks for every partition. Each partition's calls run one at a time, in order."""

    def __init__(self, pins: "Pins", events: PartitionEvents) -> None:
        self._pins = pins
        self._events = events
        self._queues: dict[int, asyncio.Queue[Callable[[], object]]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.resting: dict[int, int] = {}
        self.believed: set[int] = set()
        self.abstains = False

    @property
    def held(self) -> frozenset[int]:
        return frozenset(self.believed)

    @property
    def is_answered(self) -> bool:
        return True

    async def release(self, partition: int) -> None:
        await asyncio.sleep(0)
        self._pins.release(partition, self)

    def abstain(self, abstains: bool) -> None:
        self.abstains = abstains
        if not abstains:
            self._pins.assign_all()

    def gained(self, partition: int) -> None:
        self.believed.add(partition)
        self._call(partition, lambda: self._events.gained(partition))

    def lost(self, partition: int) -> None:
        if partition in self.believed:
            self.believed.remove(partition)
            self._call(partition, lambda: self._events.lost(partition))

    def due(self, partition: int, due: _Due) -> None:
        due.with_holder = self

        async def deal() -> None:
            dealt_with = False
            try:
                if partition in self.believed:
                    dealt_with = await self._events.due(due.room)
            finally:
                self._pins.after_due(partition, due, self, dealt_with)

        self._call(partition, deal)

    def _call(self, partition: int, call: Callable[[], object]) -> None:
        self._pins.busy += 1
        if partition not in self._queues:
            self._queues[partition] = asyncio.Queue()
            self._tasks.append(asyncio.create_task(self._run(self._queues[partition])))
        self._queues[partition].put_nowait(call)

    async def _run(self, queue: "asyncio.Queue[Callable[[], object]]") -> None:
        while True:
            call = await queue.get()
            try:
                awaited = call()
                if asyncio.iscoroutine(awaited):
                    await awaited
            except Exception:
                log.exception("partition_call_failed")
            finally:
                self._pins.busy -= 1
                queue.task_done()

    async def close(self) -> None:
        for partition in list(self.believed):
            self._pins.take_from(partition, self)
        try:
            async with asyncio.timeout(5):
                for queue in self._queues.values():
                    await queue.join()
        except TimeoutError:
            log.warning("partition_calls_cut_off")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Pins:
    """The server's side: one holder for each partition, chosen in the order of asking."""

    def __init__(self, installation: Installation, agenda: Agenda) -> None:
        self._installation = installation
        self._agenda = agenda
        self._asking: list[Holding] = []
        self._holder: dict[int, Holding] = {}
        self._unaware: dict[int, Holding] = {}
        self._due: dict[int, list[_Due]] = {p: [] for p in range(installation.partitions)}
        self.timers: dict[str, int] = {}
        self.busy = 0

    # Timers

    def arm(self, room: str, at: int) -> None:
        self.timers[room] = at
        self._agenda.at(at, lambda: self._lapse(room, at))

    def _lapse(self, room: str, at: int) -> None:
        if self.timers.get(room) == at:
            del self.timers[room]
            self.fire(room)

    def cancel(self, room: str) -> None:
        self.timers.pop(room, None)

    def fire(self, room: str) -> None:
        partition = self._installation.partition(room)
        self._due[partition].append(_Due(room, self._agenda.now()))
        self._hand_out(partition)

    def undelivered(self) -> list[str]:
        """The rooms whose timers fired and are not yet dealt with."""
        return [due.room for waiting in self._due.values() for due in waiting]

    # Partitions

    @asynccontextmanager
    async def hold(self, events: PartitionEvents) -> AsyncIterator[Partitions]:
        holding = Holding(self, events)
        self._asking.append(holding)
        self.assign_all()
        try:
            yield holding
        finally:
            self._asking.remove(holding)
            await holding.close()

    def assign_all(self) -> None:
        for partition in range(self._installation.partitions):
            self._assign(partition)

    def release(self, partition: int, holding: Holding) -> None:
        holding.resting[partition] = self._agenda.now() + REST
        self._agenda.at(holding.resting[partition], lambda: self._assign(partition))
        self.take_from(partition, holding)

    def take_from(self, partition: int, holding: Holding) -> None:
        if self._holder.get(partition) is holding:
            del self._holder[partition]
        holding.lost(partition)
        self._assign(partition)

    def steal(self, partition: int, noticed: bool) -> None:
        former = self._holder.pop(partition)
        self._asking.remove(former)
        self._asking.append(former)
        if noticed:
            former.lost(partition)
        else:
            self._unaware[partition] = former
        self._assign(partition)

    def notice(self, partition: int) -> None:
        self._unaware.pop(partition).lost(partition)
        self._assign(partition)

    def _assign(self, partition: int) -> None:
        if partition in self._holder:
            return
        now = self._agenda.now()
        for holding in self._asking:
            unaware = self._unaware.get(partition) is holding
            if not unaware and not holding.abstains and holding.resting.get(partition, 0) <= now:
                self._holder[partition] = holding
                holding.gained(partition)
                self._hand_out(partition)
                return

    def _hand_out(self, partition: int) -> None:
        holding = self._holder.get(partition)
        if holding is None:
            return
        now = self._agenda.now()
        for due in self._due[partition]:
            if due.ready_at <= now and due.with_holder is not holding:
                holding.due(partition, due)

    def after_due(self, partition: int, due: _Due, holding: Holding, dealt_with: bool) -> None:
        waiting = self._due[partition]
        if dealt_with:
            if due in waiting:
                waiting.remove(due)
        elif due.with_holder is holding:
            due.with_holder = None
            due.ready_at = self._agenda.now() + AGAIN
            self._agenda.at(due.ready_at, lambda: self._hand_out(partition))
