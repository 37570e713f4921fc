"""What may be done to a room, and what becomes of it."""

from hashlib import sha256

import pytest

from libs.events.lobby import (
    BotAdded,
    Closed,
    FrozenSeat,
    Kicked,
    OwnerChanged,
    SeatLeft,
    SeatTaken,
    SeedGiven,
    Started,
)
from services.rooms import lobby
from services.rooms.refusals import (
    ALREADY_STARTED,
    BAD_SEED,
    NO_SEED_EXPECTED,
    NO_SUCH_ROOM,
    NO_SUCH_SEAT,
    NOT_A_MEMBER,
    NOT_OWNER,
    REMOVED_FROM_ROOM,
    ROOM_FULL,
    SEAT_TAKEN,
    TOO_FEW_PLAYERS,
)
from tests.services.rooms.lobbying import FRIEND, OWNER, STRANGER, THIRD, given

NOBODY: frozenset[str] = frozenset()


def test_the_owner_sits_on_seat_0_and_bots_beside() -> None:
    room = given(bots=("easy", "perfect")).room
    assert [place.person or place.bot for place in room.places] == [OWNER, "easy", "perfect"]
    assert room.owner == OWNER


def test_a_person_takes_the_lowest_free_seat() -> None:
    here = given().sit(FRIEND, THIRD)
    here.does(lobby.clear_seat, FRIEND, 1, NOBODY)
    assert here.does(lobby.sit, STRANGER, None, None)[-1] == SeatTaken(
        at=here.now, seat=1, person=STRANGER, seed_hash=None
    )


def test_a_person_may_choose_a_free_seat() -> None:
    here = given()
    here.does(lobby.sit, FRIEND, 2, None)
    assert here.room.seat_of(FRIEND) == 2
    here.refuses(SEAT_TAKEN, lobby.sit, THIRD, 2, None)
    here.refuses(NO_SUCH_SEAT, lobby.sit, THIRD, 3, None)


def test_who_sits_already_changes_nothing() -> None:
    here = given().sit(FRIEND)
    assert here.does(lobby.sit, FRIEND, 2, None) == []
    assert here.start().does(lobby.sit, FRIEND, None, None) == []


def test_a_full_room_takes_nobody() -> None:
    given(seats=2).sit(FRIEND).refuses(ROOM_FULL, lobby.sit, THIRD, None, None)


def test_a_stranger_does_not_join_after_the_start() -> None:
    given().sit(FRIEND).start().refuses(ALREADY_STARTED, lobby.sit, THIRD, None, None)


def test_only_the_owner_adds_bots_and_only_where_there_is_a_seat() -> None:
    here = given(seats=2).sit(FRIEND)
    here.refuses(NOT_OWNER, lobby.add_bot, FRIEND, "easy", None)
    here.refuses(ROOM_FULL, lobby.add_bot, OWNER, "easy", None)
    assert given().does(lobby.add_bot, OWNER, "easy", 2)[0] == BotAdded(at=1001, seat=2, bot="easy")


def test_the_owner_sends_a_person_away_for_good() -> None:
    here = given().sit(FRIEND)
    assert here.does(lobby.clear_seat, OWNER, 1, NOBODY) == [Kicked(at=here.now, seat=1, person=FRIEND)]
    assert here.room.places[1].is_free
    here.refuses(REMOVED_FROM_ROOM, lobby.sit, FRIEND, None, None)
    assert lobby.entry_refusal(here.room, FRIEND) is REMOVED_FROM_ROOM


def test_the_owner_sends_a_bot_away() -> None:
    here = given(bots=("easy",))
    here.does(lobby.clear_seat, OWNER, 1, NOBODY)
    assert here.room.places[1].is_free


def test_nobody_else_clears_anothers_seat() -> None:
    here = given().sit(FRIEND, THIRD)
    here.refuses(NOT_OWNER, lobby.clear_seat, FRIEND, 2, NOBODY)
    here.refuses(NO_SUCH_SEAT, lobby.clear_seat, OWNER, 3, NOBODY)
    here.start().refuses(ALREADY_STARTED, lobby.clear_seat, OWNER, 1, NOBODY)


def test_an_empty_seat_cannot_be_cleared() -> None:
    given().refuses(NO_SUCH_SEAT, lobby.clear_seat, OWNER, 1, NOBODY)


def test_when_the_owner_leaves_the_connected_who_came_first_follows() -> None:
    here = given().sit(FRIEND, THIRD)
    events = here.does(lobby.clear_seat, OWNER, 0, frozenset({THIRD}))
    assert events == [SeatLeft(at=here.now, seat=0, person=OWNER), OwnerChanged(at=here.now, owner=THIRD)]


def test_without_anybody_connected_who_came_first_follows() -> None:
    here = given().sit(FRIEND, THIRD)
    assert here.does(lobby.clear_seat, OWNER, 0, NOBODY)[-1] == OwnerChanged(at=here.now, owner=FRIEND)


def test_a_waiting_room_whose_last_person_leaves_is_closed() -> None:
    here = given(bots=("easy",))
    assert here.does(lobby.clear_seat, OWNER, 0, NOBODY)[-1] == Closed(at=here.now, reason="empty")
    here.refuses(NO_SUCH_ROOM, lobby.sit, FRIEND, None, None)


def test_a_stranger_has_nothing_to_leave() -> None:
    here = given().sit(FRIEND)
    here.refuses(NOT_OWNER, lobby.clear_seat, STRANGER, 1, NOBODY)
    here.refuses(NOT_A_MEMBER, lobby.leave, STRANGER, NOBODY)


def test_who_leaves_a_game_keeps_the_place_and_may_come_back_to_it() -> None:
    here = given().sit(FRIEND).start()
    here.does(lobby.clear_seat, FRIEND, 1, NOBODY)
    assert (here.room.seat_of(FRIEND), here.room.place_of(FRIEND)) == (None, 1)
    here.does(lobby.sit, FRIEND, None, None)
    assert here.room.seat_of(FRIEND) == 1


def test_an_owner_who_leaves_a_game_hands_the_room_on() -> None:
    here = given().sit(FRIEND).start()
    here.does(lobby.clear_seat, OWNER, 0, NOBODY)
    assert here.room.owner == FRIEND


def test_the_last_person_who_leaves_a_game_does_not_close_it() -> None:
    here = given(bots=("easy",)).start()
    here.does(lobby.clear_seat, OWNER, 0, NOBODY)
    assert here.room.closed is None


def test_a_start_needs_the_games_fewest_players() -> None:
    here = given()
    here.refuses(TOO_FEW_PLAYERS, lobby.start, OWNER, 2, None)
    here.sit(FRIEND).refuses(NOT_OWNER, lobby.start, FRIEND, 2, None)
    here.start().refuses(ALREADY_STARTED, lobby.start, OWNER, 2, None)


def test_at_the_start_seats_are_renumbered_without_gaps_in_the_order_of_the_places() -> None:
    here = given(seats=4)
    here.does(lobby.add_bot, OWNER, "easy", 3)
    here.does(lobby.sit, FRIEND, 2, "ab" * 32)
    here.start()
    assert here.room.places[1].person == FRIEND
    assert here.room.places[1].seed_hash == "ab" * 32
    assert here.room.places[2].bot == "easy"
    assert len(here.room.places) == 3


def test_started_says_who_sits_where_and_what_the_engine_is_committed_to() -> None:
    here = given(seats=2, bots=("easy",))
    (event,) = here.does(lobby.start, OWNER, 2, lobby.Engagement(start="s", key="k1", commitment="c"))
    assert event == Started(
        at=here.now,
        start="s",
        seats=(FrozenSeat(person=OWNER), FrozenSeat(bot="easy")),
        key="k1",
        commitment="c",
    )


SEED = "5e" * 32
HASH = sha256(bytes.fromhex(SEED)).hexdigest()


def test_a_seed_that_fits_its_hash_is_given_once() -> None:
    here = given(bots=("easy",), seed_hash=HASH).start()
    assert lobby.missing_seeds(here.room) == (0,)
    assert here.does(lobby.give_seed, OWNER, SEED) == [SeedGiven(at=here.now, seat=0, seed=SEED)]
    assert lobby.missing_seeds(here.room) == ()
    assert here.does(lobby.give_seed, OWNER, SEED) == []
    here.refuses(NO_SEED_EXPECTED, lobby.give_seed, OWNER, "00" * 32)


def test_another_seed_is_refused() -> None:
    given(bots=("easy",), seed_hash=HASH).start().refuses(BAD_SEED, lobby.give_seed, OWNER, "00" * 32)


def test_no_seed_is_taken_before_the_start_or_without_a_hash() -> None:
    given(seed_hash=HASH).refuses(NO_SEED_EXPECTED, lobby.give_seed, OWNER, SEED)
    given(bots=("easy",)).start().refuses(NO_SEED_EXPECTED, lobby.give_seed, OWNER, SEED)


def test_the_owner_mutes_a_person_and_lets_them_speak_again() -> None:
    here = given().sit(FRIEND)
    here.does(lobby.mute, OWNER, 1, True)
    assert here.room.muted == {FRIEND}
    assert here.does(lobby.mute, OWNER, 1, True) == []
    here.does(lobby.mute, OWNER, 1, False)
    assert here.room.muted == frozenset()
    here.refuses(NOT_OWNER, lobby.mute, FRIEND, 0, True)
    here.refuses(NO_SUCH_SEAT, lobby.mute, OWNER, 2, True)


def test_the_owner_closes_a_waiting_room_and_no_other() -> None:
    here = given().sit(FRIEND)
    here.refuses(NOT_OWNER, lobby.close, FRIEND)
    assert here.does(lobby.close, OWNER) == [Closed(at=here.now, reason="owner")]
    given().sit(FRIEND).start().refuses(ALREADY_STARTED, lobby.close, OWNER)


@pytest.mark.parametrize("decide", [lobby.close])
def test_a_closed_room_is_none(decide: object) -> None:
    here = given()
    here.does(lobby.close, OWNER)
    here.refuses(NO_SUCH_ROOM, decide, OWNER)
