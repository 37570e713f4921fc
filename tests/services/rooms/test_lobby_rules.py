"""What rooms do otherwise for one game than for others: fetih's (F89 to F95), on other games' tables."""

from collections.abc import AsyncIterator

import pytest

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
