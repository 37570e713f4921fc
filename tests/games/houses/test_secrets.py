"""Who learns what: sections 10 and 11."""

import random
from dataclasses import replace

import pytest
from hypothesis import given as with_data
from hypothesis import settings
from hypothesis import strategies as st

from libs.games.houses import GAME_OF_HOUSES
from libs.games.houses.position import Position
from libs.games.kit.game import Json, Wait
from tests.games.houses.given import fresh, given, houses, order, random_sheet, resolved, when

SILENT = [
    pytest.param(order("h1c2", "sabotage", "h2c1"), id="sabotage"),
    pytest.param(order("h1c2", "embargo", "h2c1"), id="embargo"),
    pytest.param(order("h1c3", "defend", "h2c1"), id="defence"),
    pytest.param(order("h1c4", "hire", "h2c1", hireling="guard"), id="watch"),
    pytest.param(order("h1c4", "hire", "h2c1", hireling="physician"), id="treatment"),
    pytest.param(order("h1c2", "praise", "h1c1"), id="praise at home"),
    pytest.param(order("h1c1", "party", "h1c2"), id="a party at home"),
    pytest.param(order("h1c4", "trade", 2), id="trade with another"),
    pytest.param(order("h1c1", "marriage", 2), id="marriage with another"),
    pytest.param(order("h1c3", "siege", 2), id="siege of another"),
    pytest.param(order("h1c4", "hire", "h2c1", hireling="sorcerer"), id="a spell on another"),
    pytest.param(order("h1c4", "hire", 2, hireling="ambassador"), id="an embassy to another"),
    pytest.param(
        order("h1c4", "bribe", "h2c1", then={"activity": "party", "target": "h2c2"}), id="a bribe of another"
    ),
]


def told(position: Position, events: list[object], seat: int | None) -> list[Json]:
    heard = []
    for event in events:
        position = GAME_OF_HOUSES.evolve(position, event)  # type: ignore[arg-type]
        one = GAME_OF_HOUSES.tell(event, position, seat)  # type: ignore[arg-type]
        if one is not None:
            heard.append(one)
    return heard


@pytest.mark.parametrize("act", SILENT)
@pytest.mark.parametrize("viewer", [0, 3, 4, None])
def test_acts_between_two_houses_are_told_to_no_third(act: Json, viewer: int | None) -> None:  # H106, H107
    nobles = {f"h1c{number}": {"prestige": 9} for number in range(1, 5)}
    position = given("h0c5", characters=nobles)
    without, silence = resolved(position, {1: []})
    after, events = resolved(position, {1: [act]})
    assert GAME_OF_HOUSES.view(after, viewer) == GAME_OF_HOUSES.view(without, viewer)
    assert told(position, list(events[1:]), viewer) == told(position, list(silence[1:]), viewer)


@pytest.mark.parametrize("seat", [1, 2, None])
def test_a_sheet_given_or_confirmed_is_shown_to_no_other_house(seat: int | None) -> None:  # H100
    position = given("h3c5", seats=[0, 1, 2, 3, 4, 0])
    view = GAME_OF_HOUSES.view(position, seat)
    wait = GAME_OF_HOUSES.waiting(position)
    acts: list[tuple[int, str, Json]] = [(0, "submit_orders", {"orders": []}), (5, "confirm_orders", {})]
    for giver, kind, fields in acts:
        before = position
        position, events = when(position, giver, kind, **fields)
        assert GAME_OF_HOUSES.view(position, seat) == view
        assert told(before, list(events), seat) == []
    still = GAME_OF_HOUSES.waiting(position)
    assert isinstance(wait, Wait)
    assert isinstance(still, Wait)
    assert (still.key, still.seats, still.seconds) == (wait.key, wait.seats, wait.seconds)
    assert (wait.bots, still.bots) == ((0, 1, 2, 3, 4, 5), (1, 2, 3, 4))


def test_partners_see_the_whole_of_their_house_and_may_talk() -> None:  # H3, H101
    position = given(seats=[0, 1, 2, 3, 4, 0, 1])
    position, events = when(position, 0, "submit_orders", orders=[order("h0c2", "praise", "h0c1")])
    partner = GAME_OF_HOUSES.view(position, 5)
    assert partner["you"] == {"seat": 5, "house": 0, "partners": [0]}
    assert partner["houses"][0]["sheet"]["confirmed"] == [0]
    assert [one["type"] for one in told(position, list(events), 5)] == ["OrdersSubmitted"]
    assert GAME_OF_HOUSES.talk is not None
    talk = GAME_OF_HOUSES.talk(position)
    assert talk.hidden
    assert [(channel.name, channel.seats) for channel in talk.channels] == [
        ("house", (0, 5)),
        ("house", (1, 6)),
    ]


def test_houses_of_one_seat_have_nobody_to_talk_to_until_the_end() -> None:  # H3
    assert GAME_OF_HOUSES.talk is not None
    assert GAME_OF_HOUSES.talk(given()).channels == ()
    over = given(phase="over", result={"winners": [0], "cause": "turn_limit"})
    open_talk = GAME_OF_HOUSES.talk(over)
    assert [channel.seats for channel in open_talk.channels] == [None]
    assert not open_talk.hidden


def test_the_seating_is_told_to_nobody() -> None:  # H2
    position, events = fresh(7)
    for seat in (None, *range(7)):
        (heard,) = told(GAME_OF_HOUSES.blank, list(events), seat)
        assert heard == {"type": "GameStarted", "turn": 1, "max_turns": 40, "turn_seconds": 600}
        assert "seats" not in GAME_OF_HOUSES.view(position, seat)


@pytest.mark.parametrize("seats", range(5, 16))
def test_seats_are_spread_evenly_over_the_houses(seats: int) -> None:  # H2
    position, _ = fresh(seats)
    counts = [len(position.seats_of(house)) for house in range(5)]
    assert sum(counts) == seats
    assert set(counts) <= {seats // 5, -(-seats // 5)}


def test_a_new_enemy_is_named_to_the_enemies_alone() -> None:  # H103
    position = given("h0c5", characters={"h1c3": {"prestige": 3}}, houses=houses(h2={"status": "enemy"}))
    _, events = resolved(position, {1: [order("h1c3", "attack", "h0c5")]})

    def heard(seat: int | None) -> list[Json]:
        return [one for one in told(position, list(events), seat) if one["type"] == "HouseBecameEnemy"]

    assert heard(1) == [{"type": "HouseBecameEnemy", "house": 1, "cause": "attack", "step": 10}]
    assert heard(2) == [{"type": "HouseBecameEnemy", "house": 1}]
    assert [heard(seat) for seat in (0, 3, 4, None)] == [[], [], [], []]


@settings(max_examples=40, deadline=None)
@with_data(st.integers(min_value=0, max_value=2**20))
def test_a_quiet_turn_tells_nothing_of_prestige_crowns_sides_or_instructions(seed: int) -> None:  # H5
    """All that is hidden from the viewer differs, and nobody does anything: the next turn looks the same."""
    rng = random.Random(seed)
    viewer = rng.choice([None, 0, 1, 2, 3, 4])
    sides = {f"h{house}": {"status": rng.choice(["loyal", "enemy"])} for house in range(4)}
    position = given("h4c5", houses=houses(**sides))
    other = GAME_OF_HOUSES.disguise(position, viewer, rng.randrange)
    other = replace(other, houses=tuple(replace(one, sheet=None) for one in other.houses))
    (here, quiet), (there, still) = resolved(position), resolved(other)
    assert GAME_OF_HOUSES.view(here, viewer) == GAME_OF_HOUSES.view(there, viewer)
    assert told(position, list(quiet), viewer) == told(other, list(still), viewer)


@settings(max_examples=40, deadline=None)
@with_data(st.integers(min_value=0, max_value=2**20))
def test_what_another_house_may_not_know_changes_neither_its_options_nor_its_refusals(seed: int) -> None:
    """H14: in a position that looks the same every random sheet meets the same answer."""
    rng = random.Random(seed)
    position = given("h1c5", characters={"h1c5": {"prestige": rng.randrange(25)}})
    other = GAME_OF_HOUSES.disguise(position, 0, rng.randrange)
    assert GAME_OF_HOUSES.options(position, 0) == GAME_OF_HOUSES.options(other, 0)
    sheet = random_sheet(position, 0, rng)
    for one in (position, other):
        when(one, 0, "submit_orders", orders=sheet)
