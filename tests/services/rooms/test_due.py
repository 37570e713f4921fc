"""What a room needs done, and when."""

from dataclasses import dataclass, field, replace
from typing import Any

from libs.events.tables import TableFact
from services.rooms import lobby
from services.rooms.due import (
    Action,
    BeginGame,
    CloseIdle,
    FreePlace,
    PassOwnership,
    TellLeft,
    TellReturned,
    Timings,
    due,
    overdue_start,
)
from services.rooms.presence import Presence
from tests.services.rooms.lobbying import FRIEND, OWNER, THIRD, Lobby, given
from tests.services.rooms.test_lobby import HASH, SEED

TIMINGS = Timings(seed_window=2_000, owner_away=60_000, idle_after=600_000, absent_after=None)
START = 1_000


@dataclass
class Watch:
    """A room, who is connected, and the time; `due` gives what is due now and when to look again."""

    lobby: Lobby
    now: int = START
    told_left: set[int] = field(default_factory=set)
    fact: TableFact | None = None
    timings: Timings = TIMINGS
    by_platform: bool = True

    def __post_init__(self) -> None:
        self.presence = Presence("e1", lambda: self.now, grace_ms=0, has_seat=lambda room, person: True)

    def here(self, *persons: str) -> "Watch":
        for person in persons:
            self.presence.arrive("r1", person)
        return self

    def goes(self, person: str) -> "Watch":
        self.presence.depart("r1", person)
        return self

    def after(self, seconds: float) -> "Watch":
        self.now += round(seconds * 1000)
        return self

    def begun(self, *players: str, **fields: Any) -> "Watch":
        self.fact = TableFact(
            room="r1",
            game="tictactoe",
            seq=1,
            players=players or ("person",) * len(self.lobby.room.places),  # type: ignore[arg-type]
            channels=(),
            hidden=False,
            absent_after=60.0,
            begun_at=START,
            **fields,
        )
        return self

    @property
    def actions(self) -> list[Action]:
        return self._due[0]

    @property
    def next(self) -> float | None:
        """Seconds until the room is to be looked at again."""
        at = self._due[1]
        return None if at is None else (at - self.now) / 1000

    @property
    def _due(self) -> tuple[list[Action], int | None]:
        return due(
            self.lobby.room,
            self.fact,
            self.told_left,
            self.presence,
            self.timings,
            self.now,
            by_platform=self.by_platform,
        )


def test_a_room_with_somebody_connected_needs_nothing() -> None:
    watch = Watch(given()).here(OWNER).after(3600)
    assert (watch.actions, watch.next) == ([], None)


def test_a_room_without_any_person_for_ten_minutes_is_closed() -> None:
    watch = Watch(given().sit(FRIEND).start()).begun("bot", "bot").here(OWNER, FRIEND).goes(FRIEND).after(60)
    watch.told_left = {0, 1}
    watch.goes(OWNER).after(599.999)
    assert watch.actions == []
    assert watch.after(0.001).actions == [CloseIdle()]


def test_any_person_who_comes_back_stops_the_count() -> None:
    watch = Watch(given().sit(FRIEND)).here(OWNER).goes(OWNER).after(599).here(FRIEND).after(3000)
    assert CloseIdle() not in watch.actions


def test_after_a_restart_the_count_begins_anew() -> None:
    watch = Watch(given(), now=10_000_000)
    assert watch.actions == []
    assert watch.next == 600.0


def test_who_stays_away_from_a_waiting_room_has_left_it() -> None:
    watch = Watch(given().sit(FRIEND)).here(OWNER, FRIEND).goes(FRIEND).after(600)
    assert watch.actions == [FreePlace(FRIEND)]


def test_a_started_game_begins_once_the_seeds_are_given_or_their_time_is_over() -> None:
    here = given(bots=("easy",), seed_hash=HASH).start()
    watch = Watch(here, now=here.room.started_at).here(OWNER)
    assert (watch.actions, watch.next) == ([], 2.0)
    assert watch.after(2).actions == [BeginGame()]
    watch.now = here.room.started_at
    here.does(lobby.give_seed, OWNER, SEED)
    assert watch.actions == [BeginGame()]


def test_without_promised_seeds_a_game_begins_at_once() -> None:
    watch = Watch(given(bots=("easy",)).start()).here(OWNER)
    assert watch.actions == [BeginGame()]


def test_a_game_that_has_not_begun_a_second_later_is_begun_by_every_process() -> None:
    room = given(bots=("easy",)).start().room
    assert overdue_start(room, None, TIMINGS) == room.started_at + 1_000
    waits_for_seeds = given(bots=("easy",), seed_hash=HASH).start().room
    assert overdue_start(waits_for_seeds, None, TIMINGS) == waits_for_seeds.started_at + 3_000
    assert overdue_start(room, Watch(given()).begun().fact, TIMINGS) is None
    assert overdue_start(given().room, None, TIMINGS) is None


def test_the_engine_is_told_of_a_person_who_is_gone_for_the_games_time() -> None:
    watch = Watch(given().sit(FRIEND).start()).begun().here(OWNER, FRIEND).goes(FRIEND)
    assert watch.next == 60.0
    assert watch.after(60).actions == [TellLeft(1)]
    watch.told_left = {1}
    assert watch.actions == []


def test_a_setting_may_shorten_that_time() -> None:
    watch = Watch(given().sit(FRIEND).start()).begun().here(OWNER)
    watch.timings = replace(TIMINGS, absent_after=200)
    assert watch.after(0.3).actions == [TellLeft(1)]


def test_the_engine_is_told_at_once_of_a_person_who_leaves() -> None:
    here = given().sit(FRIEND).start()
    here.does(lobby.clear_seat, FRIEND, 1, frozenset())
    assert Watch(here).begun().here(OWNER, FRIEND).actions == [TellLeft(1)]


def test_the_engine_is_told_of_a_person_who_is_back() -> None:
    watch = Watch(given().sit(FRIEND).start()).begun().here(OWNER, FRIEND)
    watch.told_left = {1}
    assert watch.actions == [TellReturned(1)]


def test_a_bot_on_the_seat_of_a_connected_person_is_sent_away() -> None:
    watch = Watch(given().sit(FRIEND).start()).begun("person", "bot").here(OWNER, FRIEND)
    assert watch.actions == [TellReturned(1)]


def test_a_bot_that_the_games_own_rule_put_there_stays() -> None:
    watch = Watch(given().sit(FRIEND).start(), by_platform=False).begun("person", "bot").here(OWNER, FRIEND)
    assert watch.actions == []


def test_after_the_end_nobody_is_reported() -> None:
    watch = Watch(given().sit(FRIEND).start()).begun(over_at=START).here(OWNER)
    assert watch.after(120).actions == []


def test_an_owner_who_is_away_for_a_minute_while_another_is_here_is_owner_no_more() -> None:
    watch = Watch(given().sit(FRIEND)).here(OWNER, FRIEND).goes(OWNER)
    assert watch.next == 60.0
    assert watch.after(60).actions == [PassOwnership()]


def test_an_owner_who_is_away_stays_owner_while_nobody_is_here() -> None:
    watch = Watch(given().sit(FRIEND)).after(120)
    assert watch.actions == []


def test_a_room_whose_owner_gave_up_the_seat_passes_on_at_once() -> None:
    here = given().sit(FRIEND, THIRD).start()
    here.room = replace(here.room, places=(replace(here.room.places[0], left=True), *here.room.places[1:]))
    watch = Watch(here).begun("bot", "person", "person").here(FRIEND, THIRD)
    assert watch.actions == [PassOwnership()]
