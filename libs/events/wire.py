"""Messages as bytes: msgpack between services, orjson at the edge, validated by pydantic on the way in."""

from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

import msgpack
import orjson
from pydantic import TypeAdapter, ValidationError

M = TypeVar("M")

MAX_MESSAGE = 1 << 20
"""Bytes of the largest message that is read at all (the server's max_payload is below it)."""


class Malformed(ValueError):
    """Bytes that are not the message they should be; the text names the first field that is wrong."""


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def adapter(message: Any) -> TypeAdapter[Any]:
    """The validator and JSON Schema of a message type, or of a union of them."""
    if message not in _ADAPTERS:
        _ADAPTERS[message] = TypeAdapter(message)
    return _ADAPTERS[message]


def plain(message: Any) -> Any:
    """A message as plain data: dataclasses become dicts, tuples lists; plain bodies stay as they are."""
    if is_dataclass(message):
        return {name: plain(getattr(message, name)) for name in _names(message.__class__)}
    if isinstance(message, (tuple, list)):
        return [plain(item) for item in message]
    if isinstance(message, dict):
        return {key: plain(value) for key, value in message.items()}
    return message


@cache
def _names(message: Hashable) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cast("type[Any]", message)))


@cache
def _reading(message: Hashable) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """A message type's field names, and what gets all their values at once: this runs for every message."""
    names = _names(message)
    if len(names) == 1:
        return names, lambda value: (getattr(value, names[0]),)
    return names, attrgetter(*names)


def _default(message: Any) -> Any:
    if is_dataclass(message):
        names, values = _reading(message.__class__)
        return dict(zip(names, values(message), strict=True))
    if isinstance(message, int):
        raise ValueError("a number of more than 64 bits is not part of any message")
    raise TypeError(f"{type(message).__name__} is not part of any message")


def pack(message: Any) -> bytes:
    """A message, or plain data, as msgpack. Raises ValueError for what msgpack cannot say."""
    try:
        packed: bytes = msgpack.packb(message, default=_default, use_bin_type=True)
    except OverflowError as error:
        raise ValueError(str(error)) from error
    return packed


def unpack_plain(data: bytes) -> Any:
    """Plain data from msgpack. Raises Malformed."""
    if len(data) > MAX_MESSAGE:
        raise Malformed(f"{len(data)} bytes are more than the {MAX_MESSAGE} of a message")
    try:
        return msgpack.unpackb(data, raw=False, strict_map_key=True)
    except (
        Exception
    ) as error:  # msgpack raises a dozen kinds, UnicodeDecodeError and RecursionError among them
        raise Malformed(f"not msgpack: {type(error).__name__}") from error


def unpack(message: type[M], data: bytes) -> M:
    """A validated message from msgpack. Raises Malformed with the first wrong field."""
    return validate(message, unpack_plain(data))


def validate(message: type[M], value: Any) -> M:
    """A validated message from plain data. Raises Malformed with the first wrong field."""
    try:
        valid: M = adapter(message).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "message"
        raise Malformed(f"{place}: {first['msg']}") from error
    return valid


def to_json(message: Any) -> bytes:
    """A message, or plain data, as JSON bytes; raw bytes inside become lower-case hex."""
    return orjson.dumps(message, default=_json_default)


def _json_default(value: Any) -> Any:
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    raise TypeError(f"{type(value).__name__} is not JSON")


def from_json(data: bytes | str) -> Any:
    """Plain data from JSON. Raises Malformed (invalid UTF-8 among the reasons)."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg}") from error


def canonical(value: Any) -> bytes:
    """The one JSON text of plain data: keys sorted, no spaces, UTF-8. What state hashes are taken of."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
