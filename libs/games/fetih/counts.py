"""How many of each kind: goods in resource order, soldiers in unit order."""

from collections.abc import Mapping, Sequence

Counts = tuple[int, ...]


def plus(one: Counts, other: Counts) -> Counts:
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def minus(one: Counts, other: Counts) -> Counts:
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def times(one: Counts, factor: int) -> Counts:
    return tuple([number * factor for number in one])


def covers(one: Counts, other: Counts) -> bool:
    """Whether `one` holds at least as many of every kind as `other`."""
    return all(a >= b for a, b in zip(one, other, strict=True))


def counts(kinds: Sequence[str], form: Mapping[str, int]) -> Counts:
    """The numbers of an object in the order of the kinds, 0 for those it does not name."""
    return tuple([form.get(kind, 0) for kind in kinds])


def named(kinds: Sequence[str], numbers: Counts) -> dict[str, int]:
    """The object of those kinds of which there is at least one."""
    return {kind: number for kind, number in zip(kinds, numbers, strict=True) if number}
