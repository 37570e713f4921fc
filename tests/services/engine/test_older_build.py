"""A rolling upgrade: an engine meets what a newer one wrote."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest

from libs.events.commands import Command
from libs.events.memory import MemoryEvents, MemoryServer
from libs.runtime.state import AnyGame
from services.engine.wiring import engine
from tests.services.engine.playing import ALL, CONFIG, Playing

OLD = {name: game for name, game in ALL.items() if name != "sealed"}
"""The games of the build before."""


@pytest.fixture
def play() -> Playing:
    server = MemoryServer()
    return Playing(server, MemoryEvents(server))


@asynccontextmanager
async def at_work(play: Playing, games: Mapping[str, AnyGame]) -> AsyncIterator[None]:
    async with engine(CONFIG, MemoryEvents(play.server), games=games, now=play.server.now):
        await play.server.settle()
        yield


async def test_an_older_engine_leaves_a_newer_log_alone_and_tells_who_asks_to_come_again(
    play: Playing,
) -> None:
    async with at_work(play, ALL):
        await play.start(game="sealed", options={"bid_seconds": 0})
        written = await play.log()
    move = Command(room="r1", id="m", origin="player", seat=0, body={"type": "fold"})
    async with at_work(play, OLD):
        answer = await play.send(move)
        assert (answer.outcome, answer.code) == ("retry", "newer_log")
        assert (await play.start(room="r2")).outcome == "accepted"
    assert await play.log() == written
    async with at_work(play, ALL):
        assert (await play.insist(move)).outcome == "accepted"
