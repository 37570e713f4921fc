"""The numbers of this process in short, for who asks over NATS."""

import os
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from math import isfinite

from prometheus_client import CollectorRegistry

from libs.events.stats import Sample, ServiceStats
from libs.runtime.draining import Draining
from libs.runtime.metrics import REGISTRY
from libs.runtime.wall_clock import unix_milliseconds

KEPT_LABELS = frozenset({"le", "state", "who"})
"""All other labels are summed over: the message stays small, and does not tell who plays what."""

OF_THE_PROCESS = frozenset({"process_resident_memory_bytes", "process_cpu_seconds_total"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Which process this is."""

    service: str
    host: str
    pid: int
    version: str
    started_at: int

    @classmethod
    def of(cls, service: str) -> "Identity":
        return cls(
            service=service,
            host=socket.gethostname(),
            pid=os.getpid(),
            version=version("divan"),
            started_at=unix_milliseconds(),
        )


def stats(identity: Identity, draining: Draining, faults: Mapping[str, str], *, ready: bool) -> ServiceStats:
    """The process as it stands now."""
    return ServiceStats(
        service=identity.service,
        host=identity.host,
        pid=identity.pid,
        version=identity.version,
        started_at=identity.started_at,
        at=unix_milliseconds(),
        ready=ready,
        faults=dict(faults),
        samples=tuple(samples(REGISTRY)),
        id=draining.id,
        draining=draining.is_on,
        held=draining.held,
    )


def samples(registry: CollectorRegistry) -> Iterator[Sample]:
    """Every number of ours in the registry, summed over the labels that are not kept."""
    sums: dict[tuple[str, tuple[tuple[str, str], ...]], float] = {}
    for family in registry.collect():
        for found in family.samples:
            if not found.name.startswith("divan_") and found.name not in OF_THE_PROCESS:
                continue
            labels = tuple((name, value) for name, value in found.labels.items() if name in KEPT_LABELS)
            sums[found.name, labels] = sums.get((found.name, labels), 0.0) + float(found.value)
    for (name, labels), value in sums.items():
        if not isfinite(value):
            continue
        yield Sample(name=name, labels=dict(labels), value=value)
