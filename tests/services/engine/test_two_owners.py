"""Two engines that both believe that they own a room, with clocks of their own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import pairwise

import pytest

from libs.events.commands import Answer, Command
from libs.events.memory import MemoryEvents, MemoryServer
from libs.runtime.game_logs import game_logs
from services.engine.config import keyring
from services.engine.house import House
from services.engine.room import Room
from services.engine.wiring import engine
from tests.services.engine.playing import ALL, CONFIG, Playing


@asynccontextmanager
async def clocks(*ahead: int) -> AsyncIterator[Playing]:
    """An engine for each clock, which is so many milliseconds ahead of the server's."""
    server = MemoryServer()
    play = Playing(server, MemoryEvents(server))
    await play.events.bus.listen("view.>", play._heard)
    async with AsyncExitStack() as stack:
        for milliseconds in ahead:
            now = partial(_now, server, milliseconds)
            each = engine(CONFIG, MemoryEvents(server), games=ALL, now=now)
            play.engines.append(await stack.enter_async_context(each))
        await server.settle()
        yield play


def _now(server: MemoryServer, ahead: int) -> int:
    return server.now() + ahead


@pytest.fixture
async def play() -> AsyncIterator[Playing]:
    """Two engines whose clocks differ: what they write of the same command is never the same."""
    async with clocks(0, 7) as playing:
        yield playing


async def test_a_command_that_both_decide_leaves_the_chain_whole(play: Playing) -> None:
    await play.start(options={"turn_seconds": 0})
    first = (await play.pages())[-1].table.state.position.first
    partition = play.partition("r1")
    play.server.steal_pin(partition, noticed=False)
    await play.server.settle()
    for number, seat in enumerate((first, 1 - first, first, 1 - first)):
        move = Command(
            room="r1", id=f"m{number}", origin="player", seat=seat, body={"type": "place", "cell": number}
        )
        assert (await play.insist(move)).outcome in ("accepted", "repeated")
        await play.server.settle()
        if number == 2:
            # Who lost every race goes on alone, from what he took for his own entry.
            play.server.notice_loss(partition)
            await play.server.settle()
    # Reading it checks every hash against the one before.
    assert [page.entry.command.id for page in await play.pages()] == ["start", "m0", "m1", "m2", "m3"]


@pytest.mark.parametrize("turns", range(16))
async def test_a_lapse_that_a_move_overtakes_does_not_befall_the_next_wait(turns: int) -> None:
    """One engine takes a move in time by its clock, while the other sees the deadline passed by its own."""
    async with clocks(0, 1_000) as play:
        await play.start(options={"turn_seconds": 5})
        first = (await play.pages())[-1].table.state.position.first
        play.server.steal_pin(play.partition("r1"), noticed=False)
        await play.server.settle()
        await play.server.advance(4_500)
        move = asyncio.create_task(play.place(first, 0, id="m"))
        for _ in range(turns):
            await asyncio.sleep(0)
        play.server.fire("r1")
        await move
        await play.server.settle()
        for former, page in pairwise([(page.entry, page.table.state.ends_at) for page in await play.pages()]):
            lapsed = page[0].command.origin == "clock"
            assert not lapsed or (former[1] is not None and page[0].at >= former[1])


@pytest.mark.parametrize(("holds", "outcome"), [(True, "rejected"), (False, "retry")])
async def test_who_may_have_lost_the_room_refuses_nothing(holds: bool, outcome: str) -> None:
    server = MemoryServer()
    events = MemoryEvents(server)
    house = House(
        events=events,
        logs=game_logs(events),
        games=ALL,
        keyring=keyring(CONFIG),
        now=server.now,
        spawn=lambda work: work.close(),
        build="test",
        holds=lambda room: holds,
    )
    answers: list[Answer] = []

    async def answer(given: Answer) -> None:
        answers.append(given)

    command = Command(room="r1", id="m", origin="player", seat=0, body={"type": "place", "cell": 0})
    await Room("r1", house).command(command, answer)
    assert [given.outcome for given in answers] == [outcome]
