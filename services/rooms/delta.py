"""The change from one JSON document to another, as docs/api.md describes it.

A list of `[path, value]` (set there; an index equal to an array's length appends) and `[path]` (remove that
key, or that element and all after it), applied in order.
"""

from typing import Any

import orjson

Json = Any
Path = list[str | int]
Change = list[Any]

MOST_CHANGES = 200
"""With more than these the whole document is hardly larger, and cheaper to make."""


class _TooMany(Exception):
    pass


def changes(old: Json, new: Json) -> list[Change] | None:
    """What leads from `old` to `new`; None where that is too much to be worth it."""
    found: list[Change] = []
    try:
        _compare([], old, new, found)
    except _TooMany:
        return None
    return found


def _note(found: list[Change], change: Change) -> None:
    if len(found) >= MOST_CHANGES:
        raise _TooMany
    found.append(change)


def _compare(path: Path, old: Json, new: Json, found: list[Change]) -> None:
    if is_same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        _compare_objects(path, old, new, found)
    elif isinstance(old, list) and isinstance(new, list):
        _compare_arrays(path, old, new, found)
    else:
        _note(found, [path, new])


def is_same(old: Json, new: Json) -> bool:
    """Equal as JSON. Python holds 1 and True for equal, so that what seems equal is looked at as text too."""
    return bool(old == new) and orjson.dumps(old) == orjson.dumps(new)


def _compare_objects(path: Path, old: dict[str, Json], new: dict[str, Json], found: list[Change]) -> None:
    for key in old:
        if key not in new:
            _note(found, [[*path, key]])
    for key, value in new.items():
        if key in old:
            _compare([*path, key], old[key], value, found)
        else:
            _note(found, [[*path, key], value])


def _compare_arrays(path: Path, old: list[Json], new: list[Json], found: list[Change]) -> None:
    for index, (before, after) in enumerate(zip(old, new, strict=False)):
        _compare([*path, index], before, after, found)
    for index in range(len(old), len(new)):
        _note(found, [[*path, index], new[index]])
    if len(new) < len(old):
        _note(found, [[*path, len(new)]])
