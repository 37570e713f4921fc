"""Persons who go and come back, owners who stay away, rooms that nobody is in."""

import asyncio

import pytest

from libs.events.lobby import LobbyEntry
from libs.events.memory import MemoryEvents
from libs.events.wire import unpack
from tests.services.rooms.houses import House, Socket, house
from tests.services.rooms.scripted_engine import scripted_engine

UNHURRIED = {"turn_seconds": 0}
"""No turn ends by itself while time passes."""


async def goes(home: House, socket: Socket) -> None:
    """The socket closes, and the edge has noticed it."""
    await socket.socket.close()
    await home.server.settle()


async def test_a_bot_sits_in_for_who_is_gone_and_gives_the_seat_back(home: House) -> None:
    code, (_, veli), (one, two) = await home.two_play(options=UNHURRIED)
    await goes(home, two)
    await home.pass_time(60.1)
    room = await one.room()
    assert room["seats"][1]["sat_in"]
    assert (await one.next("view"))["players"] == ["person", "bot"]
    back = await veli.socket(code)
    assert (await one.next("view"))["players"] == ["person", "person"]
    assert not (await one.room())["seats"][1]["sat_in"]
    assert back.all[0]["seat"] == 1


async def test_no_command_passes_before_the_engine_knows_that_the_person_is_back() -> None:
    async with house(engines=0) as home:
        engine = await scripted_engine(home.server)
        ali = await home.guest()
        room = await ali.post("/api/rooms", game="sealed", bots=["random"], seats=2, start=True)
        code = room["code"]
        first = await ali.socket(code)
        if first.all[0]["view"] is None:
            await first.next("view")
        await goes(home, first)
        await home.pass_time(61)
        assert engine.commands[-1].body == {"type": "leave"}
        back = await ali.socket(code)
        await back.command("c1", type="bid", amount=0)
        given = [(c.origin, c.body["type"]) for c in engine.commands]
        assert given[-3:] == [("host", "leave"), ("host", "return"), ("player", "bid")]


async def test_commands_wait_until_the_engine_has_answered_that_the_person_is_back() -> None:
    async with house(engines=0) as home:
        engine = await scripted_engine(home.server)
        ali = await home.guest()
        code = (await ali.post("/api/rooms", game="sealed", bots=["random"], seats=2, start=True))["code"]
        await goes(home, await ali.socket(code))
        await home.pass_time(61)
        engine.hold_return = asyncio.Event()
        back = await ali.socket(code)
        await back.send(type="command", id="c1", seen=None, command={"type": "bid", "amount": 0})
        await back.send(type="ping")
        await back.next("pong")
        await home.server.settle()
        assert [command for command in engine.commands if command.origin == "player"] == []
        engine.hold_return.set()
        assert (await back.answer("c1"))["type"] == "accepted"


async def test_a_person_who_is_gone_is_reported_once(home: House) -> None:
    _, _, (one, two) = await home.two_play(options=UNHURRIED)
    await goes(home, two)
    for _ in range(5):
        await home.pass_time(61)
    await one.send(type="resync")
    view = await one.next("view", former=2)
    assert view["players"] == ["person", "bot"]


async def test_who_leaves_a_game_is_replaced_at_once_and_may_come_back(home: House) -> None:
    code, (_, veli), (one, _) = await home.two_play(options=UNHURRIED)
    await veli.delete(f"/api/rooms/{code}/seats/1")
    await home.pass_time(0.1)
    assert (await one.next("view"))["players"] == ["person", "bot"]
    assert (await veli.post(f"/api/rooms/{code}/seats"))["seat"] == 1
    await home.pass_time(1.1)
    assert (await one.next("view"))["players"] == ["person", "person"]


async def test_an_owner_who_is_away_for_a_minute_loses_the_ownership_not_the_seat(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open()
    await veli.post(f"/api/rooms/{code}/seats")
    one, two = await ali.socket(code), await veli.socket(code)
    await goes(home, one)
    await home.pass_time(59)
    assert (await veli.get(f"/api/rooms/{code}"))["owner"] == 0
    await home.pass_time(2)
    room = await two.room(owner=1)
    assert room["seats"][0]["name"] == ali.name


async def test_a_waiting_room_keeps_a_place_for_ten_minutes(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open()
    one = await ali.socket(code)
    await veli.post(f"/api/rooms/{code}/seats")
    await home.pass_time(599)
    assert (await ali.get(f"/api/rooms/{code}"))["seats"][1]["name"] == veli.name
    await home.pass_time(2)
    while (await one.room())["seats"][1]["name"] is not None:
        """The rooms before that one."""


async def test_a_room_without_anybody_for_ten_minutes_is_gone_with_its_game(home: House) -> None:
    code, (ali, _), sockets = await home.two_play(options=UNHURRIED)
    (room,) = home.edge.directory
    for socket in sockets:
        await goes(home, socket)
    await home.pass_time(599)
    await ali.get(f"/api/rooms/{code}")
    await home.pass_time(2)
    assert await ali.refused("GET", f"/api/rooms/{code}") == (404, "no_such_room")
    assert (await closing(home, room.id)) == "idle"
    await home.pass_time(2)
    log = [stored async for stored in MemoryEvents(home.server).games.read(room.id)]
    assert b"GameClosed" in log[-1].data


async def closing(home: House, room: str) -> str:
    """Why the room was closed, by the journal."""
    events = [
        event
        async for stored in MemoryEvents(home.server).rooms.read(room)
        for event in unpack(LobbyEntry, stored.data).events
    ]
    reason: str = events[-1].reason  # type: ignore[union-attr]
    return reason


async def test_any_person_who_comes_back_stops_the_count(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    await home.pass_time(500)
    socket = await ali.socket(code)
    await goes(home, socket)
    await home.pass_time(500)
    await ali.get(f"/api/rooms/{code}")


async def test_a_mere_watcher_keeps_no_room(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    watcher = await (await home.guest()).socket(code)
    await home.pass_time(601)
    assert await watcher.closed() == 4404


@pytest.mark.parametrize("absent_after", [0.5])
async def test_a_setting_shortens_the_games_time(absent_after: float) -> None:
    async with house(absent_after=absent_after) as home:
        _, _, (one, two) = await home.two_play(options=UNHURRIED)
        await goes(home, two)
        await home.pass_time(0.6)
        assert (await one.next("view"))["players"] == ["person", "bot"]


async def test_where_presence_is_secret_it_reaches_nobody(home: House) -> None:
    code, (ali, veli), (one, two) = await home.two_play("sealed", seats=2)
    room = await ali.get(f"/api/rooms/{code}")
    assert {(seat["player"], seat["name"], seat["connected"]) for seat in room["seats"]} == {
        (None, None, None)
    }
    assert room["owner"] is None
    assert room["seat"] == 0
    seen = len(one.all)
    await goes(home, two)
    await home.pass_time(10)
    again = await veli.socket(code)
    await one.send(type="ping")
    await one.next("pong")
    assert [message["type"] for message in one.all[seen:]] == ["pong"]
    assert again.all[0]["seat"] == 1
