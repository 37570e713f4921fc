"""Who is connected but gives no sign for a whole turn counts as gone until they do (F92a)."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from libs.runtime.lobby_rules import RULES
from tests.services.rooms.houses import Client, House, Socket, house
from tests.services.rooms.scripted_engine import ScriptedEngine, scripted_engine

BEGUN = {"type": "TurnStarted", "seat": 0, "round": 1}
LAPSED = {"type": "TurnEnded", "seat": 0, "reason": "timeout"}
PASSED = {"type": "TurnEnded", "seat": 0, "reason": "passed"}


@dataclass
class Turns:
    """A game of one person against a bot, whose turns the test begins and ends."""

    home: House
    engine: ScriptedEngine
    code: str
    room: str
    person: Client
    socket: Socket

    async def told(self, *events: dict[str, Any]) -> None:
        await self.engine.show(self.room, 0, told=list(events))
        await self.home.server.settle()

    async def turn(self) -> None:
        """A whole turn of the person passes by itself."""
        await self.told(BEGUN)
        await self.home.pass_time(60)
        await self.told(LAPSED)

    @property
    def hosted(self) -> list[tuple[int | None, str]]:
        """What the host told the engine of seats."""
        commands = (one for one in self.engine.commands if one.origin == "host" and one.seat is not None)
        return [(command.seat, command.body["type"]) for command in commands]

    async def is_here(self) -> bool:
        return bool((await self.person.get(f"/api/rooms/{self.code}"))["seats"][0]["connected"])


async def begun(home: House) -> Turns:
    engine = await scripted_engine(home.server)
    person = await home.guest()
    code = await person.open(bots=["easy"])
    socket = await person.socket(code)
    await person.post(f"/api/rooms/{code}/start")
    await socket.room(status="running")
    room, _ = await home.edge.directory.behind(code)
    await home.pass_time(1)
    return Turns(home, engine, code, room.id, person, socket)


@pytest.fixture
async def turns() -> AsyncIterator[Turns]:
    async with AsyncExitStack() as stack:
        home = await stack.enter_async_context(house(engines=0, rules=lambda game: RULES["fetih"]))
        yield await begun(home)


async def test_a_person_without_a_sign_for_a_whole_turn_that_lapsed_counts_as_gone(turns: Turns) -> None:
    await turns.turn()
    assert turns.hosted == [(0, "leave")]
    assert await turns.socket.next("presence") == {"type": "presence", "seat": 0, "connected": False}
    assert not await turns.is_here()


@pytest.mark.parametrize(
    "sign",
    [
        {"type": "here"},
        {"type": "chat", "id": "t1", "text": "selam"},
        {"type": "command", "id": "c1", "seen": None, "command": {"type": "roll_dice"}},
    ],
    ids=lambda sign: str(sign["type"]),
)
async def test_any_sign_gives_the_seat_back_before_anything_else(turns: Turns, sign: dict[str, Any]) -> None:
    await turns.turn()
    await turns.socket.next("presence")
    await turns.socket.send(**sign)
    assert await turns.socket.next("presence") == {"type": "presence", "seat": 0, "connected": True}
    await turns.home.server.settle()
    assert turns.hosted == [(0, "leave"), (0, "return")]
    origins = [command.origin for command in turns.engine.commands]
    assert "player" not in origins[: origins.index("host", 2) + 1]
    assert await turns.is_here()


async def test_who_gave_a_sign_during_the_turn_is_there_though_it_lapsed(turns: Turns) -> None:
    await turns.told(BEGUN)
    await turns.socket.send(type="here")
    await turns.socket.send(type="ping")
    await turns.socket.next("pong")
    await turns.home.pass_time(60)
    await turns.told(LAPSED)
    assert turns.hosted == []


async def test_a_mere_ping_is_no_sign(turns: Turns) -> None:
    await turns.told(BEGUN)
    await turns.home.pass_time(30)
    await turns.socket.send(type="ping")
    await turns.socket.next("pong")
    await turns.home.pass_time(30)
    await turns.told(LAPSED)
    assert turns.hosted == [(0, "leave")]


async def test_a_turn_that_was_ended_counts_for_nobody(turns: Turns) -> None:
    await turns.told(BEGUN)
    await turns.home.pass_time(60)
    await turns.told(PASSED)
    assert turns.hosted == []


async def test_who_came_in_the_middle_of_the_turn_was_not_away_for_the_whole_of_it(turns: Turns) -> None:
    await turns.told(BEGUN)
    await turns.home.pass_time(30)
    await turns.person.socket(turns.code)
    await turns.home.pass_time(30)
    await turns.told(LAPSED)
    assert turns.hosted == []


async def test_who_counts_as_gone_is_reported_once(turns: Turns) -> None:
    await turns.turn()
    await turns.turn()
    await turns.home.pass_time(120)
    assert turns.hosted == [(0, "leave")]


async def test_who_counts_as_gone_keeps_the_room_from_being_deleted(turns: Turns) -> None:
    await turns.turn()
    await turns.home.pass_time(1200)
    await turns.person.get(f"/api/rooms/{turns.code}")


async def test_a_second_page_is_a_sign(turns: Turns) -> None:
    await turns.turn()
    await turns.person.socket(turns.code)
    await turns.home.server.settle()
    assert turns.hosted == [(0, "leave"), (0, "return")]


async def test_a_sign_at_another_edge_is_one(turns: Turns) -> None:
    other = await turns.home.start_edge()
    await turns.home.server.settle()
    elsewhere = await turns.person.at(other).socket(turns.code)
    await turns.told(BEGUN)
    await turns.home.pass_time(1)
    await elsewhere.send(type="here")
    await elsewhere.send(type="ping")
    await elsewhere.next("pong")
    await turns.home.server.settle()
    await turns.home.pass_time(59)
    await turns.told(LAPSED)
    assert turns.hosted == []


async def test_who_counts_as_gone_comes_back_at_any_edge(turns: Turns) -> None:
    other = await turns.home.start_edge()
    await turns.home.server.settle()
    await turns.turn()
    elsewhere = await turns.person.at(other).socket(turns.code)
    await turns.home.server.settle()
    assert turns.hosted[-1] == (0, "return")
    assert await turns.is_here()
    await turns.turn()
    await elsewhere.send(type="here")
    await turns.socket.next("presence", connected=False)
    await turns.socket.next("presence", connected=True)
    await turns.home.server.settle()
    assert turns.hosted[-1] == (0, "return")
