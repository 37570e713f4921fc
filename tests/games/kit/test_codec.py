"""Dataclasses become plain JSON and come back, and nothing else is read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

import pytest

from libs.games.kit.codec import (
    Codec,
    Malformed,
    UnknownType,
    command_codec,
    event_codec,
    event_to_json,
    option_to_json,
    record_from_json,
    record_to_json,
    snake_case,
)
from libs.games.kit.game import Option


class Ground(StrEnum):
    HILL = "hill"
    LAKE = "lake"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hex:
    ground: Ground
    owner: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDrawn:
    hexes: Mapping[str, Hex]
    order: tuple[int, ...]
    pair: tuple[int, str]
    seen: frozenset[int]
    by_seat: Mapping[int, tuple[Hex, ...]]
    mode: Literal["open", "closed"]
    share: float
    last: Hex | None = None
    note: str | int = ""
    anything: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    seat: int


Event = MapDrawn | TurnEnded
EVENTS: Codec[Event] = event_codec((MapDrawn, TurnEnded))

DRAWN = MapDrawn(
    hexes={"0,0": Hex(ground=Ground.HILL, owner=1)},
    order=(2, 0, 1),
    pair=(1, "a"),
    seen=frozenset({3, 1}),
    by_seat={0: (Hex(ground=Ground.LAKE),), 1: ()},
    mode="open",
    share=0.5,
    last=Hex(ground=Ground.LAKE),
    anything={"a": [1, None]},
)
DRAWN_JSON = {
    "type": "MapDrawn",
    "hexes": {"0,0": {"ground": "hill", "owner": 1}},
    "order": [2, 0, 1],
    "pair": [1, "a"],
    "seen": [1, 3],
    "by_seat": {"0": [{"ground": "lake", "owner": None}], "1": []},
    "mode": "open",
    "share": 0.5,
    "last": {"ground": "lake", "owner": None},
    "note": "",
    "anything": {"a": [1, None]},
}


def test_an_event_is_a_plain_object_with_its_class_name() -> None:
    assert event_to_json(DRAWN) == DRAWN_JSON


def test_an_event_is_read_back_as_it_was() -> None:
    assert EVENTS.decode(json.loads(json.dumps(event_to_json(DRAWN)))) == DRAWN


def test_a_field_with_a_default_may_be_left_out() -> None:
    assert record_from_json(Hex, {"ground": "hill"}) == Hex(ground=Ground.HILL)


def test_a_record_has_no_type() -> None:
    assert record_to_json(TurnEnded(seat=1)) == {"seat": 1}


def test_a_command_is_named_in_snake_case() -> None:
    commands: Codec[TurnEnded] = command_codec((TurnEnded,))
    assert commands.decode({"type": "turn_ended", "seat": 1}) == TurnEnded(seat=1)


@pytest.mark.parametrize(
    ("name", "snake"), [("Place", "place"), ("EndTurn", "end_turn"), ("SpaceRace2Go", "space_race2_go")]
)
def test_snake_case(name: str, snake: str) -> None:
    assert snake_case(name) == snake


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"order": [1, True]}, "order: an integer"),
        ({"order": [1, 1.0]}, "order: an integer"),
        ({"order": 1}, "order: a list"),
        ({"pair": [1]}, "pair: 2 items"),
        ({"pair": ["a", 1]}, "pair: an integer"),
        ({"seen": [1, 1]}, "seen: an item stands twice"),
        ({"by_seat": {"one": []}}, "by_seat: the key 'one'"),
        ({"by_seat": {"01": []}}, "by_seat: the key '01'"),
        ({"by_seat": {"9" * 5000: []}}, "by_seat: the key"),
        ({"by_seat": []}, "by_seat: an object"),
        ({"hexes": {"0,0": {"ground": "sea"}}}, "hexes: ground: one of"),
        ({"hexes": {"0,0": {}}}, "hexes: Hex lacks ground"),
        ({"hexes": {"0,0": []}}, "hexes: an object"),
        ({"mode": "ajar"}, "mode: one of"),
        ({"mode": []}, "mode: one of"),
        ({"share": "half"}, "share: a number"),
        ({"share": True}, "share: a number"),
        ({"last": 3}, "last: an object is expected, not 3; or one of"),
        ({"note": None}, "note: a string is expected, not None; or an integer"),
        ({"colour": "red"}, "no field 'colour'"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_malformed_and_says_where(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Malformed, match=complaint.replace("[", r"\[")):
        EVENTS.decode({**DRAWN_JSON, **change})


@pytest.mark.parametrize("value", [{}, {"type": None}, {"type": "Turn"}, {"type": ["TurnEnded"]}], ids=str)
def test_an_unknown_type_is_told_from_a_malformed_one(value: Any) -> None:
    with pytest.raises(UnknownType):
        EVENTS.decode(value)


@pytest.mark.parametrize("value", [None, 1, "TurnEnded", ["TurnEnded"], {"type": "TurnEnded"}], ids=str)
def test_what_is_no_event_is_a_value_error(value: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        EVENTS.decode(value)


def test_an_option_is_its_command_and_its_fields() -> None:
    option = Option(command={"type": "bid", "coins": 1}, fields={"coins": {"enum": [1, 2]}})
    assert option_to_json(option) == {
        "command": {"type": "bid", "coins": 1},
        "fields": {"coins": {"enum": [1, 2]}},
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class CardHanded:
    from_: int
    to: int = 0


def test_a_word_that_python_keeps_stands_in_json_without_its_underscore() -> None:
    codec = event_codec((CardHanded,))
    stored = {"type": "CardHanded", "from": 2, "to": 0}
    assert event_to_json(CardHanded(from_=2)) == stored
    assert record_to_json(CardHanded(from_=2)) == {"from": 2, "to": 0}
    assert codec.decode(stored) == CardHanded(from_=2)
    with pytest.raises(Malformed, match="lacks from"):
        codec.decode({"type": "CardHanded"})
    with pytest.raises(Malformed, match="no field 'from_'"):
        codec.decode({"type": "CardHanded", "from_": 2})
