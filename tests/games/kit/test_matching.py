"""Matchers and pointers of cases (docs/cases.md)."""

from typing import Any

import pytest

from libs.games.kit.matching import ABSENT, BadMatcher, at_pointer, is_met, json_equal

DOCUMENT = {"seats": [{"gold": 1}, {"gold": None}], "a/b": 1, "m~n": 2, "": 3, "10": "ten"}


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ("", DOCUMENT),
        ("/seats/0/gold", 1),
        ("/seats/1/gold", None),
        ("/a~1b", 1),
        ("/m~0n", 2),
        ("/", 3),
        ("/10", "ten"),
        ("/seats/2", ABSENT),
        ("/seats/-", ABSENT),
        ("/seats/-1", ABSENT),
        ("/seats/00", ABSENT),
        ("/seats/x", ABSENT),
        ("/seats/0/gold/deeper", ABSENT),
        ("/nothing", ABSENT),
    ],
)
def test_a_pointer_finds_what_stands_there(pointer: str, found: Any) -> None:
    assert at_pointer(DOCUMENT, pointer) == found


def test_a_pointer_begins_with_a_slash() -> None:
    with pytest.raises(BadMatcher, match="no JSON Pointer"):
        at_pointer(DOCUMENT, "seats")


@pytest.mark.parametrize(
    ("expected", "found", "met"),
    [
        (1, 1, True),
        (1, 1.0, True),
        (1, True, False),
        (None, None, True),
        (None, ABSENT, False),
        ({}, {}, True),
        ({"a": [1]}, {"a": [1]}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"absent": True}, ABSENT, True),
        ({"absent": True}, None, False),
        ({"present": True}, None, True),
        ({"present": True}, ABSENT, False),
        ({"between": [1, 3]}, 1, True),
        ({"between": [1, 3]}, 3, True),
        ({"between": [1, 3]}, 3.5, False),
        ({"between": [0, 3]}, True, False),
        ({"between": [1, 3]}, "2", False),
        ({"between": [1, 3]}, ABSENT, False),
        ({"approx": 0.333, "within": 0.001}, 1 / 3, True),
        ({"approx": 0.333, "within": 0.001}, 0.335, False),
        ({"approx": 0.333, "within": 0.001}, ABSENT, False),
        ({"includes": 2}, [1, 2], True),
        ({"includes": True}, [1, 2], False),
        ({"includes": {"a": 1}}, [{"a": 1}], True),
        ({"includes": {"a": 1}}, [{"a": 1, "b": 2}], False),
        ({"includes": "wood"}, {"wood": 0}, True),
        ({"includes": "oo"}, "wood", True),
        ({"includes": 1}, 1, False),
        ({"includes": 1}, ABSENT, False),
        ({"excludes": 3}, [1, 2], True),
        ({"excludes": 2}, [1, 2], False),
        ({"excludes": 3}, ABSENT, False),
        ({"excludes": 3}, 4, False),
        ({"length": 2}, [1, 2], True),
        ({"length": 0}, {}, True),
        ({"length": 1}, [1, 2], False),
        ({"length": 1}, 1, False),
        ({"length": 1}, ABSENT, False),
        ({"length": 1, "width": 2}, {"length": 1, "width": 2}, True),
    ],
)
def test_an_expectation_is_met_or_not(expected: Any, found: Any, met: bool) -> None:
    assert is_met(expected, found) == met


@pytest.mark.parametrize(
    "matcher",
    [
        {"absent": False},
        {"present": 1},
        {"between": [1]},
        {"between": ["a", "b"]},
        {"between": 3},
        {"approx": "a", "within": 1},
        {"length": "two"},
        {"length": True},
    ],
    ids=str,
)
def test_a_matcher_with_a_wrong_argument_is_an_error(matcher: Any) -> None:
    with pytest.raises(BadMatcher):
        is_met(matcher, 1)


def test_equality_is_that_of_json() -> None:
    assert json_equal({"a": [1, {"b": None}]}, {"a": [1.0, {"b": None}]})
    assert not json_equal([True], [1])
    assert not json_equal({"a": 1}, [1])
    assert not json_equal([1], [1, 2])
