"""What it costs to bring a command to the engine: over a work-queue stream, or as a core request.

    python -m bench.command_path [--sync always|100ms|…] [--rooms 200] [--seconds 3] [--rounds 3]

One process asks and answers, on one fresh server: each room has one command under way. Every path is
measured bare and with one fenced append behind it, all in turn and several times; the best round of each
is printed, for the machine is shared.
"""

import argparse
import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import uvloop
from nats.aio.msg import Msg

from libs.events import subjects
from libs.events.nats import NatsEvents, open_events
from libs.events.nats.pulling import ACK, pull
from libs.events.ports import Conflict, Heard
from libs.events.streams import SECOND
from tests.support.nats_server import NatsServer

COMMAND = b"x" * 200
ANSWER = b"y" * 60
REPLY = "Divan-Reply"

Send = Callable[[str], Awaitable[None]]


@dataclass(slots=True)
class Room:
    """A room whose only player sends one command after the other."""

    id: str
    partition: int
    fence: int = 0
    number: int = 0


@dataclass(slots=True)
class Rooms:
    """All rooms, and what is done for a command."""

    events: NatsEvents
    append: bool
    by_id: dict[str, Room] = field(default_factory=dict)

    async def decide(self, room_id: str) -> None:
        """What an engine does: nothing, or one fenced append."""
        if not self.append:
            return
        room = self.by_id[room_id]
        room.number += 1
        try:
            room.fence = await self.events.games.append(
                room_id, COMMAND, id=f"{room.number}", expected=room.fence
            )
        except Conflict as conflict:
            room.fence = conflict.last


@asynccontextmanager
async def by_request(asker: NatsEvents, rooms: Rooms) -> AsyncIterator[Send]:
    """A core request to whoever holds the partition."""
    tasks: set[asyncio.Task[None]] = set()

    async def answer(heard: Heard) -> None:
        await rooms.decide(subjects.room_of(heard.subject))
        await heard.answer(ANSWER)

    def handle(heard: Heard) -> None:
        task = asyncio.create_task(answer(heard))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    listening = [
        await rooms.events.bus.listen(subjects.commands(partition), handle)
        for partition in range(rooms.events.partitions)
    ]

    async def send(room_id: str) -> None:
        subject = subjects.command("player", rooms.by_id[room_id].partition, room_id)
        await asker.bus.request(subject, COMMAND, within=10)

    try:
        yield send
    finally:
        for each in listening:
            await each.stop()


@asynccontextmanager
async def by_stream(asker: NatsEvents, rooms: Rooms) -> AsyncIterator[Send]:
    """A work-queue stream with a consumer for each partition, the answer as a core message."""
    link = rooms.events._link
    await link.api(
        "STREAM.CREATE.COMMANDS",
        {
            "name": "COMMANDS",
            "subjects": ["command.*.*.*"],
            "retention": "workqueue",
            "storage": "file",
            "persist_mode": "async",
            "max_age": 20 * SECOND,
            "max_msgs": 50_000,
            "discard": "new",
        },
    )
    tasks: set[asyncio.Task[None]] = set()
    answered: dict[str, asyncio.Future[None]] = {}
    inbox = asker._link.client.new_inbox()

    async def work(message: Msg) -> None:
        await rooms.decide(subjects.room_of(message.subject))
        await link.send((message.headers or {})[REPLY], ANSWER)
        await link.send(message.reply, ACK)

    async def taken(message: Msg) -> None:
        if message.reply:
            task = asyncio.create_task(work(message))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def take_answer(message: Msg) -> None:
        answered[message.subject.rpartition(".")[2]].set_result(None)

    async def keep_pulling(name: str, pulls: str) -> None:
        while True:
            await pull(link, "COMMANDS", name, pulls, batch=5_000, expires=1, heartbeat=0.4)
            await asyncio.sleep(0.9)

    subscriptions = [await asker._link.subscribe(f"{inbox}.*", take_answer)]
    pulling = []
    for partition in range(rooms.events.partitions):
        name, pulls = f"p{partition}", link.client.new_inbox()
        await link.api(
            f"CONSUMER.CREATE.COMMANDS.{name}.{subjects.commands(partition)}",
            {
                "stream_name": "COMMANDS",
                "config": {
                    "name": name,
                    "durable_name": name,
                    "filter_subject": subjects.commands(partition),
                    "ack_policy": "explicit",
                    "ack_wait": 30 * SECOND,
                },
            },
        )
        subscriptions.append(await link.subscribe(pulls, taken))
        pulling.append(asyncio.create_task(keep_pulling(name, pulls)))

    async def send(room_id: str) -> None:
        answered[room_id] = asyncio.get_running_loop().create_future()
        subject = subjects.command("player", rooms.by_id[room_id].partition, room_id)
        await asker._link.request(subject, COMMAND, {REPLY: f"{inbox}.{room_id}"})
        await answered[room_id]

    try:
        yield send
    finally:
        for task in pulling:
            task.cancel()
        await asyncio.gather(*pulling, return_exceptions=True)
        for subscription in subscriptions:
            await link.unsubscribe(subscription)
        await link.api("STREAM.DELETE.COMMANDS")


PATHS = {"core request": by_request, "work-queue stream": by_stream}


@dataclass(frozen=True, slots=True)
class Measured:
    """One round: commands a second, and milliseconds until the answer."""

    rate: float
    p50: float
    p99: float

    def __str__(self) -> str:
        return f"{self.rate:8.0f} /s   p50 {self.p50:6.2f} ms   p99 {self.p99:6.2f} ms"


async def measure(send: Send, rooms: Rooms, seconds: float) -> Measured:
    """Every room sends as fast as it is answered."""
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def play(room: Room) -> None:
        while (started := time.perf_counter()) < end:
            await send(room.id)
            took.append(time.perf_counter() - started)

    started = time.perf_counter()
    await asyncio.gather(*(play(room) for room in rooms.by_id.values()))
    rate = len(took) / (time.perf_counter() - started)
    took.sort()
    return Measured(rate, took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000)


async def compare(server: NatsServer, count: int, seconds: float, rounds: int) -> None:
    async with open_events(server.url, name="engine") as engine, open_events(server.url, name="edge") as edge:
        best: dict[tuple[str, bool], Measured] = {}
        rooms = Rooms(engine, append=False)
        for number in range(count):
            room_id = f"room-{number}"
            rooms.by_id[room_id] = Room(room_id, subjects.partition(room_id, engine.partitions))
        for _ in range(rounds):
            for rooms.append in (False, True):
                for name, path in PATHS.items():
                    async with path(edge, rooms) as send:
                        await measure(send, rooms, 0.5)
                        measured = await measure(send, rooms, seconds)
                    former = best.get((name, rooms.append))
                    if former is None or measured.rate > former.rate:
                        best[name, rooms.append] = measured
        for append in (False, True):
            for name in PATHS:
                behind = "one fenced append" if append else "nothing behind"
                print(f"{name:18}  {behind:18}  {best[name, append]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--sync", default=None, help="JetStream's sync_interval; the server's default if not given"
    )
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with NatsServer(sync=asked.sync) as server:
        print(f"{asked.rooms} rooms, sync_interval {asked.sync or 'as the server has it (2 min)'}")
        uvloop.run(compare(server, asked.rooms, asked.seconds, asked.rounds))


if __name__ == "__main__":
    main()
