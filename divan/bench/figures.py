"""Figures as they are measured: rates, latencies, and how they are written."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """In milliseconds."""

    p50: float
    p99: float
    worst: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measurement: `value` in `unit`; `ratio` to the base of the same run, where there is one."""

    name: str
    value: float
    unit: str
    latency: Latency | None = None
    ratio: float | None = None
    ratio_to: str | None = None
    note: str = ""
    microseconds: dict[str, float] = field(default_factory=dict)
    """Processor time of each command by kind of process, where it was measured."""


@dataclass(slots=True)
class Timed:
    """Seconds from send to view of each command, and how long the whole took."""

    seconds: list[float] = field(default_factory=list)
    took: float = 0.0
    updates: list[int] = field(default_factory=list)
    """Bytes of each update that a seat was sent, where they go over the wire."""

    @property
    def rate(self) -> float:
        return len(self.seconds) / self.took if self.took else 0.0

    def latency(self) -> Latency:
        ordered = sorted(self.seconds)
        return Latency(p50=at(ordered, 0.5), p99=at(ordered, 0.99), worst=at(ordered, 1.0))


def at(ordered: Sequence[float], share: float) -> float:
    """The quantile of ordered seconds, in milliseconds."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0
