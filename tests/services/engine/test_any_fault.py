"""Random faults on the memory server: whatever happens, the log and the views agree in the end."""

import asyncio
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from libs.events.commands import Command
from libs.events.views import AskView, View
from libs.events.wire import validate
from libs.games.kit.game import Wait
from tests.services.engine.playing import Playing, playing

FAULTS = st.sampled_from(
    [
        "none",
        "none",
        "lost ack",
        "failed append",
        "zombie",
        "steal",
        "lost command",
        "forgotten",
        "fire",
        "twice",
    ]
)


async def fault(play: Playing, kind: str) -> None:
    server, partition = play.server, play.partition("r1")
    match kind:
        case "lost ack":
            server.drop_next_ack(key="r1")
        case "failed append":
            server.fail_next_append(key="r1")
        case "zombie":
            server.steal_pin(partition, noticed=False)
            await server.settle()
        case "steal":
            server.steal_pin(partition)
            await server.settle()
        case "lost command":
            server.lose_next("command.>")
        case "forgotten":
            for engine in play.engines:
                engine.put_away_idle(idle=-1, at_hand=0)
            await server.settle()
        case "fire":
            server.fire("r1")


async def offered(play: Playing) -> tuple[int, dict[str, Any]] | None:
    table = (await play.pages())[-1].table
    if not isinstance(table.state.wait, Wait):
        return None
    seat = table.state.wait.seats[0]
    return seat, dict(table.game.options(table.state.position, seat)[0].command)


async def play_with(faults: list[str]) -> None:
    async with playing(engines=2) as play:
        assert (await play.start()).outcome == "accepted"
        play.patience = 0.05
        accepted = []
        for number, kind in enumerate(faults):
            move = await offered(play)
            if move is None:
                break
            zombie = kind == "zombie"
            await fault(play, kind)
            command = Command(room="r1", id=f"m{number}", origin="player", seat=move[0], body=move[1])
            answer = await play.insist(command)
            if kind == "twice":
                assert (await play.insist(command)).outcome == "repeated"
            assert answer.outcome in ("accepted", "repeated"), answer
            accepted.append(command.id)
            if zombie:
                play.server.notice_loss(play.partition("r1"))
                await play.server.settle()
        await play.server.settle()
        pages = await play.pages()
        played = [page.entry.command.id for page in pages if page.entry.command.origin == "player"]
        assert played == accepted, "each acknowledged command once, in the order of its answers"
        table = pages[-1].table
        for reader in table.readers:
            fresh = validate(View, (await play.ask("r1", AskView(reader=reader))).answer)
            assert fresh.view == table.game.view(table.state.position, reader)
            assert fresh.number == table.numbers[reader]
            last = max(play.sent_to(reader), key=lambda view: view.number)
            assert (last.number, last.view) == (fresh.number, fresh.view)


@settings(max_examples=60)
@given(st.lists(FAULTS, min_size=1, max_size=9))
def test_no_fault_loses_or_doubles_a_command(faults: list[str]) -> None:
    asyncio.run(play_with(faults))
