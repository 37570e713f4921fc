"""An installation in play, under the eyes of Prometheus: what is broken, and which alerts must come of it."""

import asyncio
import os
import random
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import aiohttp

from libs.events import subjects
from libs.events.commands import Command
from libs.events.nats import open_events
from libs.events.talk import Say
from libs.events.wire import pack
from tests.chaos.crowd import Crowd, at_sockets
from tests.chaos.world import World, world
from tests.sight.documented import differences, empty_panels
from tests.sight.prometheus import FASTER, Prometheus, prometheus
from tests.support.nats_server import free_port

SLOTS = ("engine-1", "engine-2", "ai-1", "ai-2", "chat-1", "rooms-1", "rooms-2")

ROOMS = 8
"""In play at a time."""

PLAYED_FOR = 300.0 / FASTER + 10
"""Seconds until rates over five minutes are of play alone."""

FIRES_WITHIN = 900.0 / FASTER
CALM_WITHIN = 1200.0 / FASTER
LOOK_EVERY = 0.5

SLOW = frozenset(
    {
        "DivanAppendsSlow",
        "DivanCommandsSlow",
        "DivanEventLoopLags",
        "DivanLapsesLate",
        "DivanViewsSlow",
    }
)
"""What a machine with too much to do may add to anything."""

CUT_OFF = frozenset({"DivanOutcomeUnknown", "DivanBotsLag", "DivanBotsFail", "DivanNatsDropped"})
"""What may come of it that commands cannot be decided for long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What came of one fault. `seconds` from the fault to the last of the alerts that must come."""

    what: str
    expected: frozenset[str]
    fired: frozenset[str]
    seconds: float
    unexpected: frozenset[str]

    @property
    def missing(self) -> frozenset[str]:
        return self.expected - self.fired


@dataclass
class Trial:
    """Made by `trial`."""

    world: World
    prometheus: Prometheus
    crowd: Crowd
    ports: dict[str, int]
    url: str
    seen: list[Seen] = field(default_factory=list)

    def found(self, *but: str) -> None:
        """Let Prometheus find all processes but these, as a name server would."""
        targets: dict[str, tuple[int, ...]] = {}
        for name, port in self.ports.items():
            if name not in but:
                service = name.partition("-")[0]
                targets[service] = (*targets.get(service, ()), port)
        self.prometheus.find(targets)

    async def kill(self, *names: str) -> None:
        await asyncio.gather(*(self.world.kill(self.world.slots[name]) for name in names))

    async def again(self, *names: str) -> None:
        """Started anew, as a supervisor does; whether they get to work, the alerts will tell."""
        for name in names:
            await self.world.start(name)

    async def watch(
        self,
        what: str,
        expected: frozenset[str],
        *,
        may: frozenset[str] = frozenset(),
        within: float = FIRES_WITHIN,
    ) -> None:
        """Look until the alerts that must come are there, or for so long where none may come."""
        began, fired, last = time.monotonic(), frozenset[str](), 0.0
        while time.monotonic() - began < within and not (expected and expected <= fired):
            await asyncio.sleep(LOOK_EVERY)
            now = await self.prometheus.alerts("firing")
            if (now & expected) - fired:
                last = time.monotonic() - began
            fired |= now
        beside = fired - expected - may
        if os.getloadavg()[0] > (os.cpu_count() or 1):
            beside -= SLOW
        self.seen.append(Seen(what=what, expected=expected, fired=fired, seconds=last, unexpected=beside))

    async def calm(self) -> None:
        """Until no alert is there but those of a slow machine. Raises TimeoutError."""
        until = time.monotonic() + CALM_WITHIN
        while left := await self.prometheus.alerts("pending", "firing") - SLOW:
            if time.monotonic() > until:
                raise TimeoutError(f"still there: {', '.join(sorted(left))}")
            await asyncio.sleep(LOOK_EVERY)


async def in_play(trial: Trial) -> None:
    async with open_events(trial.url, name="stranger") as events:
        for number in range(3):
            talk = Say(room=uuid.uuid4().hex, id=f"{number}", person="p0", text="is anybody there?")
            await events.bus.request(subjects.say(talk.room), pack(talk), within=5)
            await asyncio.sleep(4)
    await trial.watch("nothing: people play", frozenset(), within=PLAYED_FOR)


async def engine_killed(trial: Trial) -> None:
    await trial.kill("engine-1")
    await trial.watch("an engine is killed, and its target stays", frozenset({"DivanTargetDown"}))
    await trial.again("engine-1")


async def engines_killed(trial: Trial) -> None:
    await trial.kill("engine-1", "engine-2")
    must = frozenset({"DivanTargetDown", "DivanPartitionsUnheld", "DivanOutcomeUnknown"})
    await trial.watch("all engines are killed", must, may=CUT_OFF)
    await trial.again("engine-1", "engine-2")


async def chat_gone(trial: Trial) -> None:
    await trial.kill("chat-1")
    trial.found("chat-1")
    await trial.watch("the only chat is killed, and its target is gone", frozenset({"DivanServiceMissing"}))
    await trial.again("chat-1")
    trial.found()


async def few_workers(trial: Trial) -> None:
    """One ai where two were, which takes one question at a time and half a minute for it."""
    slot, usual = trial.world.slots["ai-1"], trial.world.slots["ai-1"].settings
    await trial.kill("ai-1", "ai-2")
    slot.settings = {
        **usual,
        "DIVAN_BOT_AT_ONCE": "1",
        "DIVAN_BOT_PAUSE_MIN": "30",
        "DIVAN_BOT_PAUSE_MAX": "30",
    }
    await trial.again("ai-1")
    must = frozenset({"DivanTargetDown", "DivanBotsLag"})
    await trial.watch("one ai is killed, the other slow", must, may=frozenset({"DivanBotsFail"}))
    await trial.kill("ai-1")
    slot.settings = usual
    await trial.again("ai-1", "ai-2")


async def room_flooded(trial: Trial) -> None:
    """Commands for one room, faster than it can take them, from somebody who is no edge."""
    room = uuid.uuid4().hex
    async with open_events(trial.url, name="flood") as events:
        subject = subjects.command("player", subjects.partition(room, events.partitions), room)
        for _ in range(20):
            for number in range(500):
                flood = Command(room=room, id=f"{number}", origin="player", seat=0, body={})
                await events.bus.publish(subject, pack(flood))
            await asyncio.sleep(0.1)
    await trial.watch("a room is flooded", frozenset({"DivanEngineOverflows"}))


async def nats_killed(trial: Trial) -> None:
    trial.world.nats.kill()
    may = CUT_OFF | SLOW | {"DivanPartitionsUnheld"}
    await trial.watch("NATS is killed", frozenset({"DivanNotReady"}), may=may)
    await asyncio.to_thread(trial.world.nats.start)
    # Of what was waited for, some comes only now.
    await trial.watch("NATS is there again", frozenset(), may=may | {"DivanNotReady"}, within=200 / FASTER)


STEPS: tuple[Callable[[Trial], Awaitable[None]], ...] = (
    in_play,
    engine_killed,
    chat_gone,
    few_workers,
    room_flooded,
    engines_killed,
    nats_killed,
)


async def documents(trial: Trial) -> list[str]:
    """Where the documents and the dashboard say something else than what is there."""
    rooms = frozenset(trial.crowd.rooms)
    return [*await differences(trial.prometheus, rooms), *await empty_panels(trial.prometheus)]


@asynccontextmanager
async def trial(program: str, rng: random.Random) -> AsyncGenerator[Trial, None]:
    """Two engines, two ai, a chat and two edges with a crowd at them, all of it scraped."""
    ports = {name: free_port() for name in SLOTS}
    slots: dict[str, dict[str, str]] = {
        name: {f"DIVAN_{name.partition('-')[0].upper()}_HEALTH_PORT": str(port)}
        for name, port in ports.items()
    }
    for name in ("rooms-1", "rooms-2"):
        slots[name]["DIVAN_HTTP_PORT"] = str(free_port())
    async with AsyncExitStack() as stack:
        whole = await stack.enter_async_context(world({}))
        # One after another: all at once they take their time on a machine that has more to do.
        for name, settings in slots.items():
            slot = await whole.start(name, settings)
            assert slot.process is not None
            await slot.process.until_ready()
        eyes = await stack.enter_async_context(prometheus(program))
        crowd = await stack.enter_async_context(at_sockets(whole.nats.url, whole.edges, rng))
        made = Trial(world=whole, prometheus=eyes, crowd=crowd, ports=ports, url=whole.nats.url)
        made.found()
        await stack.enter_async_context(_playing(crowd))
        yield made


@asynccontextmanager
async def _playing(crowd: Crowd) -> AsyncIterator[None]:
    playing = [asyncio.create_task(_play(crowd)) for _ in range(ROOMS)]
    try:
        yield
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def _play(crowd: Crowd) -> None:
    """Whether all is as it must be in the rooms, tests.chaos asks: here one that takes too long is left."""
    while True:
        try:
            await crowd.play()
        except (TimeoutError, aiohttp.ClientError, AssertionError):
            await asyncio.sleep(1)
