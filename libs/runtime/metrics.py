"""One registry of metrics for the process; services declare theirs with the functions below."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

SECONDS = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.015, 0.03, 0.06, 0.125, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Bounds for what players wait for: fine where the goals are (milliseconds), coarse where a stall shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A metric as it was declared; `name` as it is exported, but for what a histogram adds to it."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    meaning: str
    labels: tuple[str, ...]
    instrument: object


DECLARED: list[Declared] = []
"""Every metric of the modules that are loaded, in the order of declaration: docs/metrics.md is made of it."""

M = TypeVar("M", Counter, Gauge, Histogram)


def counter(name: str, meaning: str, labels: Sequence[str] = ()) -> Counter:
    """A count that only grows. It is exported as divan_<name>_total; declare it once, at module level."""
    made = Counter(f"divan_{name}", meaning, labels, registry=REGISTRY)
    return _declared(f"divan_{name}_total", "counter", meaning, labels, made)


def gauge(name: str, meaning: str, labels: Sequence[str] = ()) -> Gauge:
    made = Gauge(f"divan_{name}", meaning, labels, registry=REGISTRY)
    return _declared(f"divan_{name}", "gauge", meaning, labels, made)


def histogram(
    name: str, meaning: str, labels: Sequence[str] = (), *, bounds: Sequence[float] = SECONDS
) -> Histogram:
    made = Histogram(f"divan_{name}", meaning, labels, buckets=bounds, registry=REGISTRY)
    return _declared(f"divan_{name}", "histogram", meaning, labels, made)


def _declared(
    name: str,
    kind: Literal["counter", "gauge", "histogram"],
    meaning: str,
    labels: Sequence[str],
    instrument: M,
) -> M:
    DECLARED.append(
        Declared(name=name, kind=kind, meaning=meaning, labels=tuple(labels), instrument=instrument)
    )
    return instrument


def exposition() -> tuple[bytes, str]:
    """All metrics in the text format of Prometheus, and its content type."""
    return generate_latest(REGISTRY), CONTENT_TYPE_LATEST
