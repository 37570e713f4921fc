"""Whether two plain values are the same in a log: 1, 1.0 and true are three things there."""

from typing import Any


def same(one: Any, other: Any) -> bool:
    """Tuples are lists, and the order of an object's fields does not count."""
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and one.keys() == other.keys()
            and all(same(value, other[key]) for key, value in one.items())
        )
    if isinstance(one, (list, tuple)):
        return (
            isinstance(other, (list, tuple))
            and len(one) == len(other)
            and all(same(*pair) for pair in zip(one, other, strict=True))
        )
    return type(one) is type(other) and bool(one == other)
