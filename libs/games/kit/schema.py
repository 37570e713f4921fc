"""The part of JSON Schema that setup options and templates use: does a value fit, and a value that does."""

from collections.abc import Callable, Mapping
from typing import Any

from libs.games.kit.chance import Below
from libs.games.kit.game import Json
from libs.games.kit.matching import json_equal

Schema = Mapping[str, Any]

_TYPES: Mapping[str, Callable[[Json], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def mismatch(schema: Schema, value: Json) -> str | None:
    """Why the value does not fit the schema, or None if it does."""
    if "anyOf" in schema and all(mismatch(member, value) for member in schema["anyOf"]):
        return "; or ".join(str(mismatch(member, value)) for member in schema["anyOf"])
    if "const" in schema and not json_equal(schema["const"], value):
        return f"{schema['const']!r} is expected, not {value!r}"
    if "enum" in schema and not any(json_equal(allowed, value) for allowed in schema["enum"]):
        return f"one of {list(schema['enum'])} is expected, not {value!r}"
    kinds = _kinds(schema)
    if kinds and not any(_TYPES[kind](value) for kind in kinds):
        return f"{' or '.join(kinds)} is expected, not {value!r}"
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _number_mismatch(schema, value)
    if isinstance(value, str):
        return _length_mismatch("characters", len(value), schema.get("minLength"), schema.get("maxLength"))
    if isinstance(value, list):
        return _array_mismatch(schema, value)
    if isinstance(value, dict):
        return _object_mismatch(schema, value)
    return None


def _kinds(schema: Schema) -> list[str]:
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _number_mismatch(schema: Schema, value: float) -> str | None:
    if value < schema.get("minimum", value):
        return f"at least {schema['minimum']} is expected, not {value}"
    if value > schema.get("maximum", value):
        return f"at most {schema['maximum']} is expected, not {value}"
    return None


def _length_mismatch(what: str, length: int, least: int | None, most: int | None) -> str | None:
    if least is not None and length < least:
        return f"at least {least} {what} are expected, not {length}"
    if most is not None and length > most:
        return f"at most {most} {what} are expected, not {length}"
    return None


def _array_mismatch(schema: Schema, value: list[Json]) -> str | None:
    found = _length_mismatch("items", len(value), schema.get("minItems"), schema.get("maxItems"))
    if found is not None:
        return found
    if schema.get("uniqueItems") and any(
        json_equal(one, other) for place, one in enumerate(value) for other in value[:place]
    ):
        return "an item stands twice"
    for place, item in enumerate(value):
        found = mismatch(schema.get("items", {}), item)
        if found is not None:
            return f"{place}: {found}"
    return None


def _object_mismatch(schema: Schema, value: dict[str, Json]) -> str | None:
    properties: Mapping[str, Schema] = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            return f"{name} is missing"
    for name, item in value.items():
        if name not in properties and schema.get("additionalProperties") is False:
            return f"there is no {name}"
        found = mismatch(properties.get(name, {}), item)
        if found is not None:
            return f"{name}: {found}"
    return None


def complete_options(setup: Schema, given: Mapping[str, Json]) -> dict[str, Json]:
    """The setup options with those left out at their defaults; ValueError names what does not fit."""
    asked = dict(given) if isinstance(given, Mapping) else given
    found = mismatch({**setup, "type": "object", "additionalProperties": False}, asked)
    if found is not None:
        raise ValueError(found)
    defaults = {name: option["default"] for name, option in setup["properties"].items()}
    return {**defaults, **given}


def pick(schema: Schema, below: Below) -> Json:
    """A value that fits the schema, picked by the integers; ValueError if the schema names too little."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][below(len(schema["enum"]))]
    if "anyOf" in schema:
        return pick(schema["anyOf"][below(len(schema["anyOf"]))], below)
    kinds = _kinds(schema)
    match kinds[below(len(kinds))] if kinds else None:
        case "null":
            return None
        case "boolean":
            return below(2) == 1
        case "integer" if "minimum" in schema and "maximum" in schema:
            return schema["minimum"] + below(schema["maximum"] - schema["minimum"] + 1)
        case "array" if "items" in schema:
            return _pick_array(schema, below)
        case "object":
            return {name: pick(inner, below) for name, inner in schema.get("properties", {}).items()}
    raise ValueError(f"no value can be picked from {dict(schema)}")


def _pick_array(schema: Schema, below: Below) -> list[Json]:
    least = schema.get("minItems", 0)
    length = least + below(max(schema.get("maxItems", least + 2) - least, 0) + 1)
    items: list[Json] = []
    for _ in range(length):
        item = pick(schema["items"], below)
        if not (schema.get("uniqueItems") and any(json_equal(item, other) for other in items)):
            items.append(item)
    return items
