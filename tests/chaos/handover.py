"""How long partitions had no engine while they moved from one that was told to stop: out of the logs."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

EVENTS = ("partition_gained", "partition_lost")


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Change:
    """An engine says that it holds a partition, or holds it no more; `at` in Unix milliseconds."""

    at: float
    partition: int
    gained: bool


def changes(lines: Iterable[str]) -> list[Change]:
    """What engines' logs (JSON, a line each) say of partitions, by time."""
    said = [json.loads(line) for line in lines if '"partition_' in line]
    return sorted(
        Change(
            at=datetime.fromisoformat(each["timestamp"]).timestamp() * 1000,
            partition=each["partition"],
            gained=each["event"] == "partition_gained",
        )
        for each in said
        if each["event"] in EVENTS
    )


def handovers(found: Iterable[Change], since: float, until: float) -> list[float]:
    """Seconds from each loss within that time (Unix milliseconds) to the next gain of the partition."""
    lost: dict[int, float] = {}
    seconds = []
    for change in found:
        if not change.gained:
            lost[change.partition] = change.at
        elif change.partition in lost:
            at = lost.pop(change.partition)
            if since <= at <= until:
                seconds.append((change.at - at) / 1000)
    return seconds
