"""What counts as lost, and what as back."""

from tests.power.deeds import Deeds


def faults(deeds: Deeds, *standing: str) -> list[tuple[str, str]]:
    return [(each.fault, each.mark) for each in deeds.undone({*standing}, 10.0)]


def test_what_was_acknowledged_and_does_not_stand_is_lost() -> None:
    deeds = Deeds()
    deeds.begin("games", "append", adds="a").done = 9.0
    deeds.begin("games", "append", adds="b")
    assert faults(deeds) == [("lost", "a")]
    assert [each.age for each in deeds.undone(set(), 10.0)] == [1.0]
    assert faults(deeds, "a") == faults(deeds, "a", "b") == []


def test_what_was_removed_and_stands_is_back() -> None:
    deeds = Deeds()
    deeds.begin("accounts", "create", adds="a").done = 8.0
    deeds.begin("accounts", "erase", removes=["a"]).done = 9.0
    assert faults(deeds, "a") == [("back", "a")]
    assert faults(deeds) == []


def test_an_erasure_that_nobody_acknowledged_may_have_happened() -> None:
    deeds = Deeds()
    deeds.begin("accounts", "create", adds="a").done = 8.0
    deeds.begin("accounts", "erase", removes=["a"])
    assert faults(deeds) == faults(deeds, "a") == []


def test_a_value_that_gave_way_to_one_that_does_not_stand_is_lost() -> None:
    deeds = Deeds()
    deeds.begin("accounts", "create", adds="a").done = 8.0
    deeds.begin("accounts", "update", adds="b", removes=["a"])
    assert faults(deeds) == [("lost", "a")]
    assert faults(deeds, "b") == []


def test_what_an_earlier_cut_has_taken_may_never_come_back() -> None:
    deeds = Deeds()
    deeds.begin("accounts", "create", adds="a").done = 8.0
    deeds.begin("accounts", "create", adds="b").done = 8.0
    deeds.settle({"b"}, 9.0)
    assert faults(deeds, "b") == []
    assert sorted(faults(deeds, "a")) == [("back", "a"), ("lost", "b")]


def test_what_nobody_wrote_is_unknown() -> None:
    deeds = Deeds()
    deeds.begin("games", "append", adds="a")
    assert deeds.unknown({"a", "b"}) == {"b"}
