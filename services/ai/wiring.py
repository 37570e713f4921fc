"""The ai service put together: opened top to bottom, closed bottom to top."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from libs.events.nats import open_events
from libs.events.ports import Events, Taking
from libs.runtime.draining import Hold
from libs.runtime.tracing import traced
from libs.runtime.wall_clock import unix_milliseconds
from libs.runtime.watching import watch_opened, watched
from services.ai.config import Config
from services.ai.delivery import Delivery
from services.ai.handlers import Handlers
from services.ai.metrics import PROCESSES, QUEUE, QUEUE_OLDEST
from services.ai.pause import Pause
from services.ai.process import Program
from services.ai.thinking import Thinkers, open_thinkers


@asynccontextmanager
async def ai(
    config: Config,
    events: Events | None = None,
    *,
    now: Callable[[], int] | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    registry: str = "services.ai.bots:BOTS",
) -> AsyncGenerator[Handlers, None]:
    """The service at work while inside. `now` (Unix milliseconds) and `sleep` are its clock."""
    now = now or unix_milliseconds
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(traced("ai", config.traces))
        watch = await stack.enter_async_context(
            watch_opened("ai", host=config.health_host, port=config.ai_health_port)
        )
        if events is None:
            opening = open_events(
                config.nats_url, name="ai", setting_up=config.set_up, waits=watch.health.waits
            )
            events = await stack.enter_async_context(opening)
        await stack.enter_async_context(watched(watch, events))
        program = Program(registry=registry, megabytes=config.bot_memory_mb)
        thinkers = await stack.enter_async_context(open_thinkers(program, config.bot_processes))
        watch.health.check("processes", lambda: _processes(thinkers))
        watch.figures.append(lambda: _measure(events, thinkers, now))
        handlers = Handlers(
            thinkers=thinkers,
            delivery=Delivery(events.bus, events.partitions, now=now, sleep=sleep),
            pause=Pause(shortest=config.bot_pause_min, longest=config.bot_pause_max),
            seconds=config.bot_seconds,
            now=now,
            sleep=sleep,
        )
        taking = await stack.enter_async_context(events.bots.work(at_once=config.bot_at_once))
        tasks = await stack.enter_async_context(asyncio.TaskGroup())
        stack.callback(tasks.create_task(_work(taking, handlers)).cancel)
        watch.draining.of(Hold(held=lambda: handlers.open, drain=taking.abstain))
        stack.push_async_callback(_take_no_more, taking)
        stack.enter_context(watch.health.open())
        yield handlers


async def _processes(thinkers: Thinkers) -> str | None:
    return None if thinkers.pids else "No thinking process lives."


async def _measure(events: Events, thinkers: Thinkers, now: Callable[[], int]) -> None:
    PROCESSES.set(len(thinkers.pids))
    backlog = await events.bots.backlog()
    QUEUE.set(backlog.jobs)
    QUEUE_OLDEST.set(0 if backlog.oldest is None else max(0, now() - backlog.oldest) / 1000)


async def _take_no_more(taking: Taking) -> None:
    """Before the end: no question is on its way here when those that are open are handed back."""
    taking.abstain(True)
    await taking.quiet()


async def _work(taking: Taking, handlers: Handlers) -> None:
    """Take questions as they come; cancelled, it hands back those that are open."""
    async with asyncio.TaskGroup() as open_questions:
        async for job in taking:
            open_questions.create_task(handlers.job(job))
