"""The change from one JSON document to another, as docs/api.md describes it.

A list of `[path, value]` (set there; an index equal to an array's length appends) and `[path]` (remove that
key, or that element and all after it), applied in order.
"""

from collections.abc import Iterable, Sequence
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
    """What leads from `old` to `new`; None where that is too much to be worth it.

    Parts that are the same object cost next to nothing: a game that keeps its parts is compared quickly.
    """
    found: list[Change] = []
    try:
        _compare([], old, new, found)
    except _TooMany:
        return None
    return found


def apply(document: Json, found: Iterable[Sequence[Any]]) -> Json:
    """The document with the changes; it is changed in place. Raises what Python does for a path not there."""
    for path, *value in found:
        if not path:
            document = value[0]
            continue
        place = document
        for step in path[:-1]:
            place = place[step]
        last = path[-1]
        if not value and isinstance(place, list):
            del place[last:]
        elif not value:
            del place[last]
        elif isinstance(place, list) and last == len(place):
            place.append(value[0])
        else:
            place[last] = value[0]
    return document


def _note(found: list[Change], change: Change) -> None:
    if len(found) >= MOST_CHANGES:
        raise _TooMany
    found.append(change)


def _compare(path: Path, old: Json, new: Json, found: list[Change]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            if key not in new:
                _note(found, [[*path, key]])
        pairs = [(key, old[key], value) for key, value in new.items() if key in old]
        _compare_pairs(path, pairs, found)
        for key, value in new.items():
            if key not in old:
                _note(found, [[*path, key], value])
    elif isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        both = zip(old, new, strict=False)
        _compare_pairs(path, [(index, *pair) for index, pair in enumerate(both)], found)
        for index in range(len(old), len(new)):
            _note(found, [[*path, index], new[index]])
        if len(new) < len(old):
            _note(found, [[*path, len(new)]])
    elif not _is_same(old, new):
        _note(found, [path, new])


def _compare_pairs(path: Path, pairs: list[tuple[Any, Json, Json]], found: list[Change]) -> None:
    """Compare what stands under equal keys; what is equal, most of it, costs no step of ours."""
    pairs = [pair for pair in pairs if pair[1] is not pair[2]]
    equal = [pair for pair in pairs if pair[1] == pair[2]]
    # Python holds 1 and True for equal: what seems equal is looked at as text too, all at once.
    if not _is_same([old for _, old, _ in equal], [new for _, _, new in equal]):
        equal = []
    if len(equal) == len(pairs):
        return
    for key, old, new in pairs:
        if not equal or old != new:
            _compare([*path, key], old, new, found)


def _is_same(old: Json, new: Json) -> bool:
    return bool(old == new) and orjson.dumps(old) == orjson.dumps(new)
