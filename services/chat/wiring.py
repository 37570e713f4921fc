"""The chat service put together: opened top to bottom, closed bottom to top."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import uuid4

from libs.events import subjects
from libs.events.nats import open_events
from libs.events.ports import Events, Feed, Journal, Stored
from libs.events.streams import WAKE
from libs.runtime.draining import Hold
from libs.runtime.storing import Storing
from libs.runtime.tracing import traced
from libs.runtime.wall_clock import unix_milliseconds
from libs.runtime.watching import watch_opened, watched
from services.chat.config import Config
from services.chat.conversation import Conversation
from services.chat.desk import Desk
from services.chat.directory import Directory
from services.chat.handlers import Handlers
from services.chat.metrics import ROOMS
from services.chat.tail import Tails
from services.chat.turns import Turns
from services.chat.unsaying import Unsaying


@asynccontextmanager
async def chat(
    config: Config, events: Events | None = None, now: Callable[[], int] | None = None
) -> AsyncGenerator[Handlers, None]:
    """The service at work while inside. `now` is its clock, in Unix milliseconds."""
    now = now or unix_milliseconds
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(traced("chat", config.traces))
        watch = await stack.enter_async_context(
            watch_opened("chat", host=config.health_host, port=config.chat_health_port)
        )
        if events is None:
            opening = open_events(
                config.nats_url, name="chat", setting_up=config.set_up, waits=watch.health.waits
            )
            events = await stack.enter_async_context(opening)
        await stack.enter_async_context(watched(watch, events))
        directory = Directory(events.rooms, events.tables, capacity=config.chat_rooms_at_hand)
        connection = events
        tails = Tails(
            events.chats, capacity=config.chat_rooms_at_hand, reconnects=lambda: connection.reconnects
        )
        unsaying = Unsaying(tails=tails, chats=events.chats, bus=events.bus)
        turns = Turns(at_once=config.chat_at_once)
        handlers = Handlers(
            conversation=Conversation(
                directory=directory,
                tails=tails,
                chats=events.chats,
                bus=events.bus,
                now=now,
            ),
            directory=directory,
            turns=turns,
            now=now,
        )
        desk = Desk(events.bus, {subjects.unsay("*"): unsaying.heard, subjects.say("*"): handlers.heard})
        lobby_known, tables_known = asyncio.Event(), asyncio.Event()
        watch.health.check("lobby", lambda: _caught_up(lobby_known, "The lobby's journal is being read."))
        watch.health.check("tables", lambda: _caught_up(tables_known, "The tables are being read."))
        watch.health.check("storing", Storing(lambda: _say_nothing(connection.chats)).fault)
        watch.figures.append(lambda: _measure(directory))
        lobby = await stack.enter_async_context(events.rooms.follow())
        tables = await stack.enter_async_context(events.tables.follow())
        tasks = await stack.enter_async_context(asyncio.TaskGroup())
        for work in (
            turns.run(),
            handlers.answer_quickly(),
            unsaying.run(),
            desk.run(),
            _follow(lobby, handlers.lobby, lobby_known),
            _follow(tables, handlers.table, tables_known),
        ):
            stack.callback(tasks.create_task(work).cancel)
        stack.push_async_callback(turns.drain)
        listening = await events.bus.listen(subjects.unsaid("*"), unsaying.unsaid)
        stack.push_async_callback(listening.stop)
        stack.push_async_callback(desk.close)
        await desk.open()
        watch.draining.of(Hold(held=lambda: len(turns), drain=desk.drain))
        stack.enter_context(watch.health.open())
        yield handlers


async def _follow(feed: Feed, handle: Callable[[Stored], Awaitable[None]], known: asyncio.Event) -> None:
    """Hand on what comes; `known` is set once all that was there at the start has come."""
    if feed.caught_up == 0:
        known.set()
    async for stored in feed:
        await handle(stored)
        if stored.fence >= feed.caught_up:
            known.set()


async def _caught_up(known: asyncio.Event, otherwise: str) -> str | None:
    return None if known.is_set() else otherwise


async def _say_nothing(chats: Journal) -> None:
    """In no room, and not kept: it only shows whether talk can be stored."""
    await chats.append(WAKE, b"", id=uuid4().hex)
    await chats.purge(WAKE)


async def _measure(directory: Directory) -> None:
    ROOMS.set(len(directory))
