"""Events, commands and positions as plain JSON objects, and back."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Generic, TypeVar

from libs.games.kit.game import Json, Option
from libs.games.kit.reading import Malformed, read_fields, record_from_json, shown
from libs.games.kit.writing import event_to_json, record_to_json

__all__ = [
    "Codec",
    "Malformed",
    "UnknownType",
    "command_codec",
    "event_codec",
    "event_to_json",
    "option_to_json",
    "record_from_json",
    "record_to_json",
    "snake_case",
]

# What a field may be: None, bool, int, float, str, Any (JSON as it is), Literal, an Enum, X | Y,
# tuple[X, ...] and tuple[X, Y], frozenset[X] (sorted in JSON), Mapping[str | int, X] (keys become
# strings), and dataclasses of such fields. A union is read as the first of its members that fits.
# A field called `from_` or `with_` is `from` or `with` in JSON: Python keeps those words for itself.

T = TypeVar("T")


class UnknownType(Malformed):
    """The object's `type` is none of those known, or it has none."""


def option_to_json(option: Option) -> dict[str, Json]:
    """An option as clients and bots get it: {"command": …, "fields": …}."""
    return {"command": dict(option.command), "fields": dict(option.fields)}


class Codec(Generic[T]):
    """Reads the objects of a closed set of classes by their `type`."""

    __slots__ = ("_classes",)

    def __init__(self, classes: Mapping[str, type[T]]) -> None:
        self._classes = dict(classes)

    @property
    def classes(self) -> Mapping[str, type[T]]:
        """Each class by the `type` that it is read from."""
        return MappingProxyType(self._classes)

    def decode(self, value: Json) -> T:
        """The object as its class; UnknownType or Malformed otherwise, whatever JSON it is."""
        if not isinstance(value, dict):
            raise Malformed(f"an object is expected, not {shown(value)}")
        kind = value.get("type")
        cls = self._classes.get(kind) if isinstance(kind, str) else None
        if cls is None:
            raise UnknownType(f"no such type: {shown(kind)}")
        return read_fields(cls, value, tag="type")


def event_codec(events: Sequence[type[T]]) -> Codec[T]:
    """For events: `type` is the class name, as `event_to_json` writes it."""
    return Codec({cls.__name__: cls for cls in events})


def command_codec(commands: Sequence[type[T]]) -> Codec[T]:
    """For commands: `type` is the class name in snake_case."""
    return Codec({snake_case(cls.__name__): cls for cls in commands})


def snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
