"""What a socket is sent that is no message, too large or too much."""

from contextlib import suppress

import aiohttp
import pytest
from aiohttp import WSMsgType

from libs.runtime.metrics import REGISTRY
from tests.services.rooms.houses import House, house


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"divan_{name}_total", labels) or 0.0


def frames_refused() -> float:
    return counted("rooms_frames_refused", code="rate_limited")


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", "not_json"),
        ("[]", "not_json"),
        ("{}", "unknown_type"),
        ('{"type":"shout"}', "unknown_type"),
        ('{"type":["command"]}', "unknown_type"),
        ('{"type":"seed","seed":"zz"}', "bad_seed"),
        ('{"type":"chat","text":"hi"}', "malformed"),
    ],
)
async def test_a_frame_that_is_no_message_is_an_error_and_no_more(home: House, frame: str, code: str) -> None:
    ali = await home.guest()
    socket = await ali.socket(await ali.open())
    await socket.socket.send_str(frame)
    assert (await socket.next("error"))["code"] == code
    await socket.send(type="ping", n=7)
    assert await socket.next("pong") == {"type": "pong", "n": 7, "now": home.server.now()}


async def test_a_frame_that_is_too_large_ends_the_socket_and_no_other(home: House) -> None:
    _, _, (one, two) = await home.two_play()
    await one.socket.send_str("x" * (16 * 1024 + 1))
    assert await one.closed() == 1009
    await two.send(type="ping")
    await two.next("pong")


async def test_text_that_is_not_utf8_ends_the_socket(home: House) -> None:
    ali = await home.guest()
    socket = await ali.socket(await ali.open())
    await socket.socket.send_frame(b'{"type":"\xff"}', aiohttp.WSMsgType.TEXT)
    assert await socket.closed() == 1007


async def test_above_the_rate_commands_are_refused_and_a_flood_is_closed() -> None:
    async with house(frames_per_second=1, frames_at_once=2) as home:
        ali = await home.guest()
        socket = await ali.socket(await ali.open())
        for _ in range(2):
            await socket.send(type="ping")
        await socket.send(type="command", id="c1", command={"type": "place"})
        answer = await socket.answer("c1")
        assert (answer["type"], answer["code"]) == ("rejected", "rate_limited")
        assert answer["details"]["retry_after_ms"] > 0
        for _ in range(101):
            await socket.send(type="ping")
        assert await socket.closed() == 4429


async def test_a_flood_is_closed_once_and_not_listened_to_any_more() -> None:
    async with house(frames_per_second=1.0, frames_at_once=5.0) as home:
        client = await home.guest()
        socket = await client.socket(await client.open())
        dropped, refused = counted("rooms_sockets_dropped", why="flooding"), frames_refused()
        with suppress(ConnectionError):
            for _ in range(1000):
                await socket.send(type="ping")
        assert await socket.closed() == 4429
        assert counted("rooms_sockets_dropped", why="flooding") == dropped + 1
        assert frames_refused() <= refused + 110


@pytest.mark.parametrize("opcode", ["ping", "pong"])
async def test_a_flood_of_control_frames_is_a_flood_as_well(opcode: str) -> None:
    async with house(frames_per_second=1.0, frames_at_once=5.0) as home:
        client = await home.guest()
        socket = await client.socket(await client.open())
        with suppress(ConnectionError):
            for _ in range(1000):
                await getattr(socket.socket, opcode)(b"x")
        assert await socket.closed() == 4429


async def test_a_ping_of_the_protocol_is_answered(home: House) -> None:
    client = await home.guest()
    code = await client.open()
    url = client.url(f"/api/rooms/{code}/socket")
    headers = {"Authorization": f"Bearer {client.token}"}
    async with home.session.ws_connect(url, headers=headers, autoping=False) as socket:
        await socket.receive_json()
        await socket.ping(b"there?")
        frame = await socket.receive(timeout=5)
        assert (frame.type, frame.data) == (WSMsgType.PONG, b"there?")
