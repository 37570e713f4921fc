"""Commands on their way to a bad engine: repeated with the same id, and answered exactly once."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from services.rooms.intake import MOST_WAITING
from tests.services.rooms.houses import House, Socket, house
from tests.services.rooms.scripted_engine import SILENCE, ScriptedEngine, scripted_engine


@dataclass
class Table:
    """A game at a scripted engine, with one person's socket."""

    home: House
    engine: ScriptedEngine
    room: str
    socket: Socket

    def tries(self, id: str) -> int:
        """How often the engine was given that command."""
        return sum(command.id == id for command in self.engine.commands)


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    async with house(engines=0, command_patience=0.8) as home:
        engine = await scripted_engine(home.server)
        ali = await home.guest()
        code = (await ali.post("/api/rooms", game="tictactoe", bots=["easy"], start=True))["code"]
        socket = await ali.socket(code)
        if socket.all[0]["view"] is None:
            await socket.next("view")
        (room,) = home.edge.directory
        yield Table(home, engine, room.id, socket)


async def test_an_answer_that_is_lost_is_asked_for_again_with_the_same_id(table: Table) -> None:
    table.engine.replies = [SILENCE, "repeated"]
    answer = await table.socket.command("c1", type="place")
    assert (answer["type"], answer["repeated"]) == ("accepted", True)
    assert table.tries("c1") == 2


async def test_a_command_that_the_engine_cannot_decide_yet_is_repeated(table: Table) -> None:
    table.engine.replies = ["retry", "retry", "rejected"]
    answer = await table.socket.command("c1", type="place")
    assert (answer["type"], answer["code"]) == ("rejected", "not_your_turn")
    assert table.tries("c1") == 3


async def test_without_any_answer_the_outcome_is_unknown_and_may_be_asked_for_later(table: Table) -> None:
    table.engine.replies = [SILENCE] * 10
    assert (await table.socket.command("c1", type="place"))["type"] == "outcome_unknown"
    table.engine.replies = ["repeated"]
    await table.socket.send(type="command", id="c1", seen=None, command={"type": "place"})
    assert (await table.socket.next("accepted"))["repeated"] is True


async def test_where_no_engine_listens_the_command_is_tried_again_soon() -> None:
    async with house(engines=0, command_patience=0.4) as home:
        engine = await scripted_engine(home.server)
        ali = await home.guest()
        code = (await ali.post("/api/rooms", game="tictactoe", bots=["easy"], start=True))["code"]
        socket = await ali.socket(code)
        await home.server.settle()
        ears, home.server.switchboard.ears = list(home.server.switchboard.ears), []
        await socket.send(type="command", id="c1", seen=None, command={"type": "place"})
        await asyncio.sleep(0.05)
        assert engine.commands[-1].origin == "host"
        home.server.switchboard.ears = ears
        assert (await socket.answer("c1"))["type"] == "accepted"


async def test_one_command_is_under_way_at_a_time_and_the_others_keep_their_order(table: Table) -> None:
    table.engine.replies = [SILENCE]
    for number in range(4):
        await table.socket.send(type="command", id=f"c{number}", seen=None, command={"type": "place"})
    for number in range(4):
        assert (await table.socket.answer(f"c{number}"))["type"] == "accepted"
    players = [command.id for command in table.engine.commands if command.origin == "player"]
    assert players == ["c0", "c0", "c1", "c2", "c3"]


async def test_too_many_waiting_commands_are_refused_as_busy(table: Table) -> None:
    table.engine.replies = [SILENCE]
    total = MOST_WAITING + 3
    for number in range(total):
        await table.socket.send(type="command", id=f"c{number}", seen=None, command={"type": "place"})
    answers = [await table.socket.answer(f"c{number}") for number in range(total)]
    assert [answer["type"] for answer in answers].count("accepted") == MOST_WAITING + 1
    assert {answer.get("code") for answer in answers} == {None, "busy"}


async def test_every_command_gets_exactly_one_answer(table: Table) -> None:
    table.engine.replies = [SILENCE, "retry", "accepted", "rejected", SILENCE, "repeated"]
    for number in range(4):
        await table.socket.send(type="command", id=f"c{number}", seen=None, command={"type": "place"})
    for number in range(4):
        await table.socket.answer(f"c{number}")
    await table.socket.send(type="ping")
    await table.socket.next("pong")
    answered = sorted(m["id"] for m in table.socket.all if m["type"] in ("accepted", "rejected"))
    assert answered == ["c0", "c1", "c2", "c3"]


async def test_a_command_is_seen_through_even_when_its_socket_closes(table: Table) -> None:
    table.engine.replies = [SILENCE]
    await table.socket.send(type="command", id="c1", seen=None, command={"type": "place"})
    await asyncio.sleep(0.05)
    await table.socket.socket.close()
    await asyncio.sleep(0.4)
    assert table.tries("c1") == 2


async def test_pings_are_answered_while_a_command_waits(table: Table) -> None:
    table.engine.replies = [SILENCE] * 10
    await table.socket.send(type="command", id="c1", seen=None, command={"type": "place"})
    await table.socket.send(type="ping", n=1)
    await table.socket.next("pong")
    assert not [message for message in table.socket.all if message["type"] == "outcome_unknown"]
    await table.socket.next("outcome_unknown")
