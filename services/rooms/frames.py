"""Text frames of a WebSocket as the server writes them (RFC 6455, section 5.2): unmasked, in one piece.

A frame is made once and written to every socket of the same reader, which is why they are made here and
not by aiohttp for each socket anew.
"""

from typing import Any

import orjson

TEXT = b"\x81"
CLOSE = b"\x88"


def _head(opcode: bytes, length: int) -> bytes:
    if length < 126:
        return opcode + bytes((length,))
    if length < 1 << 16:
        return opcode + b"\x7e" + length.to_bytes(2, "big")
    return opcode + b"\x7f" + length.to_bytes(8, "big")


def text_frame(payload: bytes) -> bytes:
    """The payload is UTF-8 already: it comes from the JSON encoder."""
    return _head(TEXT, len(payload)) + payload


def close_frame(code: int) -> bytes:
    return _head(CLOSE, 2) + code.to_bytes(2, "big")


def encoded(value: Any) -> bytes:
    """JSON of plain data and dataclasses; bytes become lower-case hexadecimal."""
    return orjson.dumps(value, default=_hex)


def message(value: Any) -> bytes:
    """A frame of an object that has its `type`."""
    return text_frame(encoded(value))


def typed_message(type: str, fields: Any) -> bytes:
    """A frame of an object without it, which has at least one field."""
    return text_frame(b'{"type":"%b",%b' % (type.encode(), encoded(fields)[1:]))


def _hex(value: Any) -> str:
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    raise TypeError(f"{value.__class__.__name__} is not JSON")
