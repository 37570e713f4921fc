"""Bots play whole games against the engine, with no other way to it than theirs."""

import asyncio
from dataclasses import replace

import pytest

from libs.events import subjects
from libs.events.commands import Answer, Command
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Events
from libs.events.tables import TableFact
from libs.events.wire import pack, unpack
from services.ai.wiring import ai
from services.engine.config import Config as EngineConfig
from services.engine.wiring import engine
from tests.services.ai.asking import AT_ONCE, MovableSleep

ENGINE = EngineConfig(nats_url=AT_ONCE.nats_url, master_key="00" * 32)


async def begin(events: Events, room: str, *kinds: str) -> None:
    """Start a game of tic-tac-toe between bots, as the lobby does."""
    seats = [{"player": "bot", "bot": kind} for kind in kinds]
    body = {"type": "start", "game": "tictactoe", "options": {}, "seats": seats}
    command = Command(room=room, id="start", origin="host", body=body)
    subject = subjects.command("host", subjects.partition(room, events.partitions), room)
    answer = unpack(Answer, await events.bus.request(subject, pack(command), within=5))
    assert answer.outcome == "accepted"


async def result(server: MemoryServer, room: str) -> TableFact:
    """What the table says once the game is over."""
    events = MemoryEvents(server)
    async with asyncio.timeout(20), events.tables.follow() as feed:
        async for stored in feed:
            fact = unpack(TableFact, stored.data)
            if stored.key == room and fact.over_at is not None:
                return fact
    raise AssertionError("the feed ended")


async def test_two_bots_play_a_game_to_its_end() -> None:
    server = MemoryServer()
    events = MemoryEvents(server)
    async with (
        engine(ENGINE, MemoryEvents(server), now=server.now),
        ai(AT_ONCE, MemoryEvents(server), now=server.now, sleep=MovableSleep(server)),
    ):
        await server.settle()
        await begin(events, "room1", "perfect", "perfect")
        fact = await result(server, "room1")
    assert fact.result is not None
    assert [seat["outcome"] for seat in fact.result["seats"]] == ["drew", "drew"]


@pytest.mark.slow
async def test_games_go_on_while_ai_services_come_and_go() -> None:
    server = MemoryServer()
    events = MemoryEvents(server)
    rooms = [f"room{number}" for number in range(4)]
    config = replace(AT_ONCE, bot_pause_min=0.2, bot_pause_max=0.4)
    async with engine(ENGINE, MemoryEvents(server), now=server.now):
        await server.settle()
        for room in rooms:
            await begin(events, room, "easy", "random")
        for _ in range(3):
            async with ai(config, MemoryEvents(server), now=server.now, sleep=MovableSleep(server)):
                await server.advance(500)
        async with ai(AT_ONCE, MemoryEvents(server), now=server.now, sleep=MovableSleep(server)):
            await asyncio.gather(*(result(server, room) for room in rooms))
