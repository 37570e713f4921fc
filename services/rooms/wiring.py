"""The rooms service put together: opened top to bottom, closed bottom to top."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from libs.events.nats import open_events
from libs.events.ports import Events
from libs.events.streams import ATTEMPTS_LAST
from libs.events.wire import to_json
from libs.runtime.draining import Hold
from libs.runtime.games import installed
from libs.runtime.health import public_routes
from libs.runtime.lobby_rules import RulesOf, lobby_rules
from libs.runtime.logging import get_logger
from libs.runtime.state import AnyGame
from libs.runtime.storing import Storing
from libs.runtime.tracing import traced
from libs.runtime.wall_clock import unix_milliseconds
from libs.runtime.watching import Watch, watch_opened, watched
from services.rooms import unreadable
from services.rooms.account_requests import AccountRequests
from services.rooms.accounts import Accounts
from services.rooms.attempts import FailedAttempts
from services.rooms.attendance import Attendance
from services.rooms.banning import Doorkeeper
from services.rooms.bans import Bans
from services.rooms.census import Census
from services.rooms.closed_rooms import ClosedRooms
from services.rooms.config import Config
from services.rooms.dialogue import Dialogues
from services.rooms.directory import Directory
from services.rooms.due import Timings
from services.rooms.duties import Duties
from services.rooms.edges import Edges
from services.rooms.engine_calls import EngineCalls
from services.rooms.erasing import Eraser
from services.rooms.erasures import Erasures
from services.rooms.faces import Faces
from services.rooms.forms import Site
from services.rooms.hosting import Host
from services.rooms.hubs import Hubs
from services.rooms.intake import Intake
from services.rooms.leaving import Leaving
from services.rooms.limits import Buckets
from services.rooms.not_yet import saying_not_yet
from services.rooms.openapi import document
from services.rooms.openings import Openings
from services.rooms.pages import pages
from services.rooms.passwords import Passwords
from services.rooms.people import People
from services.rooms.presence import Presence
from services.rooms.replay_requests import ReplayRequests
from services.rooms.roll_call import RollCall
from services.rooms.room_requests import RoomRequests
from services.rooms.routes import routes
from services.rooms.server import BODY_LIMIT, Gatekeeper, api, problems
from services.rooms.sessions import Sessions
from services.rooms.sockets import Sockets
from services.rooms.tables import Tables
from services.rooms.upkeep import keep_sessions, watch_connection
from services.rooms.vigil import Vigil
from services.rooms.work import Work, working

log = get_logger()

FAILURES = 10
TRIAL = "trial"
"""A key of failed attempts that is nobody's. Its removal is stored, whether anything is there or not."""

LOOK_EVERY = 0.5
"""Seconds between two looks at what is due by the passing of time."""

SHUTDOWN = 2.0
"""Seconds for requests under way when the service is told to stop."""

SILENCE = 75.0
"""Seconds that a connection may take to its first request, headers and all, and idle after an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """The service at work: where it listens, and what tests want to look at."""

    port: int
    health_port: int | None
    directory: Directory
    tables: Tables
    presence: Presence
    duties: Duties
    hubs: Hubs
    sockets: Sockets
    edges: Edges
    eraser: Eraser
    doorkeeper: Doorkeeper


@asynccontextmanager
async def rooms(
    config: Config,
    events: Events | None = None,
    *,
    games: Mapping[str, AnyGame] | None = None,
    rules: RulesOf = lobby_rules,
    now: Callable[[], int] | None = None,
) -> AsyncGenerator[Edge, None]:
    """The service at work while inside. `now` is its clock, in Unix milliseconds.

    `games` are those that rooms may be opened for; None: the catalogue's and those of the settings.
    `rules` are those of each game's rooms.
    """
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(traced("rooms", config.traces, config.traces_ratio))
        watch = await stack.enter_async_context(
            watch_opened("rooms", host=config.health_host, port=config.rooms_health_port)
        )
        if events is None:
            opening = open_events(
                config.nats_url, name="rooms", setting_up=config.set_up, waits=watch.health.waits
            )
            async with saying_not_yet(watch.health, host=config.http_host, port=config.http_port):
                events = await stack.enter_async_context(opening)
        await stack.enter_async_context(watched(watch, events))
        work = await stack.enter_async_context(working())
        pool = stack.enter_context(ThreadPoolExecutor(config.hash_threads, "passwords"))
        known = installed(config.extra_games) if games is None else games
        edge = await _compose(
            config, events, known, rules, work, pool, now or unix_milliseconds, watch, stack
        )
        stack.push_async_callback(edge.sockets.end)
        stack.enter_context(watch.health.open())
        yield edge


async def _compose(
    config: Config,
    events: Events,
    games: Mapping[str, AnyGame],
    rules: RulesOf,
    work: Work,
    pool: ThreadPoolExecutor,
    now: Callable[[], int],
    watch: Watch,
    stack: AsyncExitStack,
) -> Edge:
    clock = asyncio.get_running_loop().time
    boot = watch.draining.id
    people = People(events.bucket("accounts"))
    sessions = Sessions(events.bucket("sessions"), now)
    failures = FailedAttempts(
        events.bucket("attempts"), now, most=FAILURES, window=round(ATTEMPTS_LAST * 1000)
    )
    erasures = Erasures(events.bucket("erased"), now)
    bans = Bans(events.bucket("bans"), now)
    accounts = Accounts(
        people=people,
        names=events.bucket("names"),
        sessions=sessions,
        passwords=Passwords(pool, memory_kib=config.hash_memory_kib, rounds=config.hash_rounds),
        failures=failures,
        erasures=erasures,
        bans=bans,
        now=now,
    )
    directory = Directory(events.rooms, events.bucket("names"))
    presence = Presence(boot, now, grace_ms=round(config.presence_grace * 1000), has_seat=directory.has_seat)
    engine = EngineCalls(events.bus, events.partitions, config.ask_patience)
    closing: dict[str, str] = {}
    tables = Tables(lambda room: directory.get(room) is not None or room in closing)
    census = Census(directory, tables)
    faces = Faces(people=people, presence=presence, tables=tables, games=games, room_of=directory.get)
    host = Host(
        directory=directory,
        tables=tables,
        presence=presence,
        engine=engine,
        work=work,
        now=now,
        closing=closing,
        games=games,
    )
    vigil = Vigil(bus=events.bus, presence=presence, host=host, work=work, rules=rules, now=now)
    hubs = Hubs(
        bus=events.bus,
        directory=directory,
        engine=engine,
        faces=faces,
        presence=presence,
        tables=tables,
        rules=rules,
        heed=vigil.told,
        work=work,
    )
    duties = Duties(
        directory=directory,
        tables=tables,
        presence=presence,
        host=host,
        hubs=hubs,
        work=work,
        timings=_timings(config),
        rules=rules,
        now=now,
    )
    attendance = Attendance(bus=events.bus, presence=presence, host=host, work=work)
    edges = Edges(
        bus=events.bus,
        presence=presence,
        duties=duties,
        hubs=hubs,
        vigil=vigil,
        work=work,
        silence=config.edge_silence,
    )
    gatekeeper = Gatekeeper(
        accounts=accounts,
        site_url=config.site_url,
        allowed_origins=config.allowed_origins,
        trust_forwarded=config.trust_forwarded,
    )
    dialogues = Dialogues(
        boot=boot,
        bus=events.bus,
        directory=directory,
        faces=faces,
        intake=Intake(
            engine=engine,
            work=work,
            gives_up_after=config.command_patience,
            expect_view=hubs.expect_view,
        ),
        vigil=vigil,
        tables=tables,
        now=now,
        clock=clock,
        work=work,
        seed_window_ms=round(config.seed_window * 1000),
    )
    sockets = Sockets(
        gatekeeper=gatekeeper,
        directory=directory,
        hubs=hubs,
        dialogues=dialogues,
        attendance=attendance,
        vigil=vigil,
        rules=rules,
        now=now,
        clock=clock,
        frames_per_second=config.frames_per_second,
        frames_at_once=config.frames_at_once,
        most_each=config.sockets_each,
    )
    replay = ReplayRequests(
        directory=directory,
        closed=ClosedRooms(events.rooms, events.bucket("names"), engine),
        engine=engine,
        faces=faces,
    )
    eraser = Eraser(
        erasures=erasures,
        bans=bans,
        people=people,
        names=events.bucket("names"),
        sessions=sessions,
        failures=failures,
        directory=directory,
        presence=presence,
        sockets=sockets,
        hubs=hubs,
        bus=events.bus,
        work=work,
        now=now,
    )
    doorkeeper = Doorkeeper(
        bans=bans,
        sessions=sessions,
        directory=directory,
        presence=presence,
        sockets=sockets,
        bus=events.bus,
        work=work,
        now=now,
    )
    table = routes(
        AccountRequests(
            accounts=accounts,
            directory=directory,
            faces=faces,
            newcomers=Buckets(config.guests_per_minute / 60, config.guests_per_minute, clock),
            session_ended=sockets.close_session,
            erase=eraser.erase,
        ),
        RoomRequests(
            directory=directory,
            engine=engine,
            faces=faces,
            presence=presence,
            now=now,
            waiting_rooms=config.waiting_rooms,
            rooms_each=config.rooms_each,
            openings=Openings(replay=replay, engine=engine, games=games, rules=rules),
            pace=Buckets(config.rooms_per_minute / 60, config.rooms_per_minute, clock),
            games=games,
            rules=rules,
        ),
        replay,
        Site(contact=config.contact or None),
    )

    async def lobby() -> str | None:
        return None if directory.known.is_set() else "The lobby's journal is being read."

    async def facts() -> str | None:
        return None if tables.known.is_set() else "The tables are being read."

    leaving = Leaving(
        sockets=sockets, presence=presence, edges=edges, notice=config.drain_notice, clock=clock
    )
    # The page, the lobby and the boards are still shown: a balancer that had no edge left would show nothing.
    attempts = events.bucket("attempts")
    watch.health.check("storing", Storing(lambda: attempts.delete(TRIAL)).fault, hinders=False)
    watch.health.check("lobby", lobby)
    watch.health.check("tables", facts)
    app = web.Application(client_max_size=BODY_LIMIT, middlewares=[problems])
    app.add_routes(api(table, gatekeeper))
    app.add_routes([web.get("/api/rooms/{door}/socket", sockets.handle)])
    app.add_routes([web.get("/api/openapi.json", _served(to_json(document(table))))])
    app.add_routes(public_routes(watch.health))
    app.add_routes(pages(config.page_folder))

    loops = await stack.enter_async_context(asyncio.TaskGroup())

    def always(job: Coroutine[Any, Any, None]) -> None:
        """Work without which the service is none: if it fails, the service ends and is started anew."""
        stack.callback(loops.create_task(job).cancel)

    always(directory.follow(await stack.enter_async_context(events.rooms.follow())))
    await directory.known.wait()
    always(tables.follow(await stack.enter_async_context(events.tables.follow())))
    await tables.known.wait()
    roll_call = RollCall(bus=events.bus, hubs=hubs, presence=presence, work=work)
    about_persons = [await eraser.listen(), await doorkeeper.listen(), await roll_call.listen()]
    for listening in (*await hubs.listen(), *await edges.listen(), *about_persons):
        stack.push_async_callback(listening.stop)
    always(edges.run())
    always(leaving.run())
    always(duties.run(LOOK_EVERY))
    always(watch_connection(events, hubs, directory, census))
    always(keep_sessions(sessions, sockets))
    always(eraser.run())
    always(doorkeeper.run())
    watch.draining.of(Hold(held=lambda: len(sockets), drain=leaving.drain, is_alone=leaving.is_alone))
    port = await _serve(app, config, stack)
    log.info("edge_listening", host=config.http_host, port=port, rooms=len(directory))
    return Edge(
        port=port,
        health_port=watch.port,
        directory=directory,
        tables=tables,
        presence=presence,
        duties=duties,
        hubs=hubs,
        sockets=sockets,
        edges=edges,
        eraser=eraser,
        doorkeeper=doorkeeper,
    )


def _timings(config: Config) -> Timings:
    return Timings(
        seed_window=round(config.seed_window * 1000),
        owner_away=round(config.owner_away * 1000),
        idle_after=round(config.idle_after * 1000),
        absent_after=None if config.absent_after is None else round(config.absent_after * 1000),
    )


def _served(body: bytes) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def handle(_: web.Request) -> web.StreamResponse:
        return web.Response(body=body, content_type="application/json")

    return handle


async def _serve(app: web.Application, config: Config, stack: AsyncExitStack) -> int:
    unreadable.quieten()
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN, keepalive_timeout=SILENCE)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    await web.TCPSite(runner, config.http_host, config.http_port).start()
    return int(runner.addresses[0][1])
