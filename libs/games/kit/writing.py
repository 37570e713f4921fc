"""Frozen dataclasses to plain JSON, compiled once for each class."""

import types
from collections.abc import Callable
from collections.abc import Mapping as AbstractMapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from libs.games.kit.game import Json
from libs.games.kit.reading import wire_name

Encoder = Callable[[Any], Json]


def record_to_json(record: Any) -> dict[str, Json]:
    """A dataclass as a plain object of its fields."""
    out: dict[str, Json] = {}
    for name, field, encode in _encoders(type(record)):
        value = getattr(record, field)
        out[name] = value if encode is None else encode(value)
    return out


def event_to_json(event: Any) -> dict[str, Json]:
    """An event as a plain object with its class name as `type`."""
    cls = type(event)
    out: dict[str, Json] = {"type": cls.__name__}
    for name, field, encode in _encoders(cls):
        value = getattr(event, field)
        out[name] = value if encode is None else encode(value)
    return out


_ENCODERS: dict[type, tuple[tuple[str, str, Encoder | None], ...]] = {}


def _encoders(cls: type) -> tuple[tuple[str, str, Encoder | None], ...]:
    """For each field its name in JSON, its own name and its encoder."""
    known = _ENCODERS.get(cls)
    if known is None:
        hints = get_type_hints(cls)
        known = _ENCODERS[cls] = tuple(
            (wire_name(field.name), field.name, _encoder(hints[field.name])) for field in fields(cls)
        )
    return known


def _encoder(hint: Any) -> Encoder | None:
    """How a value of that type becomes JSON; None where it is JSON already."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in (int, str, bool, float, Any, None, type(None)) or origin is Literal:
        return None
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _encode_enum
    if is_dataclass(hint):
        return record_to_json
    if origin in (Union, types.UnionType):
        return _encode_union(arguments)
    if origin is tuple:
        return _encode_tuple(arguments)
    if origin is frozenset:
        inner = _encoder(arguments[0])
        return sorted if inner is None else _encode_set(inner)
    if origin in (dict, AbstractMapping):
        inner = _encoder(arguments[1])
        if inner is None:
            return lambda value: {str(key): item for key, item in value.items()}
        return lambda value: {str(key): inner(item) for key, item in value.items()}
    raise TypeError(f"the codec knows no fields of type {hint}")


def _encode_enum(value: Enum) -> Json:
    return value.value


def _encode_union(arguments: tuple[Any, ...]) -> Encoder | None:
    members = [argument for argument in arguments if argument is not type(None)]
    encoders = [_encoder(member) for member in members]
    if all(encode is None for encode in encoders):
        return None
    if len(members) == 1:
        only = encoders[0]
        assert only is not None
        return lambda value: None if value is None else only(value)
    if all(is_dataclass(member) for member in members):
        return lambda value: None if value is None else record_to_json(value)
    raise TypeError(f"the codec cannot tell the members of {arguments} apart")


def _encode_set(inner: Encoder) -> Encoder:
    return lambda value: sorted([inner(item) for item in value])


def _encode_tuple(arguments: tuple[Any, ...]) -> Encoder:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        inner = _encoder(arguments[0])
        return list if inner is None else lambda value: [inner(item) for item in value]
    inners = [_encoder(argument) for argument in arguments]
    return lambda value: [
        item if inner is None else inner(item) for inner, item in zip(inners, value, strict=True)
    ]
