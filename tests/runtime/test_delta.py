"""The change from one document to another."""

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.runtime.delta import MOST_CHANGES, apply, changes

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-1, 1) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=4),
    max_leaves=20,
)


def applied(document: Any, found: list[Any]) -> Any:
    return apply(orjson.loads(orjson.dumps(document)), found)


@given(JSON, JSON)
def test_the_old_document_with_the_changes_is_the_new_one(old: Any, new: Any) -> None:
    found = changes(old, new)
    if found is not None:
        assert orjson.dumps(applied(old, found), option=orjson.OPT_SORT_KEYS) == orjson.dumps(
            new, option=orjson.OPT_SORT_KEYS
        )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [[["a"], 2]]),
        ({"a": 1}, {}, [[["a"]]]),
        ({"a": [1, 2, 3]}, {"a": [1, 5]}, [[["a", 1], 5], [["a", 2]]]),
        ({"a": [1]}, {"a": [1, 2, 3]}, [[["a", 1], 2], [["a", 2], 3]]),
        ({"a": 1}, {"a": True}, [[["a"], True]]),
        ({"a": {"b": [0]}}, {"a": {"b": [False]}}, [[["a", "b", 0], False]]),
        ({"a": 1}, {"a": None}, [[["a"], None]]),
    ],
)
def test_a_change_names_what_is_different_and_no_more(old: Any, new: Any, expected: list[Any]) -> None:
    assert changes(old, new) == expected


def test_too_many_changes_are_none() -> None:
    old, new = {str(n): 0 for n in range(500)}, {str(n): 1 for n in range(500)}
    assert changes(old, new) is None
    assert changes({}, {str(n): 0 for n in range(MOST_CHANGES)}) is not None
