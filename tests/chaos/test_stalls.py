"""A wait is put down to the fault that it can come from, and counted once for each room and fault."""

import pytest

from tests.chaos.stalls import AFTERMATH, ANY, CALM, Fault, Waited, percentile, stalls

FAULTS = [
    Fault(kind="NATS killed", began=1_000, ended=1_500),
    Fault(kind="engine killed", began=20_000, ended=21_000),
]


def waited(began: float, ended: float, room: str = "r") -> Waited:
    return Waited(room=room, what="command", began=began, ended=ended)


@pytest.mark.parametrize(
    ("began", "ended", "kind"),
    [
        pytest.param(0, 900, CALM, id="over before the fault"),
        pytest.param(900, 1_100, "NATS killed", id="under way when it came"),
        pytest.param(1_600, 1_700, "NATS killed", id="sent in its aftermath"),
        pytest.param(1_500 + AFTERMATH, 6_000, CALM, id="sent when it was long over"),
        pytest.param(900, 20_100, "NATS killed", id="the first of two within it"),
        pytest.param(20_500, 20_600, "engine killed", id="sent while it lasted"),
        pytest.param(1_400, 20_100, "NATS killed", id="sent while one lasted, under way at the next"),
    ],
)
def test_a_wait_belongs_to_one_fault(began: float, ended: float, kind: str) -> None:
    found = stalls(FAULTS, [waited(began, ended)])
    assert {each.kind for each in found} - {ANY} == {kind}


def test_the_longest_wait_of_each_room_counts() -> None:
    waits = [waited(900, 1_200), waited(950, 2_000), waited(990, 1_100, room="other")]
    found = {each.kind: each for each in stalls(FAULTS, waits)}
    assert (found["NATS killed"].faults, found["NATS killed"].count, found["NATS killed"].worst) == (
        1,
        2,
        1.05,
    )
    assert (found[ANY].faults, found[ANY].count) == (2, 2)


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(100)]
    assert percentile(values, 0.5) == 50
    assert percentile(values, 0.99) == 99
    assert percentile([3.0], 0.99) == 3.0
