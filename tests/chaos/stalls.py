"""How long clients waited, and for which fault: from the first send of a command to its answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

AFTERMATH = 4_000
"""Milliseconds after a fault was over in which a wait is put down to it."""

CALM = "calm"
ANY = "any fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited:
    """One command's way, or a bot's move; times in Unix milliseconds."""

    room: str
    what: str
    began: float
    ended: float

    @property
    def seconds(self) -> float:
        return (self.ended - self.began) / 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something done to the processes, from `began` until all of them could work again."""

    kind: str
    began: float
    ended: float
    kills: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Stalls:
    """The longest wait of each room at each fault of a kind, in seconds."""

    kind: str
    faults: int
    count: int
    p50: float
    p99: float
    worst: float


def stalls(faults: Sequence[Fault], waits: Iterable[Waited]) -> list[Stalls]:
    """By kind of fault and over all.

    A wait belongs to the fault during which it began, or the first within it, or the last before it.
    """
    longest: dict[tuple[int, str], float] = {}
    for wait in waits:
        key = _fault_of(faults, wait), wait.room
        longest[key] = max(longest.get(key, 0.0), wait.seconds)
    by_kind: dict[str, list[float]] = {}
    for (number, _), seconds in longest.items():
        for kind in (CALM,) if number < 0 else (faults[number].kind, ANY):
            by_kind.setdefault(kind, []).append(seconds)
    return [
        Stalls(
            kind=kind,
            faults=sum(kind in (fault.kind, ANY) for fault in faults),
            count=len(found),
            p50=percentile(found, 0.5),
            p99=percentile(found, 0.99),
            worst=max(found),
        )
        for kind, found in sorted(by_kind.items())
    ]


def longest(faults: Sequence[Fault], waits: Iterable[Waited], number: int) -> list[str]:
    """The longest waits, a line each."""
    found = sorted(waits, key=lambda wait: -wait.seconds)[:number]
    return [
        f"{wait.seconds:.2f} s for {wait.what} in {wait.room} at {_clock(wait.began)}: {_name(faults, wait)}"
        for wait in found
    ]


def _name(faults: Sequence[Fault], wait: Waited) -> str:
    number = _fault_of(faults, wait)
    if number < 0:
        return CALM
    fault = faults[number]
    return f"{fault.kind}, {_clock(fault.began)} to {_clock(fault.ended)}"


def _clock(milliseconds: float) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%H:%M:%S.%f")[:-3]


def _fault_of(faults: Sequence[Fault], wait: Waited) -> int:
    """Its place among the faults, -1 for none."""
    before = -1
    for number, fault in enumerate(faults):
        if wait.began <= fault.began <= wait.ended or fault.began < wait.began <= fault.ended:
            return number
        if fault.began < wait.began < fault.ended + AFTERMATH:
            before = number
    return before


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest of them that so large a part of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
