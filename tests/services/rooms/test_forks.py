"""Rooms whose game goes on from another one's entry, over HTTP."""

from typing import Any

import pytest

from libs.events.commands import Fork
from libs.events.lobby import NOBODY, OwnerChanged, SeatTaken
from services.rooms import lobby
from services.rooms.refusals import TOO_FEW_PLAYERS
from tests.services.rooms.houses import Client, House, Socket, house
from tests.services.rooms.lobbying import ENGAGEMENT, FRIEND, OWNER, THIRD, Lobby, given, opening_of

MOVES = (4, 0, 3, 1, 5)
"""The cells of a short game: the first to move wins in five moves."""


async def played_out(home: House, **fields: Any) -> tuple[str, list[Client], list[Socket]]:
    """Two persons have played a game of tic-tac-toe to its end."""
    code, persons, sockets = await home.two_play(**fields)
    first = sockets[0].view["first"]
    for turn, cell in enumerate(MOVES):
        await sockets[(first + turn) % 2].command(f"m{turn}", type="place", cell=cell)
    for socket in sockets:
        await socket.room(status="over")
    return code, persons, sockets


async def test_a_game_that_is_over_is_forked_and_played_on(home: House) -> None:
    code, (ali, veli), _ = await played_out(home, options={"turn_seconds": 30})
    room = await ali.post("/api/rooms", **{"from": {"room": code, "at": 3}})
    assert (room["game"], room["options"], len(room["seats"])) == ("tictactoe", {"turn_seconds": 30}, 2)
    assert (room["status"], room["seat"], room["owner"]) == ("waiting", 0, 0)
    assert room["fork"] == {"room": code, "seq": 3}
    new = room["code"]
    assert await ali.refused("POST", f"/api/rooms/{new}/start") == (409, "too_few_players")
    await veli.post(f"/api/rooms/{new}/seats")
    socket = await ali.socket(new)
    await ali.post(f"/api/rooms/{new}/start")
    view = await socket.next("view")
    past = await ali.get(f"/api/rooms/{code}/positions/3")
    assert view["view"] == past["view"]
    assert (past["seq"], view["seq"]) == (3, None)
    assert view["told"][1] == {"type": "PositionLoaded"}


async def test_the_owner_of_a_fork_takes_the_seat_wished_for_and_bots_the_others(home: House) -> None:
    code, (ali, _), _ = await played_out(home)
    asked = {"from": {"room": code, "at": 1}, "seat": 1, "bots": ["perfect"], "start": True}
    room = await ali.post("/api/rooms", **asked)
    assert (room["status"], room["seat"]) == ("starting", 1)
    assert [seat["player"] for seat in room["seats"]] == ["bot", "person"]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"from": {"at": 6}}, (409, "game_over")),
        ({"from": {"at": 7}}, (404, "no_such_position")),
        ({"from": {"at": 0}}, (400, "malformed")),
        ({"from": {"at": 1, "room": "ABCDEF"}}, (404, "no_such_room")),
        ({"from": {"at": 1, "head": "00"}}, (400, "unknown_field")),
        ({"from": {"at": 1}, "game": "tictactoe"}, (400, "malformed")),
        ({"from": {"at": 1}, "options": {}}, (400, "malformed")),
        ({"from": {"at": 1}, "seats": 2}, (400, "malformed")),
        ({"from": {"at": 1}, "seat": 2}, (404, "no_such_seat")),
        ({"from": {"at": 1}, "bots": ["kasparov"]}, (422, "no_such_bot")),
        ({"from": {"at": 1}, "bots": ["easy", "easy"]}, (409, "room_full")),
        ({"from": {"at": 1}, "start": True}, (409, "too_few_players")),
    ],
)
async def test_a_fork_that_cannot_be_is_refused(
    home: House, asked: dict[str, Any], why: tuple[int, str]
) -> None:
    code, (ali, _), _ = await played_out(home)
    body = {**asked, "from": {"room": code, **asked["from"]}}
    assert await ali.refused("POST", "/api/rooms", body) == why


async def test_no_game_that_waits_or_runs_is_forked(home: House) -> None:
    ali = await home.guest()
    waiting = await ali.open()
    running, (veli, _), _ = await home.two_play()
    for code, why in ((waiting, (409, "not_begun")), (running, (403, "not_yet"))):
        body = {"from": {"room": code, "at": 1}}
        assert await veli.refused("POST", "/api/rooms", body) == why


async def test_who_has_the_watching_link_may_fork_what_they_may_watch_again(home: House) -> None:
    code, (ali, _), _ = await played_out(home)
    watch = (await ali.get(f"/api/rooms/{code}"))["watch"]
    stranger = await home.guest()
    room = await stranger.post("/api/rooms", **{"from": {"room": watch, "at": 2}})
    # The door that was opened was for watching only: the code of the source is not told.
    assert room["fork"] == {"room": None, "seq": 2}
    assert (await ali.get(f"/api/rooms/{room['code']}"))["fork"] == {"room": code, "seq": 2}


async def test_a_closed_room_is_forked_by_its_code_as_it_is_watched_again() -> None:
    async with house(idle_after=60) as home:
        code, (ali, _), sockets = await played_out(home)
        for socket in sockets:
            await socket.socket.close()
        await home.pass_time(10)
        await home.pass_time(100)
        assert await ali.refused("GET", f"/api/rooms/{code}") == (404, "no_such_room")
        room = await ali.post("/api/rooms", **{"from": {"room": code, "at": 2}})
        assert room["fork"] == {"room": None, "seq": 2}


async def test_a_room_that_is_no_fork_says_so(home: House) -> None:
    assert (await (await home.guest()).post("/api/rooms", game="tictactoe"))["fork"] is None


async def test_the_log_and_the_positions_name_the_entries_once_the_game_is_over(home: House) -> None:
    code, (ali, _), sockets = await played_out(home)
    log = await ali.get(f"/api/rooms/{code}/log")
    assert [line["seq"] for line in log["told"]] == [1, 2, 3, 4, 5, 6]
    some = await ali.get(f"/api/rooms/{code}/positions")
    assert some["first"]["seq"] == 1
    last = [one["changes"][-1] for one in some["then"]]
    assert last == [[["seq"], number] for number in (2, 3, 4, 5, 6)]
    watcher = await (await home.guest()).socket(code)
    assert watcher.all[0]["view"]["seq"] == 6
    assert all(message.get("seq") is None for message in sockets[0].all[:-3])


# A room that an operator opened


def unowned(bots: tuple[str, ...] = ()) -> Lobby:
    """A fork of nobody's with three seats."""
    fork = Fork(room="r0", seq=4, head="0" * 64)
    return given(owner=NOBODY, opening=opening_of(bots=bots, fork=fork))


def test_who_sits_down_first_owns_a_room_of_nobodys() -> None:
    one = unowned(bots=("easy",))
    assert one.room.owner == NOBODY
    assert one.room.places[0].bot == "easy"
    events = one.does(lobby.sit, FRIEND, 2, None)
    assert [type(event) for event in events] == [SeatTaken, OwnerChanged]
    assert one.room.owner == FRIEND
    assert [type(event) for event in one.does(lobby.sit, THIRD, None, None)] == [SeatTaken]


def test_a_fork_starts_with_all_the_seats_of_its_source() -> None:
    one = given(opening=opening_of(fork=Fork(room="r0", seq=4, head="0" * 64))).sit(FRIEND)
    one.refuses(TOO_FEW_PLAYERS, lobby.start, OWNER, 3, ENGAGEMENT)
    one.sit(THIRD)
    assert one.does(lobby.start, OWNER, 3, ENGAGEMENT)


def test_bots_sit_beside_an_owner_in_the_middle() -> None:
    one = given(opening=opening_of(bots=("easy", "easy"), seat=1))
    assert [place.bot for place in one.room.places] == ["easy", None, "easy"]
    assert one.room.place_of(OWNER) == 1
