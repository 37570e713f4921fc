"""What is done to the processes, each fault to its end: until everything could work again."""

import asyncio
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from libs.events.ports import EventsError, Register
from tests.chaos.aim import Aim, Shot
from tests.chaos.calls import now
from tests.chaos.stalls import Fault
from tests.chaos.world import Slot, World

STOPPED_FOR = (2.0, 4.0)
"""Seconds for which a process stands still: longer than the server keeps a pin (1.5)."""


SERVER_AWAY = (0.0, 12.0)
"""Seconds for which one of several NATS servers is gone: the others have agreed on new leaders, or not."""

SERVER_STOPPED_FOR = (1.0, 8.0)
"""Seconds for which one stands still; from three on the others may have agreed on new leaders."""


@dataclass
class Faults:
    """Does faults to a world. `snapshots` and `rooms_in_play` are for losing what may be lost."""

    world: World
    rng: random.Random
    snapshots: Register
    rooms_in_play: Callable[[], Sequence[str]]
    partition: Callable[[str], int]
    done: list[Fault] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)

    @property
    def kills(self) -> int:
        return sum(fault.kills for fault in self.done)

    async def one(self, kind: str) -> None:
        """Do one fault of that kind, and wait until all is up again."""
        began = now()
        kills = await KINDS[kind][1](self)
        self.done.append(Fault(kind=kind, began=began, ended=now(), kills=kills))

    def _one_of(self, service: str) -> Slot:
        return self.rng.choice(self.world.of(service))

    async def _again(self, slot: Slot) -> None:
        """Started anew, as a supervisor does."""
        await asyncio.sleep(self.rng.uniform(0, 0.5))
        await self.world.start(slot.name)
        assert slot.process is not None
        await slot.process.until_ready()

    async def _kill(self, *slots: Slot) -> int:
        await asyncio.gather(*(self.world.kill(slot) for slot in slots))
        await asyncio.gather(*(self._again(slot) for slot in slots))
        return len(slots)

    async def engine(self) -> int:
        return await self._kill(self._one_of("engine"))

    async def every_engine(self) -> int:
        return await self._kill(*self.world.of("engine"))

    async def engine_between_append_and_answer(self) -> int:
        """Whichever engine's entry is the next to reach the log is killed before it can know."""
        hit = await self._shoot(signal.SIGKILL)
        if hit is None:
            return 0
        return await self._kill(hit)

    async def engine_stopped_between_append_and_answer(self) -> int:
        """A zombie that still has an answer to give and views to show, of an entry that is old by then."""
        hit = await self._shoot(signal.SIGSTOP)
        if hit is None:
            return 0
        hit.stopped = True
        await asyncio.sleep(self.rng.uniform(*STOPPED_FOR))
        self.world.wake(hit)
        await asyncio.sleep(0.3)
        return 1

    async def _shoot(self, word: signal.Signals) -> Slot | None:
        """Whose entry is the next to reach the log, and was killed or stopped then."""
        pids = {
            partition: slot.pid
            for slot in self.world.of("engine")
            for partition in range(16)
            if slot.holds(partition)
        }
        aim = Aim(self.world.nats.port, lambda room: pids.get(self.partition(room)), word=word)
        aim.start()
        await asyncio.to_thread(aim.join)
        if aim.shot is None:
            return None
        self.shots.append(aim.shot)
        pid = pids[self.partition(aim.shot.room)]
        return next(slot for slot in self.world.of("engine") if slot.pid == pid)

    async def engine_without_snapshots(self) -> int:
        """Killed, and the snapshots of the rooms in play are gone as well."""
        slot = self._one_of("engine")
        await self.world.kill(slot)
        for room in self.rooms_in_play():
            try:
                await self.snapshots.remove(room)
            except EventsError:
                break
        await self._again(slot)
        return 1

    async def engine_stopped(self) -> int:
        """A zombie: it wakes when others hold its partitions, and hears at once all that was sent."""
        slot = self._one_of("engine")
        self.world.stop(slot)
        await asyncio.sleep(self.rng.uniform(*STOPPED_FOR))
        self.world.wake(slot)
        await asyncio.sleep(0.3)
        return 1

    async def engine_stopped_over_nats(self) -> int:
        """A zombie whose connection is gone as well when it wakes."""
        slot = self._one_of("engine")
        self.world.stop(slot)
        await self.nats()
        await asyncio.sleep(self.rng.uniform(*STOPPED_FOR))
        self.world.wake(slot)
        await asyncio.sleep(0.3)
        return 2

    async def nats(self) -> int:
        self.world.nats.kill()
        await asyncio.sleep(self.rng.uniform(0, 0.5))
        await asyncio.to_thread(self.world.nats.start)
        return 1

    async def nats_and_engine(self) -> int:
        slot = self._one_of("engine")
        self.world.nats.kill()
        await self.world.kill(slot)
        await asyncio.to_thread(self.world.nats.start)
        await self._again(slot)
        return 2

    async def leading_server(self) -> int:
        """One of several, on which most of the log depends just now."""
        return await self._kill_server(self._by_leading()[-1])

    async def another_server(self) -> int:
        return await self._kill_server(self.rng.choice(self._by_leading()[:-1]))

    async def server_and_engine(self) -> int:
        number, slot = self._by_leading()[-1], self._one_of("engine")
        killing = asyncio.create_task(self._kill_server(number))
        await self.world.kill(slot)
        await self._again(slot)
        return 1 + await killing

    async def server_stopped(self) -> int:
        """A zombie: it wakes and still takes itself for the leader, and its clients for its own."""
        cluster, number = self.world.cluster, self.rng.choice(self._by_leading()[-2:])
        cluster.stop(number)
        await asyncio.sleep(self.rng.uniform(*SERVER_STOPPED_FOR))
        cluster.wake(number)
        await asyncio.to_thread(cluster.until_whole)
        return 1

    async def _kill_server(self, number: int) -> int:
        """The next fault finds all of them whole: with two away nothing is acknowledged."""
        cluster = self.world.cluster
        cluster.servers[number].kill()
        await asyncio.sleep(self.rng.uniform(*SERVER_AWAY))
        await asyncio.to_thread(cluster.servers[number].start)
        await asyncio.to_thread(cluster.until_whole)
        return 1

    def _by_leading(self) -> list[int]:
        """The servers, the one that leads most last."""
        leads = Counter(self.world.cluster.leaders().values())
        return sorted(range(self.world.replicas), key=lambda number: leads[number])

    async def power(self) -> int:
        """Every second time torn."""
        before = sum(fault.kind == POWER for fault in self.done)
        await self.world.lose_power(self.rng.random() if before % 2 else None)
        return 1

    async def ai(self) -> int:
        return await self._kill(self._one_of("ai"))

    async def chat(self) -> int:
        return await self._kill(self._one_of("chat"))

    async def edge(self) -> int:
        return await self._kill(self._one_of("rooms"))

    async def engines_replaced(self) -> int:
        return await self._replace("engine")

    async def edges_replaced(self) -> int:
        return await self._replace("rooms")

    async def ais_replaced(self) -> int:
        return await self._replace("ai")

    async def chats_replaced(self) -> int:
        return await self._replace("chat")

    async def _replace(self, service: str) -> int:
        """One instance after another gives way to a new one; nothing is killed."""
        for slot in self.world.of(service):
            await self.world.replace(slot)
        return 0

    async def engine_comes_and_goes(self) -> int:
        """Partitions move to one more engine and back, in play; nothing is killed."""
        slot = await self.world.start("engine-3")
        assert slot.process is not None
        await slot.process.until_ready()
        await asyncio.sleep(self.rng.uniform(1.0, 3.0))
        await self.world.leave(slot)
        return 0


POWER = "power lost"
"""Never drawn: it needs a disk that forgets (tests/power)."""

KINDS: dict[str, tuple[int, Callable[[Faults], Awaitable[int]]]] = {
    "engine killed": (4, Faults.engine),
    "engine killed between append and answer": (6, Faults.engine_between_append_and_answer),
    "engine killed, snapshots lost": (1, Faults.engine_without_snapshots),
    "every engine killed": (2, Faults.every_engine),
    "engine stopped, woken as a zombie": (4, Faults.engine_stopped),
    "engine stopped between append and answer": (2, Faults.engine_stopped_between_append_and_answer),
    "engine stopped, NATS killed, woken": (1, Faults.engine_stopped_over_nats),
    "NATS killed": (3, Faults.nats),
    "NATS and engine killed": (1, Faults.nats_and_engine),
    "a NATS server that leads killed": (4, Faults.leading_server),
    "another NATS server killed": (2, Faults.another_server),
    "a NATS server and an engine killed": (1, Faults.server_and_engine),
    "a NATS server stopped, woken": (4, Faults.server_stopped),
    "every NATS server killed": (1, Faults.nats),
    POWER: (0, Faults.power),
    "ai killed": (2, Faults.ai),
    "chat killed": (2, Faults.chat),
    "rooms killed": (3, Faults.edge),
    "engine comes and goes": (1, Faults.engine_comes_and_goes),
    "engines replaced": (1, Faults.engines_replaced),
    "rooms replaced": (1, Faults.edges_replaced),
    "ai replaced": (1, Faults.ais_replaced),
    "chat replaced": (1, Faults.chats_replaced),
}
"""Every kind of fault: how often it is drawn, and what it does (it returns how many kills and stops)."""

ONE_SERVER = ("NATS killed", "NATS and engine killed", "engine stopped, NATS killed, woken")
"""Kinds of fault for one NATS server alone."""

THREE_SERVERS = (
    "a NATS server that leads killed",
    "another NATS server killed",
    "a NATS server and an engine killed",
    "a NATS server stopped, woken",
    "every NATS server killed",
)
"""And those for three."""

ROLLING = ("engines replaced", "ai replaced", "chat replaced", "rooms replaced")
"""A rolling restart of everything, in the order of an upgrade (docs/operate.md)."""
