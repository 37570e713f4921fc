"""`divan replay`: a file or a room to any entry, whole or as a seat saw it, and on as a game goes on."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any

import pytest
from typer.testing import CliRunner

from divan.exits import Exit, Trouble
from divan.game_source import RoomGame, open_game
from divan.main import application
from divan.replaying import Wanted, run_replay
from libs.events import subjects
from libs.events.admin import AdminEvent
from libs.events.nats import open_events
from libs.events.ports import Events
from libs.events.wire import unpack
from libs.runtime.game_logs import game_logs
from tests.libs.events.conftest import events, twin
from tests.libs.events.twins import fresh
from tests.proof.make_vectors import FOLDER
from tests.proof.recording import Recorder, bot, over
from tests.proof.tampering import read_book
from tests.runtime.golden_logs import read
from tests.services.engine.playing import Playing, playing
from tests.support.nats_server import Server

__all__ = ["events", "twin"]

GOOD = FOLDER / "good-tictactoe.divan"
LOG = list(read("tictactoe"))


def run(*arguments: object) -> tuple[int, list[Any]]:
    done = CliRunner().invoke(application(), ["replay", *map(str, arguments), "--json"])
    if isinstance(done.exception, Trouble):
        raise done.exception
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


def test_a_file_is_replayed_entry_by_entry_to_its_position() -> None:
    code, lines = run(GOOD)
    assert code == Exit.DONE
    assert [line["seq"] for line in lines] == [*range(1, 11), 10]
    assert [line["hash"] for line in lines[:-1]] == read_book(GOOD.read_bytes()).heads
    assert lines[-1]["result"]["reason"] == "full"


def test_it_stops_after_the_entry_that_is_asked_for() -> None:
    code, lines = run(GOOD, "--at", 3)
    assert (code, [line["seq"] for line in lines]) == (Exit.DONE, [1, 2, 3, 3])
    assert sum(cell is not None for cell in lines[-1]["position"]["cells"]) == 2
    assert lines[-1]["result"] is None
    with pytest.raises(Trouble, match="the log has 10 entries only"):
        run(GOOD, "--at", 11)


def test_a_seat_is_told_what_it_was_told_then() -> None:
    code, lines = run(GOOD, "--at", 3, "--seat", 1)
    assert code == Exit.DONE
    assert [line["number"] for line in lines[:-1]] == [1, 2]
    assert all("secret" not in json.dumps(line) for line in lines)
    with pytest.raises(Trouble, match="there is no seat 5"):
        run(GOOD, "--seat", 5)


def test_a_log_that_does_not_hold_ends_the_replay() -> None:
    code, lines = run(FOLDER / "chain-byte.divan")
    assert (code, [line["seq"] for line in lines]) == (Exit.FAILED, [1, 2, 3])


def test_nothing_is_added_to_a_file() -> None:
    with pytest.raises(Trouble, match="--follow is for a room"):
        run(GOOD, "--follow")


def test_all_or_what_a_seat_was_told_is_asked_for() -> None:
    assert run(GOOD, "--secrets", "--seat", 1)[0] == Exit.USAGE


async def replayed(
    play: Playing, capsys: pytest.CaptureFixture[str], **asked: Any
) -> tuple[list[Any], list[tuple[str, str, str]]]:
    """The lines of a replay of the room r1, and what the audit trail says after it."""
    game = RoomGame(room="r1", events=play.events, logs=game_logs(play.events), fact=None)
    wanted = Wanted(**{"at": None, "reader": None, "whole": None, "as_json": True, "operator": "ada"} | asked)
    capsys.readouterr()
    assert await run_replay(game, wanted)
    trail = [unpack(AdminEvent, stored.data) async for stored in play.events.admin.read_all()]
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return lines, [(event.action, event.reason, event.outcome) for event in trail]


async def test_of_a_game_that_runs_spectators_knowledge_is_shown_and_nothing_is_noted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with playing() as play:
        await play.start()
        lines, trail = await replayed(play, capsys)
        assert [sorted(line) for line in lines] == [
            ["at", "head", "number", "told"],
            ["number", "players", "position", "result"],
        ]
        assert trail == []
        with pytest.raises(Trouble, match="--at is for --secrets"):
            await replayed(play, capsys, at=1)


@pytest.mark.parametrize(
    ("asked", "why"),
    [({"whole": True}, "replay"), ({"whole": False, "reader": 1}, "replay as seat 1")],
)
async def test_a_look_at_what_is_hidden_in_a_game_that_runs_is_noted(
    asked: dict[str, Any], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with playing() as play:
        await play.start()
        lines, trail = await replayed(play, capsys, **asked)
        assert len(lines) == 2
        assert trail == [("inspect", why, "begun"), ("inspect", why, "done")]


async def test_a_game_that_is_over_is_shown_whole_and_nothing_is_noted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with playing() as play:
        await play.start()
        await play.command("r1", "host", None, {"type": "close"})
        lines, trail = await replayed(play, capsys)
        assert [line["seq"] for line in lines] == [1, 2, 2]
        assert trail == []


def game_of(room: str) -> list[bytes]:
    recorder = Recorder(room, "tictactoe")
    recorder.start([bot("easy"), bot("easy")])
    recorder.play("easy", random.Random(1), over)
    return recorder.log


async def append(events: Events, room: str, data: bytes) -> None:
    """As an engine does: into the log, then the views."""
    await events.games.append(room, data, id=sha256(data).hexdigest())
    await events.bus.publish(subjects.view(room, None), b"")


async def followed(events: Events, room: str) -> AsyncIterator[bytes]:
    source = RoomGame(room=room, events=events, logs=game_logs(events), fact=None)
    async for stored in source.follow():
        yield stored.data


async def test_a_room_is_followed_from_its_start_and_on_as_it_comes(events: Events) -> None:
    room = fresh()
    await append(events, room, LOG[0])
    log = followed(events, room)
    assert await anext(log) == LOG[0]
    for place in range(1, 4):
        coming = asyncio.ensure_future(anext(log))
        await asyncio.sleep(0)
        await append(events, room, LOG[place])
        assert await coming == LOG[place]


async def test_what_shows_nobody_anything_is_followed_too(events: Events) -> None:
    room = fresh()
    log = followed(events, room)
    coming = asyncio.ensure_future(anext(log))
    await events.games.append(room, LOG[0], id="0")
    assert await coming == LOG[0]


async def test_a_follower_goes_on_when_the_server_is_back(own_nats_server: Server) -> None:
    room = fresh()
    async with open_events(own_nats_server.url, name="test") as events:
        await append(events, room, LOG[0])
        log = followed(events, room)
        assert await anext(log) == LOG[0]
        coming = asyncio.ensure_future(anext(log))
        own_nats_server.restart()
        await append(events, room, LOG[1])
        assert await coming == LOG[1]


async def test_following_ends_with_the_game(
    nats_server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    room = fresh()
    played = game_of(room)
    monkeypatch.setenv("NATS_URL", nats_server.url)
    async with open_events(nats_server.url, name="test") as events, open_game(room) as game:
        wanted = Wanted(at=None, reader=None, whole=True, as_json=True, follows=True)
        following = asyncio.create_task(run_replay(game, wanted))
        for data in played:
            await append(events, room, data)
        assert await following
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["seq"] for line in lines] == [*range(1, len(played) + 1), len(played)]


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
async def test_ctrl_c_and_being_told_to_stop_end_following_with_0(
    nats_server: Server, told: signal.Signals
) -> None:
    room = fresh()
    async with open_events(nats_server.url, name="test") as events:
        await append(events, room, game_of(room)[0])
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "divan", "replay", room, "--follow", "--secrets", "--json"),
        env=os.environ | {"NATS_URL": nats_server.url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert json.loads(await process.stdout.readline())["seq"] == 1
    process.send_signal(told)
    _, said = await process.communicate()
    assert (process.returncode, said) == (Exit.DONE, b"")
