"""Bank and market: rules F71-F73."""

from libs.games.fetih import FETIH
from tests.games.fetih.given import given, hands, kinds, refusal, when

TO_ALL = {"id": 1, "from": 0, "give": {"wood": 1}, "get": {"gold": 1}}


def test_who_declined_may_still_accept() -> None:  # F211
    position = given(3, seats=hands({"wood": 1}, {"gold": 1}), trades=[TO_ALL], next_trade=2)
    position, _ = when(position, 1, "decline_trade", trade=1)
    assert refusal(position, 1, "decline_trade", trade=1) == "not_for_you"
    position, events = when(position, 1, "accept_trade", trade=1)
    assert kinds(events) == ["TradeCompleted"]
    assert position.hand(1) == (1, 0, 0, 0)


def test_an_offer_to_all_closes_when_all_have_declined() -> None:  # F72
    position = given(3, seats=hands({"wood": 1}), trades=[TO_ALL], next_trade=2)
    position, events = when(position, 2, "decline_trade", trade=1)
    assert kinds(events) == ["TradeDeclined"]
    _, events = when(position, 1, "decline_trade", trade=1)
    assert kinds(events) == ["TradeDeclined", "TradeClosed"]


def test_who_resigns_may_complete_the_answers() -> None:  # F72
    position = given(3, seats=hands({"wood": 1}), trades=[{**TO_ALL, "declined": [1]}], next_trade=2)
    _, events = when(position, 2, "resign")
    assert kinds(events) == ["SeatResigned", "TradeClosed"]


def test_only_ones_own_offers_are_withdrawn() -> None:  # F211
    position = given(seats=hands({}, {"wood": 1}), trades=[{**TO_ALL, "from": 1}], next_trade=2)
    assert refusal(position, 0, "withdraw_trade", trade=1) == "not_yours"


def test_an_offer_that_is_no_longer_backed_is_still_on_offer() -> None:  # F72a
    position = given(seats=hands({}, {"gold": 1}), trades=[TO_ALL], next_trade=2)
    offered = [option.command["type"] for option in FETIH.options(position, 1)]
    assert offered == ["accept_trade", "decline_trade", "resign"]
    assert refusal(position, 1, "accept_trade", trade=1) == "offerer_cannot_afford"
