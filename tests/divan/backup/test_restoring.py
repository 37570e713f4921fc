"""A backup of one real server restored into another: everything is there, and exactly as it was."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from divan.backup import restoring
from divan.backup.container import DRAFT, opened
from divan.backup.rehearsal import rehearse
from divan.backup.restoring import Restored, restore
from divan.backup.taking import take
from divan.exits import Trouble
from libs.events.entry import unseal
from libs.events.erasure import Erasure
from libs.events.nats import open_events
from libs.events.nats.events import NatsEvents
from libs.events.nats.inspection import deviations
from libs.events.nats.snapshots import open_snapshots
from libs.events.ports import Unavailable
from libs.events.streams import RESTORING, Installation
from libs.events.wire import pack, unpack
from libs.runtime.wall_clock import unix_milliseconds
from tests.divan.processes import eventually
from tests.runtime.golden_logs import read
from tests.support.nats_server import NatsServer

pytestmark = [pytest.mark.nats, pytest.mark.slow]

PERSON = "p0123456789abcdef"


@pytest.fixture
def old() -> Iterator[NatsServer]:
    with NatsServer() as server:
        yield server


@pytest.fixture
def new() -> Iterator[NatsServer]:
    with NatsServer() as server:
        yield server


def silent(done: float, total: float, what: str) -> None:
    """Nobody looks."""


async def play(events: NatsEvents, golden: str) -> str:
    """A recorded game into the log; its room."""
    log = list(read(golden))
    room = unseal(log[0])[0].room
    for number, data in enumerate(log):
        await events.games.append(room, data, id=f"c{number}", expected=await fence(events, room))
    return room


async def fence(events: NatsEvents, room: str) -> int:
    last = await events.games.last(room)
    return 0 if last is None else last.fence


async def back_up(server: NatsServer, to: Path) -> Path:
    await take(server.url, to, only=(), key=None, tell=silent)
    return to


async def bring(path: Path, server: NatsServer, *erased: str) -> Restored:
    with opened(path) as backup:
        return await restore(backup, server.url, replicas=None, erased=erased, tell=silent)


@asynccontextmanager
async def restored(old: NatsServer, new: NatsServer, folder: Path) -> AsyncIterator[NatsEvents]:
    await bring(await back_up(old, folder / "backup.tar"), new)
    async with open_events(new.url, name="restored", setting_up=False) as events:
        yield events


async def test_every_message_keeps_its_sequence_and_the_fence_goes_on(
    old: NatsServer, new: NatsServer, tmp_path: Path
) -> None:
    async with open_events(old.url, name="old") as events:
        room = await play(events, "tictactoe")
        await events.games.purge(room, before=3)
        before = [stored async for stored in events.games.read(room)]
        revision = await events.bucket("names").create("code", room.encode())
    async with restored(old, new, tmp_path) as events:
        assert [stored async for stored in events.games.read(room)] == before
        assert await events.games.append(room, b"next", id="n", expected=before[-1].fence) > before[-1].fence
        kept = await events.bucket("names").get("code")
        assert kept is not None
        assert (kept.value, kept.revision) == (room.encode(), revision)


async def test_a_restored_server_is_as_a_set_up_one(old: NatsServer, new: NatsServer, tmp_path: Path) -> None:
    async with open_events(old.url, name="old"):
        pass
    async with restored(old, new, tmp_path):
        pass
    assert await deviations(new.url) == []
    async with open_events(
        new.url, name="a service that may not", setting_up=False, waits=lambda _: None
    ) as events:
        assert await events.alive()


async def test_what_a_consumer_has_done_stays_done(old: NatsServer, new: NatsServer, tmp_path: Path) -> None:
    async with open_events(old.url, name="old") as events:
        room = await play(events, "tictactoe")
        shard = Installation().shard(room)
        async with events.entries(shard).work(at_once=1) as jobs:
            coming = aiter(jobs)
            await (await anext(coming)).done()
            # Once a second job comes, the server has seen that the first is done.
            second = await anext(coming)
    async with restored(old, new, tmp_path) as events, events.entries(shard).work(at_once=1) as jobs:
        assert (await anext(aiter(jobs))).data == second.data


async def test_running_games_are_woken_and_finished_ones_are_not(
    old: NatsServer, new: NatsServer, tmp_path: Path
) -> None:
    async with open_events(old.url, name="old") as events:
        running = await play(events, "tictactoe-cut")
        await play(events, "tictactoe")
        # As it may be found where a timer was replaced while its stream was read: there is none.
        await events.timers.cancel(running)
        before = await last_in_log(old, running)
    told = await bring(await back_up(old, tmp_path / "backup.tar"), new)
    assert told.woken == 1

    async def fired() -> bool:
        # The timer is one message, and what it leaves another.
        return await last_in_log(new, running) == before + 2

    assert await becomes(fired)


async def last_in_log(server: NatsServer, room: str) -> int:
    async with open_snapshots(server.url) as snapshots:
        return (await snapshots.states())[shard_of(room)].last


def shard_of(room: str) -> str:
    return f"GAMES_{Installation().shard(room)}"


async def becomes(true: Callable[[], Awaitable[bool]]) -> bool:
    """Whether it becomes true in time on a real server."""
    async with asyncio.timeout(20):
        while True:
            if await true():
                return True
            await asyncio.sleep(0.02)


async def test_a_timer_fires_on_the_new_server(old: NatsServer, new: NatsServer, tmp_path: Path) -> None:
    async with open_events(old.url, name="old") as events:
        room = await play(events, "tictactoe")
        await events.timers.arm(room, unix_milliseconds() + 3_000)
        before = await last_in_log(old, room)
    told = await bring(await back_up(old, tmp_path / "backup.tar"), new)
    assert told.woken == 0

    async def fired() -> bool:
        return await last_in_log(new, room) > before

    assert await becomes(fired)


async def test_whoever_was_erased_is_to_be_erased_again(
    old: NatsServer, new: NatsServer, tmp_path: Path
) -> None:
    async with open_events(old.url, name="old") as events:
        await events.bucket("erased").create(PERSON, pack(Erasure(at=1, done=99_999)))
    later = "pfedcba9876543210"
    told = await bring(await back_up(old, tmp_path / "backup.tar"), new, later)
    assert told.erased == 2
    async with open_events(new.url, name="new", setting_up=False) as events:
        for person in (PERSON, later):
            kept = await events.bucket("erased").get(person)
            assert kept is not None
            assert unpack(Erasure, kept.value).done is None


async def test_a_backup_while_games_are_played_holds_a_whole_beginning_of_each(
    old: NatsServer, new: NatsServer, tmp_path: Path
) -> None:
    async with open_events(old.url, name="old") as events:

        async def under_way() -> bool:
            return sum((await events.games.counts()).values()) > 100

        async with asyncio.TaskGroup() as tasks:
            for golden in ("fetih-5-seats", "houses-5-seats"):
                tasks.create_task(play(events, golden))
            assert await becomes(under_way)
            await back_up(old, tmp_path / "backup.tar")
        played = await events.games.counts()
    with opened(tmp_path / "backup.tar") as backup:
        found = await rehearse(backup, None, silent)
    assert found.broken == []
    assert found.finished + found.running == len(played)


async def test_a_log_that_does_not_hold_is_named(old: NatsServer, tmp_path: Path) -> None:
    async with open_events(old.url, name="old") as events:
        room = await play(events, "tictactoe")
        await events.games.append(room, b"no entry", id="x")
    with opened(await back_up(old, tmp_path / "backup.tar")) as backup:
        found = await rehearse(backup, None, silent)
    assert [sentence.partition(":")[0] for sentence in found.broken] == [room]


async def test_a_server_on_which_something_was_written_is_refused_and_left_alone(
    old: NatsServer, tmp_path: Path
) -> None:
    async with open_events(old.url, name="old") as events:
        room = await play(events, "tictactoe")
        path = await back_up(old, tmp_path / "backup.tar")
        with pytest.raises(Trouble, match=r"not empty: something was written to .*GAMES_"):
            await bring(path, old)
        assert (await events.games.counts())[room] > 1
        assert await deviations(old.url) == []


async def test_a_server_that_was_only_set_up_counts_as_empty(
    old: NatsServer, new: NatsServer, tmp_path: Path
) -> None:
    async with open_events(old.url, name="old") as events:
        room = await play(events, "tictactoe")
    async with open_events(new.url, name="set-up"):
        pass
    async with restored(old, new, tmp_path) as events:
        assert room in await events.games.counts()


async def test_nobody_sets_up_a_server_that_is_being_restored(new: NatsServer) -> None:
    async with open_snapshots(new.url) as snapshots:
        await snapshots.add(RESTORING, "restoring", "by a test")
    with pytest.raises(Unavailable, match="being restored"):
        async with open_events(new.url, name="a service"):
            pass


async def fill(server: NatsServer) -> None:
    """So much that a backup and a restore take a moment."""
    async with open_events(server.url, name="old") as events, asyncio.TaskGroup() as tasks:
        for room in range(8):
            tasks.create_task(talk(events, f"room{room}"))


async def talk(events: NatsEvents, room: str) -> None:
    for number in range(30):
        await events.archive.append(room, os.urandom(120_000), id=f"{room}-{number}")


def command(*words: str, server: NatsServer) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "divan", *words],
        env={**os.environ, "NATS_URL": server.url},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def kill_when(process: "subprocess.Popen[bytes]", seen: Callable[[], bool]) -> int:
    assert eventually(seen)
    process.send_signal(signal.SIGKILL)
    return process.wait()


async def test_killed_in_the_middle_both_are_begun_anew(
    old: NatsServer, new: NatsServer, tmp_path: Path
) -> None:
    await fill(old)
    draft, path = tmp_path / DRAFT, tmp_path / "backup.tar"
    backup = command("backup", "--to", str(path), server=old)
    code = kill_when(backup, lambda: draft.exists() and draft.stat().st_size > 1_000_000)
    assert code == -signal.SIGKILL
    assert not path.exists()
    await back_up(old, path)

    process = command("restore", str(path), "--yes", server=new)
    async with open_snapshots(new.url) as snapshots:

        async def begun() -> bool:
            return RESTORING in await snapshots.states()

        assert await becomes(begun)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert RESTORING in await snapshots.states()
        told = await bring(path, new)
        assert RESTORING not in await snapshots.states()
    assert told.streams["ARCHIVE"].messages == 240


async def test_a_server_that_is_killed_meanwhile_is_waited_for(old: NatsServer, tmp_path: Path) -> None:
    await fill(old)
    draft, path = tmp_path / DRAFT, tmp_path / "backup.tar"

    async def under_way() -> bool:
        return draft.exists() and draft.stat().st_size > 1_000_000

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(back_up(old, path))
        assert await becomes(under_way)
        await asyncio.to_thread(old.restart)
    with opened(path) as backup:
        assert {part.stream: part.messages for part in backup.check()}["ARCHIVE"] == 240


async def test_a_stream_that_the_server_ends_is_begun_anew_and_is_whole(
    old: NatsServer, new: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is killed in the middle of one."""
    await fill(old)
    path = await back_up(old, tmp_path / "backup.tar")
    begun: list[int] = []
    given = restoring.as_they_come

    async def dying(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
        number = 0
        async for chunk in given(chunks):
            number += 1
            if number == 100 and len(begun) < 1:
                begun.append(number)
                await asyncio.to_thread(new.restart)
            yield chunk

    monkeypatch.setattr(restoring, "as_they_come", dying)
    told = await bring(path, new)
    assert begun == [100]
    assert told.streams["ARCHIVE"].messages == 240
    assert await deviations(new.url) == []


async def test_a_server_that_goes_on_ending_it_is_not_asked_for_ever(
    old: NatsServer, new: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_events(old.url, name="old"):
        pass
    path = await back_up(old, tmp_path / "backup.tar")
    begun: list[str] = []

    async def broken(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
        begun.append("again")
        yield next(chunks)
        raise Unavailable("the server has ended it")

    monkeypatch.setattr(restoring, "as_they_come", broken)
    with pytest.raises(Unavailable, match="has ended it"):
        await bring(path, new)
    assert len(begun) == restoring.ATTEMPTS


async def test_only_some_streams_can_be_backed_up(old: NatsServer, new: NatsServer, tmp_path: Path) -> None:
    async with open_events(old.url, name="old") as events:
        await play(events, "tictactoe")
    manifest = await take(old.url, tmp_path / "some.tar", only=["ROOMS", "CHAT"], key=None, tell=silent)
    assert [part.stream for part in manifest.parts] == ["CHAT", "ROOMS"]
    with pytest.raises(Trouble, match="there is no stream TALK"):
        await take(old.url, tmp_path / "none.tar", only=["TALK"], key=None, tell=silent)
    told = await bring(tmp_path / "some.tar", new)
    assert set(told.streams) == {"CHAT", "ROOMS"}
