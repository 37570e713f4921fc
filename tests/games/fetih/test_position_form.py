"""The position's JSON: section 18."""

from typing import Any

import pytest

from libs.games.fetih import FETIH
from libs.games.kit.game import Result

HERE = {"owner": 0, "units": {"infantry": 2}}


def test_the_plain_board_is_a_possible_deal() -> None:  # section 18
    regions = FETIH.dump(FETIH.load({}))["regions"]
    first = [(regions[name]["resource"], regions[name]["number"]) for name in list(regions)[:5]]
    assert first == [("wood", 2), ("stone", 3), ("food", 4), ("gold", 5), ("wood", 6)]
    assert [region["units"] for region in regions.values()] == [{"infantry": 1}] * 50


def test_a_dump_has_every_field_and_loads_to_itself() -> None:  # section 18
    dumped = FETIH.dump(FETIH.load({"options": {"seats": 3, "bots": [2]}}))
    assert FETIH.dump(FETIH.load(dumped)) == dumped
    assert dumped["seats"][2]["kind"] == "bot"
    assert dumped["deadline"] == {"kind": "turn", "seat": 0, "seconds": 60}


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"options": {"seats": 6}}, "2 to 5"),
        ({"seats": [{}, {}, {}], "options": {"seats": 2}}, "2 are expected"),
        ({"order": [0, 0]}, "each seat once"),
        ({"deadline": {"kind": "turn", "seat": 1, "seconds": 60}}, "follows from the rest"),
        ({"seats": [{"colour": "white"}]}, "seat 0 is blue"),
        ({"seats": [{"resources": {"iron": 1}}]}, "no 'iron'"),
        ({"seats": [{"resources": {"wood": -1}}]}, "cannot be held"),
        ({"seats": [{"resources": {"wood": 61}}]}, "more than there is"),
        ({"seats": [{"status": "eliminated"}]}, "on turn is in play"),
        ({"out": [1]}, "only those who are out of play"),
        ({"regions": {"atlantis": {}}}, "no 'atlantis'"),
        ({"regions": {"egypt": {"number": 7}}}, "no number"),
        ({"regions": {"egypt": {"units": {"tank": 11}}}}, "more than 10"),
        ({"regions": {"egypt": {**HERE, "used": {"tank": 1}}}}, "more have acted"),
        ({"regions": {"egypt": {**HERE, "owner": 1, "used": {"infantry": 1}}}}, "on turn"),
        ({"regions": {"egypt": {"plundered": True}}}, "no village"),
        ({"regions": {"egypt": {"owner": 2}}}, "seats are 0 to 1"),
        ({"alliances": [[1, 1]]}, "two seats"),
        ({"alliances": [[0, 1], [1, 0]]}, "stands once"),
        ({"alliance_offers": [{"from": 0, "to": 1}, {"from": 1, "to": 0}]}, "at most"),
        ({"alliances": [[0, 1]], "alliance_offers": [{"from": 0, "to": 1}]}, "allied"),
        ({"trades": [{"id": 1, "from": 0, "give": {}, "get": {"gold": 1}}], "next_trade": 2}, "lacks a side"),
        ({"winner": 1}, "no winner"),
        ({"phase": "over", "ranking": [0, 0]}, "each seat once"),
        ({"phase": "draft", "picks": 4}, "is over"),
        ({"last_roll": [0, 7]}, "a die shows"),
    ],
)
def test_what_cannot_be_is_not_loaded(form: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        FETIH.load({"options": {"seats": 2}, **form})


def test_what_is_left_out_of_trades_and_of_an_end_does_no_harm() -> None:  # F215
    trade = {"id": 3, "from": 0, "give": {"wood": 1}, "get": {"gold": 1}}
    assert FETIH.load({"trades": [trade]}).next_trade == 4
    result = FETIH.waiting(FETIH.load({"phase": "over"}))
    assert isinstance(result, Result)
    assert [standing.place for standing in result.seats] == [1, 1]
