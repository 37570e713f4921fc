"""Two engines that both believe that they own a room, with clocks of their own."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from libs.events.commands import Command
from libs.events.memory import MemoryEvents, MemoryServer
from services.engine.wiring import engine
from tests.services.engine.playing import ALL, CONFIG, Playing


@pytest.fixture
async def play() -> AsyncIterator[Playing]:
    """Two engines, of which the second's clock is 7 ms ahead: what they write is never the same."""
    server = MemoryServer()
    play = Playing(server, MemoryEvents(server))
    await play.events.bus.listen("view.>", play._heard)
    async with AsyncExitStack() as stack:
        for now in (server.now, lambda: server.now() + 7):
            each = engine(CONFIG, MemoryEvents(server), games=ALL, now=now)
            play.engines.append(await stack.enter_async_context(each))
        await server.settle()
        yield play


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
