"""Plain JSON to frozen dataclasses, strictly; compiled once for each class."""

import re
import types
from collections.abc import Callable, Mapping
from collections.abc import Mapping as AbstractMapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from libs.games.kit.game import Json

T = TypeVar("T")

Decoder = Callable[[Json], Any]

_DECODERS: dict[type, tuple[dict[str, tuple[str, Decoder]], frozenset[str]]] = {}


class Malformed(ValueError):
    """The JSON does not fit; the sentence says where."""


def record_from_json(cls: type[T], value: Json) -> T:
    """The dataclass that the object describes: no unknown field, none missing that has no default."""
    if not isinstance(value, dict):
        raise Malformed(f"an object is expected, not {shown(value)}")
    return read_fields(cls, value)


def shown(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def wire_name(name: str) -> str:
    """A field's name in JSON: `from_` and `with_` stand for words that Python keeps for itself."""
    return name.removesuffix("_")


def _decoders(cls: type) -> tuple[dict[str, tuple[str, Decoder]], frozenset[str]]:
    """By JSON name the field and its decoder, and the names that must be there."""
    known = _DECODERS.get(cls)
    if known is None:
        hints = get_type_hints(cls)
        required = frozenset(
            wire_name(field.name)
            for field in fields(cls)
            if field.default is MISSING and field.default_factory is MISSING
        )
        decoders = {wire_name(field.name): (field.name, _decoder(hints[field.name])) for field in fields(cls)}
        known = _DECODERS[cls] = decoders, required
    return known


def read_fields(cls: type[T], value: Mapping[str, Json], *, tag: str | None = None) -> T:
    """The dataclass of the object's fields; `tag` is the one that is no field, but says which class."""
    decoders, required = _decoders(cls)
    out = {}
    for name, item in value.items():
        known = decoders.get(name)
        if known is None:
            if name == tag:
                continue
            raise Malformed(f"{cls.__name__} has no field {shown(name)}")
        field, decode = known
        try:
            out[field] = decode(item)
        except Malformed as error:
            raise Malformed(f"{name}: {error}") from None
    if not required <= value.keys():
        missing = ", ".join(sorted(required - value.keys()))
        raise Malformed(f"{cls.__name__} lacks {missing}")
    return cls(**out)


def _decoder(hint: Any) -> Decoder:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return lambda value: value
    if hint is float:
        return _decode_float
    if hint in (int, str, bool):
        return _decode_exact(hint)
    if hint in (None, type(None)):
        return _decode_one_of((None,))
    if origin is Literal:
        return _decode_one_of(arguments)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _decode_enum(hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return lambda value: record_from_json(hint, value)
    if origin in (Union, types.UnionType):
        return _decode_union([_decoder(argument) for argument in arguments])
    if origin is tuple:
        return _decode_tuple(arguments)
    if origin is frozenset:
        return _decode_set(_decoder(arguments[0]))
    if origin in (dict, AbstractMapping):
        return _decode_mapping(*arguments)
    raise TypeError(f"the codec knows no fields of type {hint}")


def _decode_exact(cls: type[Any]) -> Decoder:
    article = {"int": "an integer", "str": "a string", "bool": "true or false"}[cls.__name__]

    def decode(value: Json) -> Any:
        # `type` and not isinstance: True is no integer here.
        if type(value) is not cls:
            raise Malformed(f"{article} is expected, not {shown(value)}")
        return value

    return decode


def _decode_float(value: Json) -> float:
    if type(value) is int or type(value) is float:
        return float(value)
    raise Malformed(f"a number is expected, not {shown(value)}")


def _decode_one_of(values: tuple[Any, ...]) -> Decoder:
    def decode(value: Json) -> Any:
        for allowed in values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        raise Malformed(f"one of {list(values)} is expected, not {shown(value)}")

    return decode


def _decode_enum(cls: type[Enum]) -> Decoder:
    of = _decode_one_of(tuple(member.value for member in cls))
    return lambda value: cls(of(value))


def _decode_union(decoders: list[Decoder]) -> Decoder:
    def decode(value: Json) -> Any:
        complaints = []
        for member in decoders:
            try:
                return member(value)
            except Malformed as error:
                complaints.append(str(error))
        raise Malformed("; or ".join(complaints))

    return decode


def _listed(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise Malformed(f"a list is expected, not {shown(value)}")
    return value


def _decode_tuple(arguments: tuple[Any, ...]) -> Decoder:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        inner = _decoder(arguments[0])
        return lambda value: tuple([inner(item) for item in _listed(value)])
    inners = [_decoder(argument) for argument in arguments]

    def decode(value: Json) -> Any:
        items = _listed(value)
        if len(items) != len(inners):
            raise Malformed(f"{len(inners)} items are expected, not {len(items)}")
        return tuple([inner(item) for inner, item in zip(inners, items, strict=True)])

    return decode


def _decode_set(inner: Decoder) -> Decoder:
    def decode(value: Json) -> Any:
        items = [inner(item) for item in _listed(value)]
        found = frozenset(items)
        if len(found) != len(items):
            raise Malformed("an item stands twice")
        return found

    return decode


def _decode_mapping(key: Any, item: Any) -> Decoder:
    inner = _decoder(item)

    def decode(value: Json) -> Any:
        if not isinstance(value, dict):
            raise Malformed(f"an object is expected, not {shown(value)}")
        out = {}
        for name, inside in value.items():
            if key is int and re.fullmatch(r"0|-?[1-9][0-9]{0,17}", name) is None:
                raise Malformed(f"the key {shown(name)} is no integer")
            out[int(name) if key is int else name] = inner(inside)
        return types.MappingProxyType(out)

    return decode
