"""The example for analysts: killed at any moment, and NATS with it, it counts everything once."""

import ast
import asyncio
import random
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from pathlib import Path

import pytest

from libs.events.nats import NatsEvents, open_events
from libs.events.ports import EventsError
from libs.events.public import AnyPublic, PublicBegun, PublicEntry, PublicGame, PublicTold, message_id
from libs.events.wire import pack
from tests.support.nats_server import NatsServer

PROGRAM = Path(__file__).parents[2] / "examples" / "live_counts" / "live_counts.py"

KILLS = 5
ROOMS, TOLD, ENTRIES = 120, 12, 8
START = 1_796_000_000_000


def messages_of(room: int) -> list[AnyPublic]:
    """A game: seat 0 or 1 wins, it takes some minutes."""
    id, game, at = f"room{room}", ("chess", "go")[room % 2], START + room * 7_000
    seats = [{"outcome": outcome} for outcome in (("won", "lost"), ("lost", "won"))[room % 3 == 0]]
    return [
        PublicBegun(room=id, game=game, rules=1, at=at, players=("person", "bot")),
        *(
            PublicTold(room=id, game=game, rules=1, number=number, at=at + number * 11_000, told=())
            for number in range(1, TOLD + 1)
        ),
        PublicGame(room=id, header={"game": game, "result": {"reason": "mate", "seats": seats}}, seats=()),
        *(PublicEntry(room=id, seq=seq, entry=b"...", hash=bytes(32)) for seq in range(1, ENTRIES + 1)),
    ]


GAMES = [messages_of(room) for room in range(ROOMS)]


async def publish(events: NatsEvents) -> None:
    """All games side by side, over a few seconds and whatever happens to NATS."""
    for row in zip(*GAMES, strict=True):
        for message in row:
            await _insist(events, message)
        await asyncio.sleep(0.2)


async def _insist(events: NatsEvents, message: AnyPublic) -> None:
    while True:
        try:
            # Of an id that was stored already the server makes nothing.
            await events.public.append(message.room, pack(message), id=message_id(message))
            return
        except EventsError:
            await asyncio.sleep(0.1)


async def start(nats: NatsServer, database: Path, *more: str) -> Process:
    arguments = [str(PROGRAM), "--nats", nats.url, "--database", str(database), "--every", "0.1", *more]
    return await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=PIPE, stderr=DEVNULL)


def truth() -> dict[str, object]:
    everything = [message for game in GAMES for message in game]
    begun = Counter(message.game for message in everything if isinstance(message, PublicBegun))
    wins: Counter[tuple[str, int]] = Counter()
    for message in everything:
        if isinstance(message, PublicGame):
            for seat, standing in enumerate(message.header["result"]["seats"]):
                wins[message.header["game"], seat] += standing["outcome"] == "won"
    moves = Counter(message.at // 60_000 for message in everything if isinstance(message, PublicTold))
    return {
        "games": {game: (number, number) for game, number in begun.items()},
        "wins": dict(wins),
        "moves": dict(moves),
    }


def counted(path: Path) -> dict[str, object]:
    database = sqlite3.connect(path)
    try:
        return {
            "games": {game: (begun, ended) for game, begun, ended in database.execute("SELECT * FROM games")},
            "wins": {(game, seat): wins for game, seat, wins in database.execute("SELECT * FROM wins")},
            "moves": dict(database.execute("SELECT * FROM moves").fetchall()),
        }
    finally:
        database.close()


@pytest.mark.nats
@pytest.mark.slow
async def test_killed_at_any_moment_it_counts_everything_once(tmp_path: Path) -> None:
    database, rng = tmp_path / "counts.db", random.Random(6)
    with NatsServer() as nats:
        async with open_events(nats.url, name="publisher") as events:
            publishing = asyncio.create_task(publish(events))
            for kill in range(KILLS):
                program = await start(nats, database)
                await asyncio.sleep(rng.uniform(0.4, 1.4))
                if kill == 1:
                    # It outlives the server.
                    nats.restart()
                    await asyncio.sleep(1)
                    assert program.returncode is None
                program.kill()
                await program.wait()
            await publishing
            last = await start(nats, database, "--once")
            async with asyncio.timeout(60):
                told, _ = await last.communicate()
            assert last.returncode == 0
    assert counted(database) == truth()
    assert "chess" in told.decode()


@pytest.mark.nats
@pytest.mark.slow
async def test_it_ends_with_a_sentence_where_the_stream_is_another(tmp_path: Path) -> None:
    database = tmp_path / "counts.db"
    for messages in (GAMES[0], GAMES[0][:1]):
        with NatsServer() as nats:
            async with open_events(nats.url, name="publisher") as events:
                for message in messages:
                    await _insist(events, message)
            program = await start(nats, database, "--once")
            async with asyncio.timeout(30):
                await program.wait()
    assert program.returncode == 1
    assert counted(database)["games"] == {"chess": (1, 1)}


def test_it_needs_nothing_of_ours() -> None:
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(PROGRAM.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported - set(sys.stdlib_module_names) == {"msgpack", "nats"}
