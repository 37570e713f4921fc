"""What every service shows of itself: a port for operators, its pulse, and answers to `divan top`."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from libs.events import subjects
from libs.events.ports import Events, EventsError, Heard
from libs.events.wire import pack
from libs.runtime.draining import Draining
from libs.runtime.health import Health, health_server
from libs.runtime.logging import get_logger
from libs.runtime.metrics import counter, gauge, histogram
from libs.runtime.stats import Identity, stats

LAG = histogram("event_loop_lag_seconds", "How much later than it should the event loop woke a sleeper")
RECONNECTS = counter("nats_reconnects", "Times that the connection to NATS came back")
DROPPED = counter("nats_dropped", "Messages of NATS that came faster than they were taken, or were not sent")
REFUSED = counter("nats_refused", "What NATS did not let this service's user do")

CERTIFICATE = gauge(
    "nats_certificate_ends_timestamp_seconds",
    "When the certificate that a NATS server shows now ends, in Unix time",
    ["server"],
)

PULSE_EVERY = 0.5
LOOK_EVERY = 5.0
"""Seconds between two looks at what must be asked for: readiness, queues."""
CERTIFICATES_EVERY = 600.0
"""Seconds between two looks at the servers' certificates: each is a connection of its own."""

log = get_logger()

Figure = Callable[[], Awaitable[None]]
"""Sets gauges that nothing else keeps current. It may raise EventsError: they keep their value then."""


@dataclass(slots=True)
class Watch:
    """One process under watch. `port` is the health server's; None: there is none."""

    service: str
    port: int | None = None
    health: Health = field(default_factory=Health)
    draining: Draining = field(default_factory=Draining)
    figures: list[Figure] = field(default_factory=list)


@asynccontextmanager
async def watch_opened(service: str, *, host: str, port: int | None) -> AsyncGenerator[Watch, None]:
    """The health server (where there is a port) while inside: before there is a connection to NATS."""
    watch = Watch(service)
    async with AsyncExitStack() as stack:
        if port is not None:
            server = health_server(watch.health, host=host, port=port)
            watch.port = await stack.enter_async_context(server)
            log.info("health_listening", host=host, port=watch.port)
        yield watch


@asynccontextmanager
async def watched(watch: Watch, events: Events) -> AsyncGenerator[None, None]:
    """The checks of the connection, the pulse and the answers on the bus, while inside."""
    watch.health.waits(None)
    watch.health.check("nats", lambda: _nats(events))
    watch.health.check("streams", lambda: _streams(events))
    watch.health.check("draining", watch.draining.fault)

    def drain(heard: Heard) -> None:
        watch.draining.told(heard, is_stopping=watch.health.state == "stopping")

    async with AsyncExitStack() as stack:
        tasks = await stack.enter_async_context(asyncio.TaskGroup())
        asked = asyncio.Event()
        for listening in (
            await events.bus.listen(subjects.ASK_STATS, lambda _: asked.set()),
            await events.bus.listen(subjects.drain(watch.draining.id), drain),
        ):
            stack.push_async_callback(listening.stop)
        for work in (_beat(events), _look(watch), _tell(watch, events, asked), _certificates(events)):
            stack.callback(tasks.create_task(work).cancel)
        yield


async def _nats(events: Events) -> str | None:
    return None if await events.alive() else "NATS does not answer a request."


async def _streams(events: Events) -> str | None:
    missing = await events.missing()
    return f"Not there: {', '.join(missing)}." if missing else None


async def _beat(events: Events) -> None:
    clock = asyncio.get_running_loop().time
    known = _counts(events)
    while True:
        due = clock() + PULSE_EVERY
        await asyncio.sleep(PULSE_EVERY)
        LAG.observe(max(0.0, clock() - due))
        former, known = known, _counts(events)
        for metric, before, after in zip((RECONNECTS, DROPPED, REFUSED), former, known, strict=True):
            metric.inc(after - before)


def _counts(events: Events) -> tuple[int, int, int]:
    counts = events.counts
    return counts.reconnects, counts.dropped, counts.refused


async def _look(watch: Watch) -> None:
    while True:
        await watch.health.faults()
        for figure in watch.figures:
            try:
                await figure()
            except EventsError as error:
                log.debug("figure_unavailable", reason=str(error))
        await asyncio.sleep(LOOK_EVERY)


async def _certificates(events: Events) -> None:
    while True:
        try:
            for server, end in (await events.certificates()).items():
                CERTIFICATE.labels(server).set(end)
        except EventsError as error:
            log.warning("nats_certificate_not_believed", reason=str(error))
        await asyncio.sleep(CERTIFICATES_EVERY)


async def _tell(watch: Watch, events: Events, asked: asyncio.Event) -> None:
    """Answer on the bus, once for all who asked meanwhile."""
    identity = Identity.of(watch.service)
    while True:
        await asked.wait()
        asked.clear()
        try:
            faults = await watch.health.faults()
            told = stats(identity, watch.draining, faults, ready=not watch.health.hinders(faults))
            await events.bus.publish(subjects.STATS, pack(told))
        except EventsError as error:
            log.debug("stats_not_told", reason=str(error))
