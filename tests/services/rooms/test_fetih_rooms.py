"""The rooms and accounts of fetih, row by row of its spec's table (section 21)."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from libs.events.memory import MemoryEvents
from tests.services.rooms.houses import Client, House, Socket, house

DAY = 24 * 3600.0
KEYED = {"password": "secret1", "bearer": True}


@pytest.fixture
async def home() -> AsyncIterator[House]:
    async with house(chats=1) as one:
        yield one


async def account(home: House, name: str = "Ali") -> Client:
    client = home.stranger()
    client.token = (await client.post("/api/accounts", username=name, **KEYED))["token"]
    return client


async def playing(home: House) -> tuple[str, list[Client], list[Socket]]:
    return await home.two_play("fetih")


async def goes(home: House, socket: Socket) -> None:
    """The socket closes, and the edge has noticed it."""
    await socket.socket.close()
    await home.server.settle()


async def seen(socket: Socket) -> dict[str, Any]:
    """The whole view of the game as that socket's reader has it now."""
    await socket.send(type="resync")
    view: dict[str, Any] = (await socket.next("view", told=[]))["view"]
    return view


async def log_of(home: House, code: str) -> list[bytes]:
    room, _ = await home.edge.directory.behind(code)
    return [stored.data async for stored in MemoryEvents(home.server).games.read(room.id)]


@pytest.mark.parametrize("name", ["INCI", "ıncı"])  # noqa: RUF001
async def test_names_that_fold_alike_are_taken(home: House, name: str) -> None:
    await account(home, "İnci")
    asked = {"username": name, "password": "secret1"}
    assert await home.stranger().refused("POST", "/api/accounts", asked) == (409, "username_taken")


@pytest.mark.parametrize("name", ["ab", "a" * 17, "ali veli", "ali-1", "âli"])
async def test_a_name_has_3_to_16_letters_digits_or_underscores(home: House, name: str) -> None:
    asked = {"username": name, "password": "secret1"}
    assert await home.stranger().refused("POST", "/api/accounts", asked) == (422, "bad_username")


async def test_a_password_has_at_least_6_characters(home: House) -> None:
    short = {"username": "Ali", "password": "12345"}
    assert await home.stranger().refused("POST", "/api/accounts", short) == (422, "bad_password")
    await home.stranger().post("/api/accounts", username="Ali", password="123456")


async def test_a_guests_session_last_used_48_hours_and_a_second_ago_has_expired(home: House) -> None:
    guest = await home.guest()
    await home.pass_time(2 * DAY + 1)
    assert await guest.refused("GET", "/api/me") == (401, "session_expired")


async def test_a_session_29_days_old_outlives_a_restart_of_the_service(home: House) -> None:
    ali = await account(home)
    await home.pass_time(29 * DAY)
    restarted = await home.start_edge()
    assert (await ali.at(restarted).get("/api/me"))["name"] == "Ali"


async def test_a_message_has_200_characters_at_most(home: House) -> None:
    ali = await home.guest()
    socket = await ali.socket(await ali.open("fetih"))
    await socket.send(type="chat", id="t1", text="ğ" * 200)
    assert (await socket.next("chat"))["text"] == "ğ" * 200
    await socket.send(type="chat", id="t2", text="ğ" * 201)
    assert (await socket.next("chat_refused"))["code"] == "message_too_long"


async def test_an_owner_opens_no_second_room_while_the_first_waits(home: House) -> None:
    ali = await home.guest()
    code = await ali.open("fetih")
    status, answer = await ali.ask("POST", "/api/rooms", {"game": "fetih"}, **{"Accept-Language": "tr"})
    assert (status, answer["code"], answer["details"]) == (409, "already_has_room", {"code": code})
    assert answer["message"] == "Zaten bekleyen bir odan var."


async def test_a_guest_whom_the_owner_removed_cannot_open_the_link(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open("fetih")
    await veli.post(f"/api/rooms/{code}/seats")
    socket = await veli.socket(code, "?lang=tr")
    await ali.delete(f"/api/rooms/{code}/seats/1")
    assert await socket.closed() == 4403
    assert any(message.get("message") == "Odadan çıkarıldın." for message in socket.all)  # noqa: RUF001
    for path in ("", "/socket", "/log"):
        assert await veli.refused("GET", f"/api/rooms/{code}{path}") == (403, "removed_from_room")
    assert await veli.refused("POST", f"/api/rooms/{code}/seats", {}) == (403, "removed_from_room")


async def test_a_stranger_does_not_join_after_the_start_but_may_watch(home: House) -> None:
    code, _, _ = await playing(home)
    stranger = await home.guest()
    assert await stranger.refused("POST", f"/api/rooms/{code}/seats", {}) == (409, "already_started")
    watching = await stranger.socket(code)
    assert (watching.all[0]["seat"], watching.all[0]["view"]["view"]["you"]) == (None, None)
    await watching.send(type="chat", id="t1", text="merhaba")
    assert (await watching.next("chat_refused"))["code"] == "not_a_member"
    assert (await watching.command("c1", type="roll_dice"))["code"] == "not_a_member"


async def test_a_room_whose_last_person_is_away_for_10_minutes_is_deleted_for_everybody(home: House) -> None:
    code, (ali, veli), sockets = await playing(home)
    watch = (await ali.get(f"/api/rooms/{code}"))["watch"]
    await sockets[0].send(type="chat", id="t1", text="merhaba")
    await sockets[0].next("chat")
    room, _ = await home.edge.directory.behind(code)
    for socket in sockets:
        await goes(home, socket)
    await home.pass_time(599)
    await veli.get(f"/api/rooms/{code}")
    await home.pass_time(1)
    await home.pass_time(1)
    for path in ("", "/socket"):
        for door in (code, watch):
            assert await veli.refused("GET", f"/api/rooms/{door}{path}") == (404, "no_such_room")
    assert await veli.refused("POST", f"/api/rooms/{code}/seats", {}) == (404, "no_such_room")
    events = MemoryEvents(home.server)
    assert await events.chats.last(room.id) is None
    entries = [stored.data async for stored in events.games.read(room.id)]
    assert b"GameClosed" in entries[-1]
    await home.pass_time(600)
    assert len([stored async for stored in events.games.read(room.id)]) == len(entries)


async def test_a_waiting_room_whose_only_person_leaves_is_deleted_at_once(home: House) -> None:
    ali = await home.guest()
    code = await ali.open("fetih", bots=["standard"])
    await ali.delete(f"/api/rooms/{code}/seats/0")
    assert await ali.refused("GET", f"/api/rooms/{code}") == (404, "no_such_room")
    await ali.open("fetih")


async def test_a_running_game_is_closed_by_nobody(home: House) -> None:
    code, (ali, _), _ = await playing(home)
    assert await ali.refused("POST", f"/api/rooms/{code}/close") == (409, "already_started")


@pytest.mark.parametrize("type", ["disconnect", "reconnect"])
async def test_a_players_connection_cannot_say_that_it_is_gone(home: House, type: str) -> None:
    _, _, (one, _) = await playing(home)
    assert (await one.command("c1", type=type))["code"] == "unknown_command"


async def test_a_bot_takes_over_after_two_turns_and_gives_back_on_return(home: House) -> None:
    code, (_, veli), (one, two) = await playing(home)
    await home.pass_time(1)
    await goes(home, two)
    await home.pass_time(5)
    assert (await seen(one))["seats"][1]["connected"] is False
    while (view := await seen(one))["phase"] == "draft":
        await home.pass_time(30)
    for missed in (1, 2):
        if view["turn"] == 0:
            await one.send(type="here")
            await home.pass_time(60)
        await home.pass_time(60)
        view = await seen(one)
        assert view["seats"][1]["controller"] == ("person" if missed == 1 else "bot")
        if missed == 1:
            assert view["seats"][1]["missed_turns"] == 1
    back = await veli.socket(code)
    await home.server.settle()
    seat = (await seen(back))["seats"][1]
    assert (seat["controller"], seat["connected"], seat["missed_turns"]) == ("person", True, 0)


async def test_who_is_idle_for_a_whole_turn_is_asked_and_any_input_answers(home: House) -> None:
    _, _, (one, two) = await playing(home)
    while (view := await seen(one))["phase"] == "draft":
        await home.pass_time(30)
    late = view["turn"]
    idle, other = (one, two) if late == 0 else (two, one)
    await home.pass_time(60)
    await home.server.settle()
    assert (await idle.next("presence", seat=late))["connected"] is False
    assert (await seen(other))["seats"][late]["connected"] is False
    await idle.send(type="here")
    assert (await idle.next("presence", seat=late))["connected"] is True
    await home.server.settle()
    assert (await seen(other))["seats"][late]["connected"] is True


async def test_right_after_the_start_who_has_no_connection_is_reported_gone(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open("fetih")
    await veli.post(f"/api/rooms/{code}/seats")
    one = await ali.socket(code)
    await ali.post(f"/api/rooms/{code}/start")
    await one.room(status="running")
    await home.pass_time(0.1)
    view = await seen(one)
    assert [seat["connected"] for seat in view["seats"]] == [True, False]


async def test_rooms_of_fetih_stand_in_no_public_list(home: House) -> None:
    ali = await home.guest()
    await ali.open("fetih", listed=True)
    assert (await ali.get("/api/rooms"))["rooms"] == []


async def test_a_refused_move_is_told_in_the_language_asked_for(home: House) -> None:
    _, (ali, _), (one, _) = await playing(home)
    (room,) = home.edge.directory
    turkish = await ali.socket(room.code, "?lang=tr")
    assert (await turkish.command("c1", type="roll_dice"))["message"] == "Bu, oyunun bu evresinde yapılamaz."  # noqa: RUF001
    assert (await turkish.command("c2", type="disconnect"))["message"] == "Böyle bir komut yok."
    said = (await one.command("c3", type="roll_dice"))["message"]
    assert said == "That cannot be done in this phase of the game."
