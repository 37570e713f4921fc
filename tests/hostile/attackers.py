"""Clients that do not behave: raw sockets in threads of their own, so that they slow down nobody here."""

import base64
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

TEXT, BINARY, PING, PONG = 1, 2, 9, 10


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """A client's frame, masked with zeros."""
    first = bytes([0x80 | opcode])
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return first + length + bytes(4) + payload


def message(**fields: Any) -> bytes:
    return frame(json.dumps(fields).encode())


@contextmanager
def raw_socket(port: int, door: str, token: str, *, receives: int = 0) -> Iterator[socket.socket]:
    """A WebSocket by hand; `receives`: bytes that the system takes in for it, 0: as usual."""
    with socket.socket() as raw:
        if receives:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        raw.settimeout(5)
        raw.connect(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        raw.sendall(
            f"GET /api/rooms/{door}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Authorization: Bearer {token}\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            piece = raw.recv(1)
            assert piece, head
            head += piece
        assert b" 101 " in head, head
        yield raw


def flood(port: int, door: str, token: str, piece: bytes, *, most: int = 64 << 20) -> bytes:
    """Send the same again and again until the server has had enough; what it said in the end."""
    with raw_socket(port, door, token) as raw:
        with suppress(OSError):
            for _ in range(most // len(piece)):
                raw.sendall(piece)
        return said(raw)


def never_read(port: int, door: str, token: str, *, most: int = 1_000_000) -> int:
    """Ask for pongs and read none of them; how many were asked for until the server had enough."""
    asked = 0
    with raw_socket(port, door, token, receives=4096) as raw, suppress(OSError):
        for n in range(0, most, 100):
            raw.sendall(message(type="ping", n=n) * 100)
            asked += 100
    return asked


def said(raw: socket.socket) -> bytes:
    """All that is there to be read."""
    got = b""
    with suppress(OSError):
        while piece := raw.recv(1 << 16):
            got += piece
    return got


def was_closed_with(got: bytes, code: int) -> bool:
    return got.endswith(b"\x88\x02" + code.to_bytes(2, "big"))
