"""What a case expects: equality of JSON, matchers, and JSON Pointers (docs/cases.md)."""

from collections.abc import Mapping
from typing import Final

from libs.games.kit.game import Json

ABSENT: Final = object()
"""What is found at a pointer where nothing stands."""


class BadMatcher(ValueError):
    """A matcher that is written wrongly; the sentence says how."""


def json_equal(one: Json, other: Json) -> bool:
    """Equality of JSON values: true is not 1, but 1 is 1.0."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(json_equal(item, other[name]) for name, item in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(json_equal, one, other))
    return bool(one == other)


def at_pointer(document: Json, pointer: str) -> Json:
    """What stands at a JSON Pointer (RFC 6901), or ABSENT; BadMatcher if it is no pointer."""
    if pointer and not pointer.startswith("/"):
        raise BadMatcher(f"{pointer!r} is no JSON Pointer: it must begin with /")
    here = document
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(here, dict) and name in here:
            here = here[name]
        elif isinstance(here, list) and name.isdecimal() and name == str(int(name)) and int(name) < len(here):
            here = here[int(name)]
        else:
            return ABSENT
    return here


def is_met(expected: Json, found: Json) -> bool:
    """Whether what was found is what a case expects there: a value, or what a matcher asks for."""
    if isinstance(expected, Mapping):
        match dict(expected):
            case {"absent": wanted, **rest} if not rest:
                return _is_flag(wanted, "absent") and found is ABSENT
            case {"present": wanted, **rest} if not rest:
                return _is_flag(wanted, "present") and found is not ABSENT
            case {"between": bounds, **rest} if not rest:
                low, high = _bounds(bounds)
                return _is_number(found) and low <= found <= high
            case {"approx": near, "within": distance, **rest} if not rest:
                if not (_is_number(near) and _is_number(distance)):
                    raise BadMatcher("approx and within are numbers")
                return _is_number(found) and abs(found - near) <= distance
            case {"includes": wanted, **rest} if not rest:
                return found is not ABSENT and _includes(found, wanted)
            case {"excludes": unwanted, **rest} if not rest:
                return found is not ABSENT and _is_collection(found) and not _includes(found, unwanted)
            case {"length": length, **rest} if not rest:
                if not isinstance(length, int) or isinstance(length, bool):
                    raise BadMatcher("length is an integer")
                return _is_collection(found) and len(found) == length
    return found is not ABSENT and json_equal(expected, found)


def _is_flag(value: Json, name: str) -> bool:
    if value is not True:
        raise BadMatcher(f"{name} is only ever true")
    return True


def _bounds(value: Json) -> tuple[float, float]:
    match value:
        case [low, high] if _is_number(low) and _is_number(high):
            return low, high
    raise BadMatcher("between takes two numbers, [low, high]")


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_collection(value: Json) -> bool:
    return isinstance(value, list | dict | str)


def _includes(found: Json, wanted: Json) -> bool:
    """An item of a list, a key of an object, or a part of a string."""
    if isinstance(found, list):
        return any(json_equal(item, wanted) for item in found)
    if isinstance(found, dict | str):
        return isinstance(wanted, str) and wanted in found
    return False
