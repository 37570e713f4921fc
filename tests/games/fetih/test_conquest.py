"""What a victory brings: rules F63-F66, F82-F84 and F207."""

from tests.games.fetih.given import form, given, hands, kinds, told, when

TAKE_ARABIA = {"from": "egypt", "to": "arabia"}


def test_an_elimination_closes_the_offer_that_waited_for_that_seat_alone() -> None:  # F72, F207
    position = given(
        3,
        regions={
            "egypt": {"owner": 0, "units": {"tank": 1}},
            "arabia": {"owner": 1},
            "alaska": {"owner": 2},
        },
        seats=hands({"wood": 1}, {"gold": 2}),
        trades=[{"id": 1, "from": 0, "give": {"wood": 1}, "get": {"gold": 1}, "declined": [2]}],
        next_trade=2,
    )
    position, events = when(position, 0, "attack", **TAKE_ARABIA)
    assert kinds(events) == [
        "RegionEntered",
        "RegionConquered",
        "SeatEliminated",
        "ResourcesInherited",
        "TradeClosed",
    ]
    assert position.trades == ()


def test_the_last_elimination_closes_no_offer() -> None:  # F210
    position = given(
        regions={"egypt": {"owner": 0, "units": {"tank": 1}}, "arabia": {"owner": 1}},
        seats=hands({"wood": 1}),
        trades=[{"id": 1, "from": 0, "give": {"wood": 1}, "get": {"gold": 1}}],
        next_trade=2,
    )
    _, events = when(position, 0, "attack", **TAKE_ARABIA)
    assert kinds(events) == ["RegionEntered", "RegionConquered", "SeatEliminated", "GameWon"]


def test_what_was_plundered_is_told_to_the_two_alone() -> None:  # F66
    position = given(
        3,
        regions={
            "egypt": {"owner": 0, "units": {"tank": 1}},
            "arabia": {"owner": 1},
            "alaska": {"owner": 1},
            "chile": {"owner": 2},
        },
        seats=hands({}, {"gold": 2}),
    )
    position, events = when(position, 0, "attack", draws={"plunder": "gold"}, **TAKE_ARABIA)
    plundered = events[-1]
    assert form(plundered) == {
        "type": "ResourcePlundered",
        "seat": 0,
        "from": 1,
        "resource": "gold",
        "count": 1,
    }
    assert told(position, plundered, 0) == told(position, plundered, 1) == form(plundered)
    for other in (2, None):
        assert told(position, plundered, other) == {
            "type": "ResourcePlundered",
            "seat": 0,
            "from": 1,
            "count": 1,
        }


def test_what_was_inherited_is_told_to_the_two_alone() -> None:  # F84
    regions = {
        "egypt": {"owner": 0, "units": {"tank": 1}},
        "arabia": {"owner": 1},
        "chile": {"owner": 2},
    }
    position, events = when(
        given(3, regions=regions, seats=hands({}, {"gold": 2})), 0, "attack", **TAKE_ARABIA
    )
    inherited = events[-1]
    assert told(position, inherited, 1)["resources"] == {"gold": 2}
    assert "resources" not in told(position, inherited, 2)
    assert told(position, inherited, None)["count"] == 2


def test_a_village_that_changes_hands_again_is_plundered_anew() -> None:  # F64
    regions = {
        "egypt": {"owner": 0, "units": {"tank": 9}},
        "arabia": {"owner": 1, "village": True, "plundered": True},
        "chile": {"owner": 1},
    }
    position, _ = when(given(regions=regions), 0, "attack", draws={"battle": 1}, **TAKE_ARABIA)
    assert position.regions["arabia"].plundered
