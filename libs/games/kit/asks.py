"""What can be drawn, each made from uniform integers as docs/chance.md fixes it."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from libs.games.kit.chance import Ask, Below

# The wire form and the order in which integers are drawn are frozen in every log: a new way of drawing
# gets a new kind (and chance a new version), never a new meaning of an old one.


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _counted(items: Iterable[Any]) -> "Counter[str]":
    """How often each JSON value occurs, whatever its type."""
    return Counter(json.dumps(item, sort_keys=True) for item in items)


def _order(items: Iterable[Any], count: int, below: Below) -> list[Any]:
    left = list(items)
    for place in range(count):
        other = place + below(len(left) - place)
        left[place], left[other] = left[other], left[place]
    return left[:count]


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"no integer lies between {self.low} and {self.high}")

    def resolve(self, below: Below) -> int:
        return self.low + below(self.high - self.low + 1)

    def accepts(self, outcome: Any) -> bool:
        return _is_integer(outcome) and self.low <= outcome <= self.high

    def to_json(self) -> dict[str, Any]:
        return {"kind": "integer", "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Dice:
    """A throw of `count` dice, as a list in the order thrown."""

    count: int
    sides: int

    def __post_init__(self) -> None:
        if self.count < 1 or self.sides < 1:
            raise ValueError(f"{self.count} dice of {self.sides} sides cannot be thrown")

    def resolve(self, below: Below) -> list[int]:
        return [1 + below(self.sides) for _ in range(self.count)]

    def accepts(self, outcome: Any) -> bool:
        return (
            isinstance(outcome, list)
            and len(outcome) == self.count
            and all(_is_integer(die) and 1 <= die <= self.sides for die in outcome)
        )

    def to_json(self) -> dict[str, Any]:
        return {"kind": "dice", "count": self.count, "sides": self.sides}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the items, each place in the list equally likely."""

    items: tuple[Any, ...]

    def __init__(self, items: Iterable[Any]) -> None:
        object.__setattr__(self, "items", tuple(items))
        if not self.items:
            raise ValueError("nothing to choose from")

    def resolve(self, below: Below) -> Any:
        return self.items[below(len(self.items))]

    def accepts(self, outcome: Any) -> bool:
        return _counted([outcome]) <= _counted(self.items)

    def to_json(self) -> dict[str, Any]:
        return {"kind": "choice", "items": list(self.items)}


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All items in a random order."""

    items: tuple[Any, ...]

    def __init__(self, items: Iterable[Any]) -> None:
        object.__setattr__(self, "items", tuple(items))

    def resolve(self, below: Below) -> list[Any]:
        return _order(self.items, len(self.items), below)

    def accepts(self, outcome: Any) -> bool:
        return isinstance(outcome, list) and _counted(outcome) == _counted(self.items)

    def to_json(self) -> dict[str, Any]:
        return {"kind": "shuffle", "items": list(self.items)}


@dataclass(frozen=True, slots=True)
class Sample:
    """`count` of the items in the order drawn, none put back."""

    items: tuple[Any, ...]
    count: int

    def __init__(self, items: Iterable[Any], count: int) -> None:
        object.__setattr__(self, "items", tuple(items))
        object.__setattr__(self, "count", count)
        if not 0 <= count <= len(self.items):
            raise ValueError(f"{count} of {len(self.items)} items cannot be drawn")

    def resolve(self, below: Below) -> list[Any]:
        return _order(self.items, self.count, below)

    def accepts(self, outcome: Any) -> bool:
        return (
            isinstance(outcome, list)
            and len(outcome) == self.count
            and _counted(outcome) <= _counted(self.items)
        )

    def to_json(self) -> dict[str, Any]:
        return {"kind": "sample", "items": list(self.items), "count": self.count}


@dataclass(frozen=True, slots=True)
class Spread:
    """`count` of the items in a random order, all equally often or some of them once more than others."""

    items: tuple[Any, ...]
    count: int

    def __init__(self, items: Iterable[Any], count: int) -> None:
        object.__setattr__(self, "items", tuple(items))
        object.__setattr__(self, "count", count)
        if not self.items or max(_counted(self.items).values()) > 1:
            raise ValueError("nothing is spread but different items")
        if count < 0:
            raise ValueError(f"{count} places cannot be filled")

    def resolve(self, below: Below) -> list[Any]:
        rounds, rest = divmod(self.count, len(self.items))
        return _order([*self.items * rounds, *_order(self.items, rest, below)], self.count, below)

    def accepts(self, outcome: Any) -> bool:
        if not isinstance(outcome, list) or len(outcome) != self.count:
            return False
        found, wanted = _counted(outcome), _counted(self.items)
        rounds = self.count // len(self.items)
        return found.keys() <= wanted.keys() and all(found[item] - rounds in (0, 1) for item in wanted)

    def to_json(self) -> dict[str, Any]:
        return {"kind": "spread", "items": list(self.items), "count": self.count}


@dataclass(frozen=True, slots=True)
class Subset:
    """`count` single pieces of a stock, none put back: {item: how many}, without those of which none came."""

    stock: tuple[tuple[str, int], ...]
    count: int

    def __init__(self, stock: Mapping[str, int], count: int) -> None:
        object.__setattr__(self, "stock", tuple(stock.items()))
        object.__setattr__(self, "count", count)
        if any(number < 0 for _, number in self.stock):
            raise ValueError("a stock cannot hold less than nothing")
        if not 0 <= count <= sum(number for _, number in self.stock):
            raise ValueError(f"{count} pieces cannot be taken from {dict(self.stock)}")

    def resolve(self, below: Below) -> dict[str, int]:
        left = [number for _, number in self.stock]
        for _ in range(self.count):
            piece = below(sum(left))
            kind = 0
            while piece >= left[kind]:
                piece -= left[kind]
                kind += 1
            left[kind] -= 1
        taken = ((item, number - left[kind]) for kind, (item, number) in enumerate(self.stock))
        return {item: number for item, number in taken if number}

    def accepts(self, outcome: Any) -> bool:
        if not isinstance(outcome, dict):
            return False
        stock = dict(self.stock)
        return all(
            _is_integer(number) and 1 <= number <= stock.get(item, 0) for item, number in outcome.items()
        ) and (sum(outcome.values()) == self.count)

    def to_json(self) -> dict[str, Any]:
        # Pairs, not an object: the order of the kinds decides the outcome, and objects have none.
        return {"kind": "subset", "stock": [list(pair) for pair in self.stock], "count": self.count}


def read_ask(form: Mapping[str, Any]) -> Ask:
    """The ask that `to_json` wrote, for a verifier; ValueError if it is none."""
    match form:
        case {"kind": "integer", "low": int(low), "high": int(high)}:
            return Integer(low, high)
        case {"kind": "dice", "count": int(count), "sides": int(sides)}:
            return Dice(count, sides)
        case {"kind": "choice", "items": list(items)}:
            return Choice(items)
        case {"kind": "shuffle", "items": list(items)}:
            return Shuffle(items)
        case {"kind": "sample", "items": list(items), "count": int(count)}:
            return Sample(items, count)
        case {"kind": "spread", "items": list(items), "count": int(count)}:
            return Spread(items, count)
        case {"kind": "subset", "stock": list(pairs), "count": int(count)}:
            return Subset(dict(pairs), count)
    raise ValueError(f"no such ask: {form!r}")
