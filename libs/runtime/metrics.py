"""One registry of metrics for the process; services declare theirs with the functions below."""

from collections.abc import Sequence

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


def counter(name: str, meaning: str, labels: Sequence[str] = ()) -> Counter:
    """A count that only grows. It is exported as divan_<name>_total; declare it once, at module level."""
    return Counter(f"divan_{name}", meaning, labels, registry=REGISTRY)


def gauge(name: str, meaning: str, labels: Sequence[str] = ()) -> Gauge:
    return Gauge(f"divan_{name}", meaning, labels, registry=REGISTRY)


def histogram(
    name: str, meaning: str, labels: Sequence[str] = (), *, bounds: Sequence[float] = SECONDS
) -> Histogram:
    return Histogram(f"divan_{name}", meaning, labels, buckets=bounds, registry=REGISTRY)


def exposition() -> tuple[bytes, str]:
    """All metrics in the text format of Prometheus, and its content type."""
    return generate_latest(REGISTRY), CONTENT_TYPE_LATEST
