"""Rooms over HTTP: who may do what, and how it is refused."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from libs.runtime.delta import apply
from tests.services.rooms.houses import House, house


async def test_the_games_are_told_with_their_options_and_bots(home: House) -> None:
    games = {game["name"]: game for game in (await home.stranger().get("/api/games"))["games"]}
    assert games["tictactoe"]["seats"] == {"min": 2, "max": 2}
    assert games["tictactoe"]["setup"]["properties"]["turn_seconds"]["default"] == 60
    assert games["tictactoe"]["bots"][0] == "easy"


async def test_a_room_is_opened_with_its_owner_on_seat_0(home: House) -> None:
    ali = await home.guest()
    room = await ali.post("/api/rooms", game="tictactoe", options={"turn_seconds": 30})
    assert room["status"] == "waiting"
    assert room["options"] == {"turn_seconds": 30}
    assert (room["seat"], room["owner"]) == (0, 0)
    assert [seat["name"] for seat in room["seats"]] == [ali.name, None]
    assert (await ali.get("/api/me"))["rooms"] == [
        {"code": room["code"], "game": "tictactoe", "status": "waiting", "seat": 0}
    ]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"game": "chess"}, (404, "no_such_game")),
        ({"game": "tictactoe", "options": {"turn_seconds": 3}}, (422, "bad_options")),
        ({"game": "tictactoe", "options": {"colour": "red"}}, (422, "bad_options")),
        ({"game": "tictactoe", "seats": 3}, (422, "bad_seats")),
        ({"game": "tictactoe", "seats": 0}, (422, "bad_seats")),
        ({"game": "tictactoe", "bots": ["kasparov"]}, (422, "no_such_bot")),
        ({"game": "tictactoe", "bots": ["easy", "easy"]}, (409, "room_full")),
        ({"game": "tictactoe", "start": True}, (409, "too_few_players")),
        ({"game": "tictactoe", "seed_hash": "abc"}, (400, "malformed")),
        ({}, (400, "malformed")),
        ({"game": "tictactoe", "password": "x"}, (400, "unknown_field")),
    ],
)
async def test_a_room_that_cannot_be_is_refused(
    home: House, asked: dict[str, Any], why: tuple[int, str]
) -> None:
    assert await (await home.guest()).refused("POST", "/api/rooms", asked) == why


async def test_a_room_needs_somebody_signed_in(home: House) -> None:
    refused = await home.stranger().refused("POST", "/api/rooms", {"game": "tictactoe"})
    assert refused == (401, "not_signed_in")


async def test_a_person_has_so_many_waiting_rooms_and_is_told_the_code_of_one() -> None:
    async with house(waiting_rooms=1) as home:
        ali = await home.guest()
        code = await ali.open()
        status, answer = await ali.ask("POST", "/api/rooms", {"game": "tictactoe"})
        assert (status, answer["code"], answer["details"]) == (409, "already_has_room", {"code": code})
        await ali.delete(f"/api/rooms/{code}/seats/0")
        await ali.open()


async def test_a_person_opens_so_many_rooms_a_minute_though_they_are_closed_again() -> None:
    async with house(rooms_per_minute=3) as home:
        ali, veli = await home.guest(), await home.guest()
        for _ in range(3):
            await ali.post(f"/api/rooms/{await ali.open()}/close")
        status, answer = await ali.ask("POST", "/api/rooms", {"game": "tictactoe"})
        assert (status, answer["code"]) == (429, "rate_limited")
        assert answer["details"]["retry_after_ms"] > 0
        await veli.open()


async def test_rooms_opened_all_at_once_are_counted_too() -> None:
    async with house(waiting_rooms=3) as home:
        client = await home.guest()
        asked = [client.ask("POST", "/api/rooms", {"game": "tictactoe"}) for _ in range(20)]
        answers = Counter(status for status, _ in await asyncio.gather(*asked))
        assert answers == {201: 3, 409: 17}


async def test_a_game_against_bots_is_never_a_waiting_room() -> None:
    async with house(waiting_rooms=1) as home:
        ali = await home.guest()
        await ali.open()
        for _ in range(2):
            room = await ali.post("/api/rooms", game="tictactoe", bots=["easy"], start=True)
            assert room["status"] == "starting"
            assert room["commitment"]


async def test_a_code_works_in_lower_case(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open()
    assert (await veli.post(f"/api/rooms/{code.lower()}/seats"))["seat"] == 1


@pytest.mark.parametrize("door", ["ABCDEF", "abc", "ı" * 6, "x" * 22, "%20"])  # noqa: RUF001
async def test_an_unknown_door_opens_nothing(home: House, door: str) -> None:
    ali = await home.guest()
    assert await ali.refused("GET", f"/api/rooms/{door}") == (404, "no_such_room")
    assert await ali.refused("POST", f"/api/rooms/{door}/seats", {}) == (404, "no_such_room")


async def test_the_watching_token_opens_the_room_for_watching_only(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    room = await ali.post("/api/rooms", game="tictactoe")
    seen = await veli.get(f"/api/rooms/{room['watch']}")
    assert (seen["code"], seen["seat"], seen["watch"]) == (None, None, room["watch"])
    for method, path, body in (
        ("POST", "seats", {}),
        ("POST", "bots", {}),
        ("POST", "start", None),
        ("POST", "close", None),
        ("DELETE", "seats/0", None),
        ("POST", "mutes", {"seat": 0, "muted": True}),
    ):
        refused = await veli.refused(method, f"/api/rooms/{room['watch']}/{path}", body)
        assert refused == (403, "watching_only")


async def test_a_stranger_does_not_get_the_watching_link_of_a_private_waiting_room(home: House) -> None:
    code = await (await home.guest()).open()
    assert (await home.stranger().get(f"/api/rooms/{code}"))["watch"] is None


async def test_only_listed_rooms_stand_in_the_public_list(home: House) -> None:
    ali = await home.guest()
    await ali.open()
    code = await ali.open(listed=True)
    (listed,) = (await home.stranger().get("/api/rooms"))["rooms"]
    assert (listed["code"], listed["free"], listed["owner"]) == (code, 1, ali.name)
    assert (await home.stranger().get("/api/rooms?game=sealed"))["rooms"] == []


async def test_seats_are_taken_left_and_refused(home: House) -> None:
    ali, veli, ece = await home.guest(), await home.guest(), await home.guest()
    code = await ali.open()
    seats = f"/api/rooms/{code}/seats"
    assert await veli.refused("POST", seats, {"seat": 0}) == (409, "seat_taken")
    assert await veli.refused("POST", seats, {"seat": 5}) == (404, "no_such_seat")
    assert (await veli.post(seats, seat=1))["seat"] == 1
    assert (await veli.post(seats))["seat"] == 1
    assert await ece.refused("POST", seats, {}) == (409, "room_full")
    assert await ece.refused("DELETE", f"{seats}/1") == (403, "not_owner")
    assert (await veli.delete(f"{seats}/1"))["seat"] is None
    assert (await ece.post(seats))["seat"] == 1


async def test_an_owner_adds_and_removes_bots(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open()
    bots = f"/api/rooms/{code}/bots"
    assert await veli.refused("POST", bots, {}) == (403, "not_owner")
    assert await ali.refused("POST", bots, {"kind": "kasparov"}) == (422, "no_such_bot")
    assert (await ali.post(bots))["seats"][1]["bot"] == "easy"
    assert await ali.refused("POST", bots, {"kind": "perfect"}) == (409, "room_full")
    assert (await ali.delete(f"/api/rooms/{code}/seats/1"))["seats"][1]["player"] is None
    assert (await ali.post(bots, kind="perfect", seat=1))["seats"][1]["bot"] == "perfect"


async def test_who_was_sent_away_never_comes_back_by_any_means(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    room = await ali.post("/api/rooms", game="tictactoe")
    code = room["code"]
    await veli.post(f"/api/rooms/{code}/seats")
    socket = await veli.socket(code)
    await ali.delete(f"/api/rooms/{code}/seats/1")
    assert await socket.closed() == 4403
    assert any(message.get("code") == "removed_from_room" for message in socket.all)
    for door in (code, room["watch"]):
        assert await veli.refused("GET", f"/api/rooms/{door}") == (403, "removed_from_room")
        assert await veli.refused("GET", f"/api/rooms/{door}/socket") == (403, "removed_from_room")
    assert await veli.refused("POST", f"/api/rooms/{code}/seats", {}) == (403, "removed_from_room")


async def test_a_start_needs_the_owner_and_enough_players(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open()
    start = f"/api/rooms/{code}/start"
    assert await ali.refused("POST", start) == (409, "too_few_players")
    await veli.post(f"/api/rooms/{code}/seats")
    assert await veli.refused("POST", start) == (403, "not_owner")
    room = await ali.post(start)
    assert (room["status"], len(room["commitment"])) == ("starting", 64)
    for method, path, body in (
        ("POST", "start", None),
        ("POST", "bots", {}),
        ("DELETE", "seats/1", None),
        ("POST", "close", None),
    ):
        refused = await ali.refused(method, f"/api/rooms/{code}/{path}", body)
        assert refused == (409, "already_started")
    ece = await home.guest()
    assert await ece.refused("POST", f"/api/rooms/{code}/seats", {}) == (409, "already_started")


async def test_without_an_engine_a_start_is_refused_and_changes_nothing() -> None:
    async with house(engines=0, ask_patience=0.3) as home:
        ali = await home.guest()
        code = await ali.open()
        await ali.post(f"/api/rooms/{code}/bots")
        assert await ali.refused("POST", f"/api/rooms/{code}/start") == (503, "unavailable")
        assert (await ali.get(f"/api/rooms/{code}"))["status"] == "waiting"


async def test_a_closed_room_is_there_for_nobody(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open()
    socket = await veli.socket(code)
    assert await veli.refused("POST", f"/api/rooms/{code}/close") == (403, "not_owner")
    room = await ali.post(f"/api/rooms/{code}/close")
    assert (room["status"], room["reason"]) == ("closed", "owner")
    assert await socket.closed() == 4404
    assert await ali.refused("GET", f"/api/rooms/{code}") == (404, "no_such_room")
    assert (await ali.get("/api/me"))["rooms"] == []


async def test_a_waiting_room_whose_last_person_leaves_is_closed(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    assert (await ali.delete(f"/api/rooms/{code}/seats/0"))["reason"] == "empty"
    assert await ali.refused("GET", f"/api/rooms/{code}") == (404, "no_such_room")


async def test_when_the_owner_leaves_another_owns_the_room(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open()
    await veli.post(f"/api/rooms/{code}/seats")
    await ali.delete(f"/api/rooms/{code}/seats/0")
    assert (await veli.get(f"/api/rooms/{code}"))["owner"] == 1


async def test_the_log_and_old_positions_are_read_with_the_askers_eyes(home: House) -> None:
    code, (ali, veli), (one, two) = await home.two_play("sealed", seats=2)
    own = await ali.get(f"/api/rooms/{code}/log")
    assert own["told"][0]["number"] == 1
    public = await ali.get(f"/api/rooms/{code}/log?seat=public")
    assert public["told"] != own["told"]
    position = await ali.get(f"/api/rooms/{code}/positions/1")
    assert position["view"] == one.view
    assert "room" not in position
    for path in ("log", "positions/1", "positions"):
        assert await ali.refused("GET", f"/api/rooms/{code}/{path}?seat=1") == (403, "not_yet")
        assert await ali.refused("GET", f"/api/rooms/{code}/{path}?seat=9") == (404, "no_such_seat")
        assert await ali.refused("GET", f"/api/rooms/{code}/{path}?seat=x") == (404, "no_such_seat")
    assert await ali.refused("GET", f"/api/rooms/{code}/positions/99") == (404, "no_such_position")
    assert await ali.refused("GET", f"/api/rooms/{code}/positions/x") == (400, "malformed")
    assert await ali.refused("GET", f"/api/rooms/{code}/positions?from=99") == (404, "no_such_position")
    for path in (
        "log?limit=501",
        "log?from=0",
        "positions?limit=101",
        "positions?from=0",
        "positions?limit=x",
    ):
        assert await ali.refused("GET", f"/api/rooms/{code}/{path}") == (400, "malformed")
    assert two.view != one.view
    assert await veli.get(f"/api/rooms/{code}/log?seat=public") == public


async def test_a_range_of_positions_is_the_first_and_what_changes_then(home: House) -> None:
    code, _, (one, two) = await home.two_play()
    first, second = (one, two) if one.view["turn"] == 0 else (two, one)
    for move, (person, cell) in enumerate(((first, 0), (second, 3), (first, 1))):
        await person.command(f"c{move}", type="place", cell=cell)
    stranger = home.stranger()
    some = await stranger.get(f"/api/rooms/{code}/positions?limit=3")
    assert some["next"] == 4
    document = some["first"]
    assert document == await stranger.get(f"/api/rooms/{code}/positions/1")
    for change in some["then"]:
        document = apply(document, change["changes"])
        assert document == await stranger.get(f"/api/rooms/{code}/positions/{change['number']}")
    rest = await stranger.get(f"/api/rooms/{code}/positions?from=4")
    assert (rest["first"]["number"], rest["then"], rest["next"]) == (4, [], None)


async def test_before_the_start_there_is_no_log(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    assert await ali.refused("GET", f"/api/rooms/{code}/log") == (409, "not_begun")


async def test_a_person_is_in_so_many_rooms_at_all() -> None:
    async with house(rooms_each=2) as home:
        ali = await home.guest()
        for _ in range(2):
            await ali.post("/api/rooms", game="tictactoe", bots=["easy"], start=True)
        asked = {"game": "tictactoe", "bots": ["easy"], "start": True}
        assert await ali.refused("POST", "/api/rooms", asked) == (409, "too_many_rooms")
