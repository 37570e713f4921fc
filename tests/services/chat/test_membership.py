"""Who is who in a room, folded from its lobby events."""

from functools import reduce

from libs.events.lobby import (
    BotAdded,
    Closed,
    FrozenSeat,
    Kicked,
    LobbyEvent,
    Muted,
    SeatLeft,
    Started,
)
from services.chat.membership import Membership, fold
from tests.services.chat.saying import opened, sat


def folded(*events: LobbyEvent) -> Membership:
    return reduce(fold, events, Membership())


def started(*persons: str | None) -> Started:
    seats = tuple(
        FrozenSeat(person=person) if person else FrozenSeat(bot="random", seed_hash=None)
        for person in persons
    )
    return Started(at=5, start="s", seats=seats, key="k", commitment="c")


def test_nothing_is_known_of_a_room_that_was_never_opened() -> None:
    assert not folded().opened


def test_the_owner_without_a_seat_is_no_member() -> None:
    assert folded(opened(owner="ayşe")).seats_of("ayşe") == ()


def test_who_sits_is_a_member_until_they_leave() -> None:
    assert folded(opened(), sat(0, "ayşe")).seats_of("ayşe") == (0,)
    left = SeatLeft(at=2, seat=0, person="ayşe")
    assert folded(opened(), sat(0, "ayşe"), left).seats_of("ayşe") == ()


def test_leaving_a_seat_for_another_keeps_the_other() -> None:
    moved = folded(opened(), sat(0, "ayşe"), sat(1, "ayşe"), SeatLeft(at=2, seat=0, person="ayşe"))
    assert moved.seats_of("ayşe") == (1,)


def test_a_late_leave_takes_no_seat_from_whoever_sits_there_now() -> None:
    now = folded(opened(), sat(0, "ayşe"), sat(0, "bora"), SeatLeft(at=2, seat=0, person="ayşe"))
    assert now.seats_of("bora") == (0,)


def test_who_is_kicked_loses_the_seat_and_is_banned() -> None:
    kicked = folded(opened(), sat(1, "bora"), Kicked(at=2, seat=1, person="bora"))
    assert kicked.seats_of("bora") == ()
    assert kicked.banned == {"bora"}


def test_muting_can_be_taken_back() -> None:
    muted = Muted(at=2, person="bora", muted=True)
    assert folded(opened(), muted).muted == {"bora"}
    assert folded(opened(), muted, Muted(at=3, person="bora", muted=False)).muted == frozenset()


def test_from_the_start_on_the_frozen_seats_count() -> None:
    begun = folded(opened(), sat(0, "ayşe"), sat(3, "bora"), started("bora", None, "ayşe"))
    assert begun.seats == {0: "bora", 2: "ayşe"}


def test_what_does_not_concern_talk_changes_nothing() -> None:
    before = folded(opened(), sat(0, "ayşe"))
    assert fold(before, BotAdded(at=2, seat=1, bot="random")) == before


def test_a_closed_room_keeps_its_members() -> None:
    closed = folded(opened(), sat(0, "ayşe"), Closed(at=9, reason="owner"))
    assert closed.closed
    assert closed.seats_of("ayşe") == (0,)
