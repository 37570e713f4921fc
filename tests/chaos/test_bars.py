"""What clients waited is held against the bar of what was done to the processes."""

from tests.chaos.bars import held
from tests.chaos.stalls import Fault, Waited


def waited(seconds: float) -> list[Waited]:
    return [Waited(room="r", what="command", began=1_000, ended=1_000 + seconds * 1000)]


def test_replacing_any_service_is_held_to_the_bar_of_a_rolling_restart() -> None:
    for kind in ("engines replaced", "rooms replaced"):
        faults = [Fault(kind=kind, began=1_100, ended=1_200)]
        assert [(each.bar.name, each.is_kept) for each in held(faults, waited(1.9))] == [
            ("rolling restart", True)
        ]
        assert [each.is_kept for each in held(faults, waited(2.1))] == [False]


def test_a_killed_server_has_a_bar_for_the_worst_alone() -> None:
    faults = [Fault(kind="NATS killed", began=1_100, ended=1_200)]
    assert [each.is_kept for each in held(faults, waited(4.9))] == [True]
    assert [each.is_kept for each in held(faults, waited(5.1))] == [False]


def test_what_did_not_occur_has_no_bar() -> None:
    assert held([Fault(kind="ai killed", began=1_100, ended=1_200)], waited(9)) == []
