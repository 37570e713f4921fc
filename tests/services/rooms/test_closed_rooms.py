"""Games of closed rooms are watched again by code and watching token; nobody enters such a room."""

from typing import Any

import aiohttp
import pytest

from libs.events.lobby import Closed
from tests.services.rooms.houses import Client, House, Socket

REPLAY = ("log", "positions/1", "positions", "log?seat=1", "log?seat=public")


async def over(home: House) -> tuple[str, list[Client]]:
    """The code of a room whose game is over, and its players."""
    code, clients, (one, _) = await home.two_play()
    await one.command("c1", type="resign")
    await one.room(status="over")
    return code, clients


async def close(home: House) -> None:
    """The only room is closed, as after a while without anybody."""
    (room,) = home.edge.directory
    closed = Closed(at=home.server.now(), reason="idle")
    await home.edge.directory.change(room.id, lambda _: [closed])
    await home.server.settle()
    assert len(home.edge.directory) == 0


async def game_file(client: Client, door: str) -> bytes:
    async with client.session.get(client.url(f"/api/rooms/{door}/game")) as response:
        assert response.status == 200
        return await response.read()


def unconnected(room: dict[str, Any]) -> dict[str, Any]:
    return {**room, "reason": None, "seats": [{**seat, "connected": None} for seat in room["seats"]]}


async def test_the_replay_of_a_closed_room_is_what_it_was(home: House) -> None:
    code, _ = await over(home)
    stranger = home.stranger()
    before = [await stranger.get(f"/api/rooms/{code}/{path}") for path in REPLAY]
    room, file = await stranger.get(f"/api/rooms/{code}/replay"), await game_file(stranger, code)
    await close(home)
    assert [await stranger.get(f"/api/rooms/{code.lower()}/{path}") for path in REPLAY] == before
    again = await stranger.get(f"/api/rooms/{code}/replay")
    assert unconnected(again) == unconnected(room)
    assert (again["status"], again["reason"]) == ("over", "idle")
    assert await game_file(stranger, code) == file


async def test_who_played_sees_a_closed_room_with_their_own_eyes(home: House) -> None:
    code, (_, veli) = await over(home)
    before = await veli.get(f"/api/rooms/{code}/positions")
    await close(home)
    assert (await veli.get(f"/api/rooms/{code}/replay"))["seat"] == 1
    assert await veli.get(f"/api/rooms/{code}/positions") == before


async def test_the_watching_link_of_a_closed_room_leads_to_its_replay(home: House) -> None:
    code, _ = await over(home)
    stranger = home.stranger()
    watch = (await stranger.get(f"/api/rooms/{code}"))["watch"]
    await close(home)
    room = await stranger.get(f"/api/rooms/{watch}/replay")
    assert (room["code"], room["seat"], room["status"]) == (None, None, "over")
    assert await game_file(stranger, watch) == await game_file(stranger, code)


async def test_an_edge_that_starts_later_finds_closed_rooms_too(home: House) -> None:
    code, _ = await over(home)
    await close(home)
    later = home.stranger(await home.start_edge())
    assert (await later.get(f"/api/rooms/{code}/replay"))["status"] == "over"


async def test_nobody_enters_a_closed_room_or_changes_it(home: House) -> None:
    code, (ali, _) = await over(home)
    await close(home)
    await ali.get(f"/api/rooms/{code}/replay")
    at = f"/api/rooms/{code}"
    assert await ali.refused("GET", at) == (404, "no_such_room")
    for path in ("seats", "bots", "start", "close"):
        assert await ali.refused("POST", f"{at}/{path}", {}) == (404, "no_such_room")
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await ali.socket(code)


async def test_who_was_sent_away_does_not_watch_the_game_again(home: House) -> None:
    ali, veli, can = await home.guest(), await home.guest(), await home.guest()
    code = await ali.open()
    await can.post(f"/api/rooms/{code}/seats")
    await ali.delete(f"/api/rooms/{code}/seats/1")
    await veli.post(f"/api/rooms/{code}/seats")
    socket = await ali.socket(code)
    await ali.post(f"/api/rooms/{code}/start")
    await end(socket)
    await close(home)
    for path in ("replay", "game", *REPLAY):
        assert await can.refused("GET", f"/api/rooms/{code}/{path}") == (403, "removed_from_room")
    assert (await veli.get(f"/api/rooms/{code}/replay"))["seat"] == 1


async def end(socket: Socket) -> None:
    await socket.next("view")
    await socket.room(status="running")
    await socket.command("c1", type="resign")
    await socket.room(status="over")


async def test_a_room_closed_before_its_game_began_has_nothing_to_watch(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    await ali.post(f"/api/rooms/{code}/close")
    for path in ("replay", "game", "log"):
        assert await ali.refused("GET", f"/api/rooms/{code}/{path}") == (404, "no_such_room")


async def test_a_room_closed_while_its_game_ran_is_watched_once_the_engine_has_ended_it(home: House) -> None:
    code, (ali, _), _ = await home.two_play("sealed", seats=2)
    await close(home)
    replay = await ali.get(f"/api/rooms/{code}/replay")
    assert (replay["status"], replay["result"]) == ("over", {"reason": "idle", "seats": []})
    assert (await ali.get(f"/api/rooms/{code}/log?seat=1"))["told"]


@pytest.mark.parametrize("door", ["ABCDEF", "A" * 22, "x", "*.>"])
async def test_a_door_that_never_was_leads_nowhere(home: House, door: str) -> None:
    assert await home.stranger().refused("GET", f"/api/rooms/{door}/replay") == (404, "no_such_room")
