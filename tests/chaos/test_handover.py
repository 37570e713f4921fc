"""A partition has no engine from its loss until somebody says that it holds it."""

import json

from tests.chaos.handover import changes, handovers


def said(event: str, partition: int, second: float) -> str:
    return json.dumps(
        {"event": event, "partition": partition, "timestamp": f"2026-01-01T00:00:{second:06.3f}Z"}
    )


T0 = 1_767_225_600_000
"""The start of 2026, in Unix milliseconds."""


def test_the_time_without_an_engine_is_from_the_loss_to_the_next_gain() -> None:
    one = [said("partition_gained", 3, 1), said("partition_lost", 3, 2), said("partition_let_go", 3, 1.9)]
    other = [said("partition_gained", 4, 2.1), said("partition_gained", 3, 2.25)]
    assert handovers(changes([*other, *one]), T0, T0 + 9_000) == [0.25]


def test_what_was_lost_at_another_time_does_not_count() -> None:
    lines = [said("partition_lost", 3, 2), said("partition_gained", 3, 3)]
    assert handovers(changes(lines), T0 + 2_500, T0 + 9_000) == []
