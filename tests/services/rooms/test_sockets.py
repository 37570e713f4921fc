"""What a socket is told, and what it may ask."""

import asyncio
from contextlib import AsyncExitStack
from hashlib import sha256

import aiohttp
import pytest

from tests.services.rooms.houses import House, house

SEED = "5e" * 32
HASH = sha256(bytes.fromhex(SEED)).hexdigest()


async def test_the_welcome_comes_first_and_holds_all_there_is(home: House) -> None:
    code, (ali, _), _ = await home.two_play()
    socket = await ali.socket(code)
    welcome = socket.all[0]
    assert set(welcome) == {"type", "boot", "now", "room", "seat", "view", "missed", "chat"}
    assert (welcome["type"], welcome["seat"], welcome["room"]["status"]) == ("welcome", 0, "running")
    assert set(welcome["view"]) == {
        "number",
        "at",
        "head",
        "seq",
        "view",
        "options",
        "wait",
        "result",
        "players",
    }
    assert welcome["view"]["number"] == 1
    assert welcome["now"] == home.server.now()


async def test_before_the_start_there_is_no_view_and_later_it_comes(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    socket = await ali.socket(code)
    assert socket.all[0]["view"] is None
    await ali.post(f"/api/rooms/{code}/bots")
    assert (await socket.room())["seats"][1]["bot"] == "easy"
    await ali.post(f"/api/rooms/{code}/start")
    view = await socket.next("view")
    assert (view["number"], view["former"]) == (1, 0)
    assert view["told"][0]["type"] == "GameBegun"


async def test_who_has_no_seat_watches_with_the_spectators_eyes(home: House) -> None:
    code, _, (one, _) = await home.two_play("sealed", seats=2)
    ece = await home.guest()
    watcher = await ece.socket(code)
    welcome = watcher.all[0]
    assert (welcome["seat"], welcome["view"]["options"]) == (None, [])
    assert welcome["view"]["view"] != one.view


async def test_by_the_watching_token_one_watches_even_with_a_seat(home: House) -> None:
    code, (ali, _), _ = await home.two_play()
    watch = (await ali.get(f"/api/rooms/{code}"))["watch"]
    watcher = await ali.socket(watch)
    assert watcher.all[0]["seat"] is None
    assert watcher.all[0]["room"]["code"] is None
    assert (await watcher.command("c1", type="place", cell=0))["code"] == "not_a_member"


async def test_a_socket_needs_a_session_and_a_room(home: House) -> None:
    code = await (await home.guest()).open()
    assert await home.stranger().refused("GET", f"/api/rooms/{code}/socket") == (401, "not_signed_in")
    refused = await (await home.guest()).refused("GET", "/api/rooms/ABCDEF/socket")
    assert refused == (404, "no_such_room")


async def test_a_socket_of_another_sites_page_is_refused(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await ali.socket(code, Origin="https://evil.example")
    assert refused.value.status == 403
    await ali.socket(code, Origin=f"http://127.0.0.1:{home.edge.port}")


async def test_a_person_has_so_many_sockets_open() -> None:
    async with house(sockets_each=2) as home:
        ali = await home.guest()
        code = await ali.open()
        one, _two = await ali.socket(code), await ali.socket(code)
        refused = await ali.refused("GET", f"/api/rooms/{code}/socket")
        assert refused == (429, "too_many_sockets")
        await (await home.guest()).socket(code)
        await one.socket.close()
        await home.server.settle()
        await ali.socket(code)


async def test_who_comes_back_is_told_what_was_missed(home: House) -> None:
    code, (ali, _), sockets = await home.two_play()
    first = sockets[0].view["first"]
    await sockets[0].socket.close()
    for number, cell in enumerate((0, 1)):
        mover = sockets[1] if (first + number) % 2 == 1 else await ali.socket(code)
        await mover.command(f"c{number}", type="place", cell=cell)
    back = await ali.socket(code, "?since=1")
    welcome = back.all[0]
    assert [told["number"] for told in welcome["missed"]] == [2, 3]
    assert welcome["view"]["number"] == 3


async def test_a_since_of_the_future_brings_the_whole_view(home: House) -> None:
    code, (ali, _), _ = await home.two_play()
    socket = await ali.socket(code, "?since=99")
    assert socket.all[0]["view"]["number"] == 1
    assert socket.all[0]["missed"] == []
    assert await ali.refused("GET", f"/api/rooms/{code}/socket?since=x") == (400, "malformed")


async def test_a_command_is_answered_once_and_its_repeat_as_repeated(home: House) -> None:
    _, _, sockets = await home.two_play()
    mover = sockets[sockets[0].view["first"]]
    answer = await mover.command("c1", 1, type="place", cell=4)
    assert (answer["type"], answer["number"], answer["repeated"]) == ("accepted", 2, False)
    assert len(answer["head"]) == 64
    await mover.send(type="command", id="c1", seen=1, command={"type": "place", "cell": 4})
    again = await mover.next("accepted", repeated=True)
    assert again["number"] == 2


async def test_a_refusal_names_code_and_sentence_and_changes_nothing(home: House) -> None:
    _, _, sockets = await home.two_play()
    first = sockets[0].view["first"]
    waiting = sockets[1 - first]
    answer = await waiting.command("c1", type="place", cell=4)
    assert (answer["type"], answer["code"]) == ("rejected", "not_your_turn")
    assert answer["message"]
    assert sockets[first].all[-1]["type"] != "rejected"


async def test_a_seat_is_the_connections_and_never_the_messages(home: House) -> None:
    _, _, sockets = await home.two_play()
    first = sockets[0].view["first"]
    waiting = sockets[1 - first]
    await waiting.send(
        type="command", id="c1", seat=first, seen=None, command={"type": "place", "cell": 0, "seat": first}
    )
    assert (await waiting.answer("c1"))["code"] == "malformed"
    answer = await waiting.command("c2", type="place", cell=0)
    assert answer["code"] == "not_your_turn"


@pytest.mark.parametrize(
    "fields",
    [
        {"seen": "1", "command": {"type": "place"}},
        {"seen": True, "command": {"type": "place"}},
        {"seen": 1, "command": "place"},
        {"seen": 1},
        {"seen": 1, "command": {"type": "place"}, "more": 1},
        {"seen": 2**70, "command": {"type": "place"}},
    ],
)
async def test_a_malformed_command_is_rejected_under_its_id(home: House, fields: dict[str, object]) -> None:
    _, _, (one, _) = await home.two_play()
    await one.send(type="command", id="c1", **fields)
    assert (await one.answer("c1"))["code"] == "malformed"


@pytest.mark.parametrize("id", [None, "", "x" * 81, "a b", 7, "ş"])
async def test_a_command_without_a_proper_id_is_an_error(home: House, id: object) -> None:
    _, _, (one, _) = await home.two_play()
    await one.send(type="command", id=id, seen=None, command={"type": "place", "cell": 0})
    error = await one.next("error")
    assert (error["code"], error["details"]) == ("malformed", {"field": "id"})


async def test_before_the_start_a_command_is_refused(home: House) -> None:
    ali = await home.guest()
    socket = await ali.socket(await ali.open())
    assert (await socket.command("c1", type="place", cell=0))["code"] == "not_begun"


async def test_a_resync_brings_the_whole_view(home: House) -> None:
    _, _, (one, _) = await home.two_play()
    await one.send(type="resync")
    view = await one.next("view")
    assert (view["number"], view["former"], view["told"]) == (1, 1, [])


async def test_all_sockets_of_a_seat_are_shown_the_same(home: House) -> None:
    code, (ali, _), sockets = await home.two_play()
    second = await ali.socket(code)
    mover = sockets[sockets[0].view["first"]]
    await mover.command("c1", type="place", cell=4)
    assert await sockets[0].next("view") == await second.next("view")


async def test_seeds_are_opened_after_the_start_and_the_game_begins_at_once(home: House) -> None:
    ali = await home.guest()
    code = await ali.open(seed_hash=HASH, bots=["easy"])
    socket = await ali.socket(code)
    await socket.send(type="seed", seed=SEED)
    assert (await socket.next("error"))["code"] == "no_seed_expected"
    await ali.post(f"/api/rooms/{code}/start")
    await socket.room(status="starting")
    await socket.send(type="seed", seed="00" * 32)
    assert (await socket.next("error"))["code"] == "bad_seed"
    await socket.send(type="seed", seed=SEED)
    assert (await socket.next("seed_accepted"))["seat"] == 0
    view = await socket.next("view")
    assert view["told"][0]["seeds"] == [SEED, None]
    assert view["told"][0]["silent"] == []


async def test_without_its_seed_a_game_begins_after_two_seconds_and_names_who_was_silent(home: House) -> None:
    ali = await home.guest()
    code = await ali.open(seed_hash=HASH, bots=["easy"])
    socket = await ali.socket(code)
    await ali.post(f"/api/rooms/{code}/start")
    await home.pass_time(1.9)
    assert (await ali.get(f"/api/rooms/{code}"))["status"] == "starting"
    await home.pass_time(0.2)
    assert (await socket.next("view"))["told"][0]["silent"] == [0]
    await socket.send(type="seed", seed=SEED)
    assert (await socket.next("error"))["code"] == "too_late"


async def test_talk_goes_to_all_and_waits_for_those_who_come_back() -> None:
    async with house(chats=1) as home:
        code, (ali, _), (one, two) = await home.two_play()
        await one.send(type="chat", id="s1", text="selam")
        for socket in (one, two):
            said = await socket.next("chat")
            assert (said["id"], said["name"], said["seat"], said["text"]) == ("s1", ali.name, 0, "selam")
        await one.send(type="ping")
        await one.next("pong")
        assert [message["type"] for message in one.all].count("chat") == 1
        back = await ali.socket(code)
        assert [said["text"] for said in back.all[0]["chat"]] == ["selam"]


async def test_talk_that_is_refused_is_answered_under_its_id() -> None:
    async with house(chats=1) as home:
        code, (ali, _), (one, two) = await home.two_play()
        await one.send(type="chat", id="s1", text="x" * 201)
        assert (await one.next("chat_refused", id="s1"))["code"] == "message_too_long"
        for number in range(6):
            await one.send(type="chat", id=f"t{number}", text="hey")
        refused = await one.next("chat_refused", id="t5")
        assert refused["code"] == "rate_limited"
        assert refused["details"]["retry_after_ms"] > 0
        watcher = await (await home.guest()).socket(code)
        await watcher.send(type="chat", id="w1", text="hey")
        assert (await watcher.next("chat_refused", id="w1"))["code"] == "not_a_member"
        await ali.post(f"/api/rooms/{code}/mutes", seat=1, muted=True)
        await two.room()
        await two.send(type="chat", id="m1", text="hey")
        assert (await two.next("chat_refused", id="m1"))["code"] == "muted"


async def test_without_a_chat_service_talk_is_refused_and_play_goes_on(home: House) -> None:
    _, _, sockets = await home.two_play()
    mover = sockets[sockets[0].view["first"]]
    await mover.send(type="chat", id="s1", text="selam")
    assert (await mover.next("chat_refused", id="s1"))["code"] == "unavailable"
    assert (await mover.command("c1", type="place", cell=0))["type"] == "accepted"


async def test_a_stopped_edge_says_that_it_goes_and_leaves_nothing_open() -> None:
    async with house() as home:
        ali = await home.guest()
        code = await ali.open()
        async with AsyncExitStack() as second:
            edge = await home.start_edge(second)
            socket = await ali.at(edge).socket(code)
            closing = asyncio.create_task(socket.closed())
            await asyncio.sleep(0)
        home.edges.pop()
        assert await closing == 1001


async def _bare_socket(
    port: int, code: str, token: str | None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A welcomed socket as bytes, which answers nothing by itself."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /api/rooms/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Authorization: Bearer {token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    await reader.readuntil(b'"type":"welcome"')
    return reader, writer


async def test_who_comes_while_an_edge_goes_is_sent_to_another() -> None:
    """Nobody is let in to a socket that will not be heard any more."""
    async with house() as home:
        ali = await home.guest()
        code = await ali.open()
        async with AsyncExitStack() as second:
            edge = await home.start_edge(second)
            reader, writer = await _bare_socket(edge.port, code, ali.token)

            async def come() -> tuple[int, str]:
                # The farewell has come, and is not answered yet: the edge waits for that.
                await reader.readuntil(b"\x88\x02" + (1001).to_bytes(2, "big"))
                return await ali.at(edge).refused("GET", f"/api/rooms/{code}/socket")

            coming = asyncio.create_task(come())
            await asyncio.sleep(0)
        home.edges.pop()
        assert await coming == (503, "unavailable")
        writer.close()


async def test_the_farewell_is_said_once(home: House) -> None:
    """A second one makes a browser forget the code of the first."""
    ali = await home.guest()
    code = await ali.open()
    reader, writer = await _bare_socket(home.edge.port, code, ali.token)
    await ali.post(f"/api/rooms/{code}/close")
    farewell = b"\x88\x02" + (4404).to_bytes(2, "big")
    await reader.readuntil(farewell)
    masked = b"\x88\x82" + bytes(4) + (4404).to_bytes(2, "big")
    writer.write(masked)
    assert await reader.read() == b""
    writer.close()


async def test_presence_is_told_when_a_person_comes_and_when_gone_for_a_while(home: House) -> None:
    code, (_, veli), (one, two) = await home.two_play()
    await two.socket.close()
    await home.pass_time(4.9)
    await home.pass_time(0.2)
    assert await one.next("presence", connected=False) == {"type": "presence", "seat": 1, "connected": False}
    back = await veli.socket(code)
    assert await one.next("presence", connected=True) == {"type": "presence", "seat": 1, "connected": True}
    assert back.all[0]["room"]["seats"][1]["connected"]


async def test_a_reload_is_not_announced(home: House) -> None:
    code, (_, veli), (one, two) = await home.two_play()
    await two.socket.close()
    await home.pass_time(4)
    back = await veli.socket(code)
    await home.pass_time(10)
    await one.send(type="ping")
    await one.next("pong")
    assert not [message for message in (*one.all, *back.all) if message.get("connected") is False]
