"""Setup options and templates are checked and filled by their JSON Schema."""

import random
from typing import Any

import pytest

from libs.games.kit.schema import complete_options, mismatch, pick

SETUP = {
    "type": "object",
    "properties": {
        "turn_seconds": {"type": "integer", "minimum": 5, "maximum": 600, "default": 60},
        "deal": {"enum": ["random", "balanced"], "default": "balanced"},
        "draft": {"type": "boolean", "default": False},
    },
}


def test_options_left_out_stand_at_their_defaults() -> None:
    assert complete_options(SETUP, {"turn_seconds": 5}) == {
        "turn_seconds": 5,
        "deal": "balanced",
        "draft": False,
    }


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"turn_seconds": 4}, "turn_seconds: at least 5"),
        ({"turn_seconds": 601}, "turn_seconds: at most 600"),
        ({"turn_seconds": True}, "turn_seconds: integer"),
        ({"turn_seconds": 5.5}, "turn_seconds: integer"),
        ({"deal": "rigged"}, "deal: one of"),
        ({"draft": 1}, "draft: boolean"),
        ({"dice": 3}, "there is no dice"),
        ([], "object is expected"),
    ],
)
def test_options_that_do_not_fit_are_refused(given: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        complete_options(SETUP, given)


@pytest.mark.parametrize(
    ("schema", "value", "fits"),
    [
        ({"const": 1}, 1, True),
        ({"const": 1}, True, False),
        ({"type": ["integer", "null"]}, None, True),
        ({"type": ["integer", "null"]}, "a", False),
        ({"type": "string", "minLength": 1, "maxLength": 2}, "ab", True),
        ({"type": "string", "maxLength": 2}, "abc", False),
        ({"type": "string", "minLength": 1}, "", False),
        ({"type": "array", "items": {"type": "integer"}}, [1, "a"], False),
        ({"type": "array", "minItems": 2}, [1], False),
        ({"type": "array", "uniqueItems": True}, [1, 1], False),
        ({"type": "array", "uniqueItems": True}, [1, True], True),
        ({"type": "object", "required": ["a"]}, {}, False),
        ({"type": "object", "properties": {"a": {"type": "integer"}}}, {"a": 1, "b": 2}, True),
        ({"anyOf": [{"const": 0}, {"type": "integer", "minimum": 5}]}, 0, True),
        ({"anyOf": [{"const": 0}, {"type": "integer", "minimum": 5}]}, 3, False),
        ({}, {"anything": []}, True),
    ],
)
def test_a_value_fits_its_schema_or_not(schema: dict[str, Any], value: Any, fits: bool) -> None:
    assert (mismatch(schema, value) is None) == fits


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "minimum": -3, "maximum": 4},
        {"enum": ["wood", "clay", None]},
        {"const": "x"},
        {"type": "boolean"},
        {"type": "null"},
        {"type": ["null", "boolean"]},
        {"anyOf": [{"const": 0}, {"type": "integer", "minimum": 5, "maximum": 6}]},
        {"type": "array", "items": {"enum": [1, 2, 3, 4]}, "minItems": 1, "maxItems": 3},
        {"type": "object", "properties": {"wood": {"type": "integer", "minimum": 0, "maximum": 2}}},
    ],
    ids=str,
)
def test_what_is_picked_fits(schema: dict[str, Any]) -> None:
    rng = random.Random(1)
    picked = [pick(schema, rng.randrange) for _ in range(100)]
    assert [mismatch(schema, value) for value in picked] == [None] * 100


def test_unique_items_are_picked_without_repeats() -> None:
    rng = random.Random(1)
    schema = {"type": "array", "items": {"enum": [1, 2]}, "maxItems": 4, "uniqueItems": True}
    assert all(mismatch(schema, pick(schema, rng.randrange)) is None for _ in range(100))


@pytest.mark.parametrize("schema", [{}, {"type": "string"}, {"type": "integer"}, {"type": "number"}], ids=str)
def test_nothing_can_be_picked_from_a_schema_without_bounds(schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no value can be picked"):
        pick(schema, random.Random(1).randrange)
