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
    disable_created_metrics,
    generate_latest,
)

# When each series began: nothing asks for it, and it would be one more of everything.
disable_created_metrics()  # type: ignore[no-untyped-call]

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""Bounds for what players wait for: fine where the goals are (5 and 20 ms), coarse where a stall shows.

Whoever asks whether a bar is held asks for the share below it, so each bar is a bound: 20 ms of a calm
machine, 2 s of a rolling restart, 3 and 5 s of a kill, and the thresholds of deploy/observability/alerts.yml.
"""


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
