"""The engine put together: opened top to bottom, closed bottom to top."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from libs.events import subjects
from libs.events.holding import Partitions
from libs.events.nats import open_events
from libs.events.ports import Events
from libs.events.streams import WAKE
from libs.runtime.draining import Hold
from libs.runtime.game_logs import game_logs
from libs.runtime.games import installed
from libs.runtime.state import AnyGame
from libs.runtime.storing import Storing
from libs.runtime.tracing import traced
from libs.runtime.wall_clock import unix_milliseconds
from libs.runtime.watching import watch_opened, watched
from services.engine import capacity, snapshots
from services.engine.balance import Balance
from services.engine.config import Config, keyring
from services.engine.handlers import Engine
from services.engine.house import House
from services.engine.metrics import ALL_PARTITIONS
from services.engine.publishing import Publisher

SWEEP_EVERY = 5.0
"""Seconds between two looks for rooms that may leave memory."""

NEVER = 365 * 24 * 3_600_000
"""Milliseconds until a timer that is armed to see whether the log can be written: WAKE, should it fire."""

GIVE_UP_WITHIN = 5.0
"""Seconds for handing over the rooms when the service is told to stop; half of its grace."""


@asynccontextmanager
async def engine(
    config: Config,
    events: Events | None = None,
    *,
    games: Mapping[str, AnyGame] | None = None,
    now: Callable[[], int] | None = None,
) -> AsyncGenerator[Engine, None]:
    """The service at work while inside. `now` is its clock, in Unix milliseconds."""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(traced("engine", config.traces))
        watch = await stack.enter_async_context(
            watch_opened("engine", host=config.health_host, port=config.engine_health_port)
        )
        if events is None:
            opening = open_events(
                config.nats_url, name="engine", setting_up=config.set_up, waits=watch.health.waits
            )
            events = await stack.enter_async_context(opening)
        await stack.enter_async_context(watched(watch, events))
        ALL_PARTITIONS.set(events.partitions)
        watch.figures.append(lambda: capacity.measure(events, config.nats_disk_gb))
        # Rooms finish what they are at before the connection closes.
        tasks = await stack.enter_async_context(asyncio.TaskGroup())
        holding: Partitions | None = None

        def holds(room: str) -> bool:
            return holding is not None and subjects.partition(room, events.partitions) in holding.held

        house = House(
            events=events,
            logs=game_logs(events, config.archive),
            games=installed(config.extra_games) if games is None else games,
            keyring=keyring(config),
            now=now or unix_milliseconds,
            spawn=lambda work: _own(tasks, work),
            build=snapshots.build_id(),
            holds=holds,
        )
        handlers = Engine(house)
        balance = Balance(events.bus, house.now, watch.draining.id)
        listening = await events.bus.listen(subjects.ENGINES, balance.heard)
        stack.push_async_callback(listening.stop)
        holds_now = holding = await stack.enter_async_context(events.hold_partitions(handlers))
        watch.health.check("partitions", lambda: _partitions(holds_now))
        watch.health.check("storing", Storing(lambda: events.timers.arm(WAKE, house.now() + NEVER)).fault)
        works = [balance.run(holding, events.partitions, handlers.save), _sweep(handlers, config)]
        if config.publish:
            publisher = Publisher(house)
            works.append(publisher.run(holding))
            watch.figures.append(lambda: publisher.measure(holds_now))
        for work in works:
            stack.callback(tasks.create_task(work).cancel)
        watch.draining.of(
            Hold(
                held=lambda: len(holds_now.held),
                drain=lambda draining: balance.drain(draining, holds_now),
                is_alone=lambda: not balance.takers(),
            )
        )
        # What stops hands its rooms over first, while everything still works.
        stack.push_async_callback(balance.give_up, holding, GIVE_UP_WITHIN)
        stack.enter_context(watch.health.open())
        yield handlers


async def _partitions(holding: Partitions) -> str | None:
    """One that holds none is ready too: others have them all, and it takes over at once."""
    return None if holding.is_answered else "The server does not answer who asks for partitions."


async def _sweep(handlers: Engine, config: Config) -> None:
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        handlers.put_away_idle(config.idle_seconds, config.rooms_at_hand)


def _own(tasks: asyncio.TaskGroup, work: Coroutine[Any, Any, None]) -> None:
    tasks.create_task(work)
