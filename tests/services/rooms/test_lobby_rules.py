"""What rooms do otherwise for one game than for others: fetih's (F89 to F95), on other games' tables."""

from collections.abc import AsyncIterator

import pytest

from libs.events.memory import MemoryEvents
from libs.runtime.lobby_rules import RULES
from tests.services.rooms.houses import House, house


@pytest.fixture
async def home() -> AsyncIterator[House]:
    """A house where every game has the rooms of fetih."""
    async with house(rules=lambda game: RULES["fetih"]) as one:
        yield one


async def test_rooms_of_such_a_game_do_not_stand_in_the_public_list(home: House) -> None:
    ali = await home.guest()
    assert not (await ali.post("/api/rooms", game="tictactoe", listed=True))["listed"]
    assert (await ali.get("/api/rooms"))["rooms"] == []
    assert {game["listable"] for game in (await ali.get("/api/games"))["games"]} == {False}


async def test_who_owns_a_waiting_room_of_the_game_opens_no_other_and_is_told_its_code(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    status, answer = await ali.ask("POST", "/api/rooms", {"game": "tictactoe"})
    assert (status, answer["code"], answer["details"]) == (409, "already_has_room", {"code": code})
    await ali.open("sealed")
    await ali.post(f"/api/rooms/{code}/close")
    await ali.open()


async def test_neither_running_nor_finished_rooms_count(home: House) -> None:
    ali = await home.guest()
    for _ in range(2):
        await ali.post("/api/rooms", game="tictactoe", bots=["easy"], start=True)
    await ali.open()


async def test_an_inherited_room_counts_but_is_taken_from_nobody(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    mine, inherited = await veli.open(), await ali.open()
    await veli.post(f"/api/rooms/{inherited}/seats")
    await ali.delete(f"/api/rooms/{inherited}/seats/0")
    assert [room["status"] for room in (await veli.get("/api/me"))["rooms"]] == ["waiting", "waiting"]
    await veli.post(f"/api/rooms/{mine}/close")
    assert await veli.refused("POST", "/api/rooms", {"game": "tictactoe"}) == (409, "already_has_room")


async def log_of(home: House, code: str) -> bytes:
    """All that stands in the log of that room's game."""
    room, _ = await home.edge.directory.behind(code)
    entries = [stored.data async for stored in MemoryEvents(home.server).games.read(room.id)]
    return b"".join(entries)


async def test_who_is_not_connected_when_the_game_begins_is_reported_gone_at_once(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open("sealed", seats=2)
    await veli.post(f"/api/rooms/{code}/seats")
    one = await ali.socket(code)
    await ali.post(f"/api/rooms/{code}/start")
    await one.room(status="running")
    await home.pass_time(0.1)
    log = await log_of(home, code)
    assert log.count(b"SeatLeft") == 1
    back = await veli.socket(code)
    assert back.all[0]["seat"] == 1
    await home.server.settle()
    assert (await log_of(home, code)).count(b"SeatReturned") == 1


async def test_who_goes_after_the_beginning_is_reported_after_the_games_time(home: House) -> None:
    code, _, (_, two) = await home.two_play("sealed", seats=2)
    await home.pass_time(1)
    await two.socket.close()
    await home.server.settle()
    await home.pass_time(29.9)
    assert b"SeatLeft" not in await log_of(home, code)
    await home.pass_time(0.2)
    assert (await log_of(home, code)).count(b"SeatLeft") == 1


async def test_leaving_a_running_game_closes_ones_sockets_and_is_an_absence_at_once(home: House) -> None:
    code, (_, veli), (one, two) = await home.two_play("sealed", seats=2)
    await veli.delete(f"/api/rooms/{code}/seats/1")
    assert await two.closed() == 4410
    await home.pass_time(0.1)
    assert (await log_of(home, code)).count(b"SeatLeft") == 1
    assert not one.socket.closed


async def test_the_next_socket_of_who_left_a_running_game_is_the_way_back(home: House) -> None:
    code, (_, veli), _ = await home.two_play("sealed", seats=2)
    await veli.delete(f"/api/rooms/{code}/seats/1")
    await home.pass_time(0.1)
    back = await veli.socket(code)
    assert back.all[0]["seat"] == 1
    await home.server.settle()
    assert (await log_of(home, code)).count(b"SeatReturned") == 1


async def test_when_the_owner_leaves_a_running_game_another_owns_the_room(home: House) -> None:
    code, (ali, veli), _ = await home.two_play()
    await ali.delete(f"/api/rooms/{code}/seats/0")
    assert (await veli.get(f"/api/rooms/{code}"))["owner"] == 1
    await ali.socket(code)
    assert (await veli.get(f"/api/rooms/{code}"))["owner"] == 1
