"""Who is connected, over several edges."""

import pytest

from services.rooms.presence import EdgeAlive, EdgeHolds, Moved, Presence


class Clock:
    def __init__(self) -> None:
        self.time = 100_000

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def here(clock: Clock) -> Presence:
    return Presence("e1", clock, grace_ms=5000, has_seat=lambda room, person: person != "watcher")


def moved(person: str, here: bool, edge: str = "e2") -> Moved:
    return Moved(edge=edge, room="r1", person=person, here=here)


def test_several_connections_of_a_person_count_as_one(here: Presence) -> None:
    changes: list[tuple[str, bool]] = []
    here.watchers.append(lambda room, person, connected: changes.append((person, connected)))
    assert [here.arrive("r1", "ali"), here.arrive("r1", "ali")] == [True, False]
    assert [here.depart("r1", "ali"), here.depart("r1", "ali")] == [False, True]
    assert changes == [("ali", True), ("ali", False)]


def test_a_person_at_another_edge_is_connected(here: Presence) -> None:
    here.moved(moved("ali", here=True))
    assert here.is_connected("r1", "ali")
    assert here.connected("r1") == {"ali"}
    here.moved(moved("ali", here=False))
    assert not here.is_connected("r1", "ali")


def test_who_is_at_two_edges_is_gone_only_when_both_say_so(here: Presence) -> None:
    changes: list[bool] = []
    here.arrive("r1", "ali")
    here.moved(moved("ali", here=True))
    here.watchers.append(lambda room, person, connected: changes.append(connected))
    here.depart("r1", "ali")
    assert changes == []
    here.moved(moved("ali", here=False))
    assert changes == [False]


def test_our_own_messages_tell_us_nothing(here: Presence) -> None:
    here.moved(moved("ali", here=True, edge="e1"))
    here.alive("e1")
    assert not here.is_connected("r1", "ali")
    assert here.others() == frozenset()


def test_the_connections_of_an_edge_that_is_silent_for_too_long_are_lost(
    here: Presence, clock: Clock
) -> None:
    here.moved(moved("ali", here=True))
    clock.time += 19_000
    assert here.bury(20_000) == []
    clock.time += 1_001
    assert here.bury(20_000) == ["e2"]
    assert not here.is_connected("r1", "ali")
    assert here.gone_since("r1", "ali", 0) == clock.time


def test_a_sign_of_life_keeps_the_connections(here: Presence, clock: Clock) -> None:
    here.moved(moved("ali", here=True))
    clock.time += 19_000
    here.alive("e2")
    clock.time += 19_000
    assert here.bury(20_000) == []


def test_a_whole_list_makes_good_what_was_lost_on_the_way(here: Presence) -> None:
    here.moved(moved("ali", here=True))
    here.holds(EdgeHolds(edge="e2", rooms={"r1": ("veli",)}, last=False))
    assert here.connected("r1") == {"ali"}
    here.holds(EdgeHolds(edge="e2", rooms={"r2": ("ece",)}, last=True))
    assert here.connected("r1") == {"veli"}
    assert here.connected("r2") == {"ece"}


def test_a_whole_list_comes_in_parts_of_bounded_size(here: Presence) -> None:
    for number in range(5):
        here.arrive(f"r{number}", "ali")
    parts = list(here.parts(2))
    assert [len(part.rooms) for part in parts] == [2, 2, 1]
    assert [part.last for part in parts] == [False, False, True]


def test_who_holds_nobody_says_so(here: Presence) -> None:
    assert list(here.parts(2)) == [EdgeHolds(edge="e1", rooms={}, last=True)]


def test_a_page_that_is_loaded_anew_is_not_announced(here: Presence, clock: Clock) -> None:
    here.arrive("r1", "ali")
    here.depart("r1", "ali")
    clock.time += 4_999
    assert here.seems_connected("r1", "ali")
    clock.time += 1
    assert not here.seems_connected("r1", "ali")


def test_absence_counts_from_the_last_connection(here: Presence, clock: Clock) -> None:
    here.arrive("r1", "ali")
    clock.time += 500
    here.depart("r1", "ali")
    assert here.gone_since("r1", "ali", 0) == clock.time


def test_who_never_connected_is_gone_since_sitting_down_or_since_we_know(here: Presence) -> None:
    assert here.gone_since("r1", "ali", 100_700) == 100_700
    assert here.gone_since("r1", "ali", 5) == 100_000


def test_of_mere_watchers_nothing_is_remembered(here: Presence, clock: Clock) -> None:
    here.arrive("r1", "watcher")
    clock.time += 1000
    here.depart("r1", "watcher")
    assert here.gone_since("r1", "watcher", 0) == 100_000


def test_exactly_one_of_the_living_edges_looks_after_a_room() -> None:
    edges = [
        Presence(name, lambda: 0, grace_ms=0, has_seat=lambda room, person: True)
        for name in ("e1", "e2", "e3")
    ]
    for one in edges:
        for other in edges:
            one.alive(EdgeAlive(edge=other.edge).edge)
    for room in range(50):
        assert [edge.is_responsible(f"r{room}") for edge in edges].count(True) == 1
    assert {next(e.edge for e in edges if e.is_responsible(f"r{n}")) for n in range(50)} == {"e1", "e2", "e3"}
