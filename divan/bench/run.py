"""The benchmark put together: one temporary installation, one part after the other, one report."""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from divan.backup.own_server import for_a_while
from divan.bench import long_games, raw, replaying, size
from divan.bench.figures import Figure, Timed
from divan.bench.processes import Spent, resident
from divan.bench.sockets import SocketDriver
from divan.bench.subject import SubjectDriver
from divan.bench.wide import WIDE
from divan.data_folder import DataFolder, Running
from divan.installation import Plan, installation
from divan.supervisor import Supervisor
from libs.events.nats import open_events
from libs.games.catalog import GAMES

PARTS = ("subject", "sockets", "wide", "memory", "replay", "size")
GAMES_SIZED = 10
"""So many games of each kind are played to see what one takes of disk."""

FENCED = "raw fenced appends"

FOR_A_BENCH = {
    "DIVAN_FRAMES_PER_SECOND": "100000",
    "DIVAN_FRAMES_AT_ONCE": "100000",
    "DIVAN_GUESTS_PER_MINUTE": "1000000",
    "DIVAN_WAITING_ROOMS": "100000",
    "DIVAN_ROOMS_PER_MINUTE": "1000000",
    "DIVAN_EXTRA_GAMES": "divan.bench.wide:WIDE",
}
"""No limits that would stop a driver which plays a thousand people from one address; the wide game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What to measure. `rooms` and `commands` are of the subject path and of full speed over sockets."""

    parts: tuple[str, ...]
    game: str
    rooms: int
    commands: int
    engines: int
    sync: tuple[str, ...]
    idle_rooms: int


Tell = Callable[[Figure], None]


async def measure(wanted: Wanted, tell: Tell) -> None:
    """Run every part and tell each figure as it is known. Raises Trouble where the installation fails."""
    os.environ.update(FOR_A_BENCH)
    for sync in wanted.sync:
        if {"subject", "sockets", "wide"} & set(wanted.parts):
            fenced = await _raw(wanted, sync, tell)
            async with running(wanted, sync) as (supervisor, where):
                await _paths(wanted, sync, supervisor, where, fenced, tell)
    if "memory" in wanted.parts:
        async with running(wanted, wanted.sync[0]) as (supervisor, where):
            await _memory(wanted, supervisor, where, tell)
    if "size" in wanted.parts:
        async with running(wanted, wanted.sync[0]) as (_, where):
            for game in GAMES:
                for figure in await size.sizes(where.nats_url, game, GAMES_SIZED):
                    tell(figure)
    if "replay" in wanted.parts:
        for figure in replaying.replay_speed(wanted.game):
            tell(figure)
        for game in GAMES:
            for figure in await long_games.durations(game):
                tell(figure)


@asynccontextmanager
async def running(wanted: Wanted, sync: str) -> AsyncGenerator[tuple[Supervisor, Running], None]:
    """A whole installation in a temporary folder, on free ports of loopback."""
    with tempfile.TemporaryDirectory(prefix="divan-bench-") as folder:
        plan = Plan(
            host="127.0.0.1",
            port=0,
            data=DataFolder(Path(folder)),
            engines=wanted.engines,
            bots_pause=(0.0, 0.0),
            sync=sync,
            log_level="error",
            open_browser=False,
            json_lines=False,
        )
        async with installation(plan) as (supervisor, where):
            yield supervisor, where


async def _raw(wanted: Wanted, sync: str, tell: Tell) -> Figure:
    """What a server gives that is like the installation's, and on which no engine reads along.

    What is written there is no entry of a game: engines would rightly complain of it.
    """
    async with for_a_while(sync=sync) as url, open_events(url, name="bench") as events:
        tell(_named(await raw.publishes(url, wanted.commands), sync))
        fenced = await raw.fenced(events, wanted.commands)
        tell(_named(fenced, sync))
    return fenced


async def _paths(
    wanted: Wanted, sync: str, supervisor: Supervisor, where: Running, fenced: Figure, tell: Tell
) -> None:
    seats = GAMES[wanted.game].seats.start
    if "subject" in wanted.parts:
        async with open_events(where.nats_url, name="bench") as events:
            driver = SubjectDriver(events, wanted.game, seats)
            spent = Spent(supervisor.pids())
            with spent.counted():
                timed = await driver.run(wanted.rooms, wanted.commands)
            what = f"subject path, {wanted.rooms} rooms, {wanted.engines} engines"
            tell(_figure(what, sync, timed, fenced, spent))
    if "sockets" in wanted.parts:
        sockets = SocketDriver(where.address, wanted.game, seats)
        for name, rooms, commands, per_second in (
            (f"sockets, {wanted.rooms} rooms, full speed", wanted.rooms, wanted.commands, None),
            ("sockets, 1000 rooms, 1000 moves/s asked", 1000, 5000, 1000),
            ("sockets, 200 rooms, 200 moves/s asked", 200, 1200, 200),
        ):
            spent = Spent(supervisor.pids())
            timed = await sockets.waves(rooms, commands, spent, per_second=per_second)
            tell(_figure(name, sync, timed, fenced, spent))
    if "wide" in wanted.parts:
        wide, spent = SocketDriver(where.address, WIDE.name, seats=2), Spent(supervisor.pids())
        timed = await wide.waves(wanted.rooms, wanted.commands, spent)
        tell(_figure(f"sockets, {wanted.rooms} rooms, 12 KB views, full speed", sync, timed, fenced, spent))


async def _memory(wanted: Wanted, supervisor: Supervisor, where: Running, tell: Tell) -> None:
    seats = GAMES[wanted.game].seats.start
    driver = SocketDriver(where.address, wanted.game, seats)
    rooms = 500

    def held(name: str, *, without: dict[str, int] | None = None) -> dict[str, int]:
        found = resident(supervisor.pids())
        if without is None:
            tell(Figure(name=name, value=sum(found.values()) / 2**20, unit="MiB", note=_parts(found, 2**20)))
        else:
            each = {kind: (size - without.get(kind, 0)) // rooms for kind, size in found.items()}
            tell(Figure(name=name, value=sum(each.values()) / 1000, unit="kB", note=_parts(each, 1000)))
        return found

    async with driver.session() as session:
        # Once before: what is allocated at the first rooms, and stays, is not theirs.
        async with driver.tables(session, rooms):
            pass
        empty = held("memory without rooms in play")
        async with driver.tables(session, rooms):
            await asyncio.sleep(1)
            held(f"memory per room with {seats} sockets", without=empty)
        for _ in range(max(0, wanted.idle_rooms - 2 * rooms) // rooms):
            async with driver.tables(session, rooms):
                pass
    await asyncio.sleep(75)  # rooms leave the engines' memory a minute after their last command
    held(f"memory with {wanted.idle_rooms} idle rooms")


def _parts(sizes: dict[str, int], unit: int) -> str:
    return ", ".join(f"{kind} {size / unit:.0f}" for kind, size in sizes.items())


def _update_size(timed: Timed) -> str:
    if not timed.updates:
        return ""
    return f", an update has {median(timed.updates):.0f} bytes in the median"


def _named(figure: Figure, sync: str) -> Figure:
    return replace(figure, note=f"{figure.note}, sync {sync}")


def _figure(name: str, sync: str, timed: Timed, base: Figure, spent: Spent | None = None) -> Figure:
    return Figure(
        name=name,
        value=timed.rate,
        unit="commands/s",
        latency=timed.latency(),
        ratio=timed.rate / base.value if base.value else None,
        ratio_to=FENCED,
        note=f"sync {sync}" + _update_size(timed),
        microseconds={} if spent is None else spent.each(len(timed.seconds)),
    )
