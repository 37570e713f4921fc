"""Frozen dataclasses as JSON Schema (2020-12), field by field what `reading` takes and `writing` gives."""

import inspect
import types
from collections.abc import Mapping
from collections.abc import Mapping as AbstractMapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from libs.games.kit.game import Json
from libs.games.kit.reading import wire_name

REF = "#/$defs/"

_PLAIN: Mapping[Any, str] = {
    int: "integer",
    float: "number",
    str: "string",
    bool: "boolean",
    None: "null",
    type(None): "null",
}


class Definitions:
    """The schemas of dataclasses by their names, each once, with those of the dataclasses in their fields.

    They are open, as a newer build may add fields: `closed` ones refuse a field that is not theirs.
    """

    def __init__(self) -> None:
        self.schemas: dict[str, Json] = {}
        self._classes: dict[str, type[Any]] = {}

    def event(self, cls: type[Any]) -> Json:
        """A reference to an event: its `type` is the class name."""
        return self._defined(cls.__name__, cls, tag=cls.__name__)

    def command(self, name: str, cls: type[Any]) -> Json:
        """A reference to a command, by the name that stands in its `type`."""
        return self._defined(name, cls, tag=name, closed=True)

    def record(self, cls: type[Any]) -> Json:
        return self._defined(cls.__name__, cls)

    def _defined(self, name: str, cls: type[Any], tag: str | None = None, closed: bool = False) -> Json:
        if self._classes.setdefault(name, cls) is not cls:
            raise ValueError(f"two classes are called {name}: {self._classes[name]} and {cls}")
        if name not in self.schemas:
            self.schemas[name] = {}
            self.schemas[name] = self._object(cls, tag, closed)
        return {"$ref": REF + name}

    def _object(self, cls: type[Any], tag: str | None, closed: bool) -> Json:
        hints = get_type_hints(cls)
        properties = {} if tag is None else {"type": {"const": tag}}
        required = [*properties]
        for field in fields(cls):
            name = wire_name(field.name)
            properties[name] = self.of(hints[field.name])
            if field.default is MISSING and field.default_factory is MISSING:
                required.append(name)
        schema: dict[str, Json] = {"type": "object", "properties": properties, "required": required}
        if closed:
            schema["additionalProperties"] = False
        told = docstring(cls)
        return {"description": told, **schema} if told else schema

    def of(self, hint: Any) -> Json:
        """The schema of one type. TypeError for what the codec does not know either."""
        origin, arguments = get_origin(hint), get_args(hint)
        if hint is Any:
            return {}
        if hint in _PLAIN:
            return {"type": _PLAIN[hint]}
        if origin is Literal:
            return {"enum": list(arguments)}
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"enum": [member.value for member in hint]}
        if is_dataclass(hint) and isinstance(hint, type):
            return self.record(hint)
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(argument) for argument in arguments]}
        if origin is tuple:
            return self._tuple(arguments)
        if origin is frozenset:
            return {"type": "array", "items": self.of(arguments[0]), "uniqueItems": True}
        if origin in (dict, AbstractMapping):
            return self._mapping(*arguments)
        raise TypeError(f"the codec knows no fields of type {hint}")

    def _tuple(self, arguments: tuple[Any, ...]) -> Json:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return {"type": "array", "items": self.of(arguments[0])}
        items = [self.of(argument) for argument in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}

    def _mapping(self, key: Any, item: Any) -> Json:
        schema: dict[str, Json] = {"type": "object", "additionalProperties": self.of(item)}
        if key is int:
            schema["propertyNames"] = {"pattern": "^(0|-?[1-9][0-9]{0,17})$"}
        elif get_origin(key) is Literal:
            schema["propertyNames"] = {"enum": list(get_args(key))}
        return schema


def docstring(cls: type[Any]) -> str:
    """What the class says of itself; empty where it says nothing."""
    told = inspect.cleandoc(cls.__doc__ or "")
    # A dataclass without a docstring has its signature for one.
    return "" if told.startswith(f"{cls.__name__}(") else told
