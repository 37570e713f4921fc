"""Sockets that flood, never read, or never come to the point."""

import asyncio
import socket
from contextlib import ExitStack

import pytest

from tests.hostile.attackers import BINARY, PING, PONG, flood, frame, message, never_read, was_closed_with
from tests.hostile.town import Town, until

pytestmark = [pytest.mark.nats, pytest.mark.serial, pytest.mark.asyncio(loop_scope="package")]

FLOODING = 4429


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param(message(type="ping") * 100, id="messages"),
        pytest.param(message(type="resync") * 100, id="resyncs"),
        pytest.param(
            message(type="command", id="x", seen=None, command={"type": "place", "cell": 9}) * 100,
            id="commands",
        ),
        pytest.param(message(type="chat", id="x", text="x" * 200) * 50, id="talk"),
        pytest.param(frame(b"\xff\x00\xff", BINARY) * 200, id="garbage"),
        pytest.param(frame(b"", PING) * 500, id="pings of the protocol"),
        pytest.param(frame(b"", PONG) * 500, id="pongs"),
    ],
)
async def test_a_flood_is_closed_and_counted_and_the_room_beside_notices_nothing(
    site: Town, piece: bytes
) -> None:
    code, (guest, _) = await site.two_play()
    metric = 'divan_rooms_sockets_dropped_total{why="flooding"}'
    before = await site.counted(metric)
    async with site.room_beside():
        ends = await asyncio.gather(
            *(asyncio.to_thread(flood, site.port(), code, guest.token, piece) for _ in range(4))
        )
    assert all(was_closed_with(end, FLOODING) for end in ends if end)
    assert await site.counted(metric) == before + 4


async def test_who_never_reads_is_dropped_and_counted_and_the_room_beside_notices_nothing(site: Town) -> None:
    code, (guest, _) = await site.two_play()
    slot, metric = "rooms-unlimited", 'divan_rooms_sockets_dropped_total{why="too_slow"}'
    async with site.room_beside():
        await asyncio.to_thread(never_read, site.port(slot), code, guest.token)
        await site.has_counted(metric, 1, slot)

    async def no_socket_is_left() -> bool:
        return await site.counted("divan_rooms_sockets ", slot) == 0

    await until(no_socket_is_left)


async def test_a_thousand_half_open_connections_are_held_and_the_room_beside_notices_nothing(
    site: Town,
) -> None:
    begun = (
        b"",
        b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-",
        b"POST /api/guests HTTP/1.1\r\nHost: x\r\n"
        b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    )
    with ExitStack() as stack:
        async with site.room_beside():
            for n in range(900):
                raw = stack.enter_context(socket.create_connection(("127.0.0.1", site.port()), timeout=5))
                raw.sendall(begun[n % 3])
                await asyncio.sleep(0)
