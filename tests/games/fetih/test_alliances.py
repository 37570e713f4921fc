"""Alliances: rules F74-F78a."""

from tests.games.fetih.given import given, hands, kinds, refusal, told, when


def test_offers_are_told_to_the_two_alone() -> None:  # F74
    position, events = when(given(3), 0, "offer_alliance", to=1)
    assert told(position, events[0], 1) == {"type": "AllianceOffered", "from": 0, "to": 1}
    assert told(position, events[0], 2) is None
    assert told(position, events[0], None) is None


def test_the_price_of_breaking_is_told_to_the_two_alone() -> None:  # F76
    position = given(3, seats=hands({"wood": 5}), alliances=[[0, 1]])
    position, events = when(position, 0, "break_alliance", pay={"wood": 5}, **{"with": 1})
    assert told(position, events[0], 1)["paid"] == {"wood": 5}
    assert told(position, events[0], 2) == {"type": "AllianceBroken", "seat": 0, "other": 1, "count": 5}


def test_nobody_out_of_play_is_addressed() -> None:  # F74
    position = given(3, seats=[{}, {"status": "resigned"}], out=[1])
    assert refusal(position, 0, "offer_alliance", to=1) == "bad_target"


def test_a_turn_that_starts_ends_its_own_offers_in_the_order_made() -> None:  # F78a, F203
    offers = [{"from": 1, "to": 2}, {"from": 0, "to": 2}, {"from": 1, "to": 0}]
    position, events = when(given(3, alliance_offers=offers), 0, "end_turn")
    assert kinds(events) == ["TurnEnded", "TurnStarted", "AllianceOfferExpired", "AllianceOfferExpired"]
    assert [event.to for event in events[2:]] == [2, 0]  # type: ignore[union-attr]
    assert len(position.alliance_offers) == 1
