"""The schema of a dataclass takes what the codec reads, and nothing that it refuses but a field too many."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

import jsonschema  # type: ignore[import-untyped]
import pytest

from libs.games.kit.codec import Malformed, record_from_json
from libs.games.kit.describing import Definitions, docstring
from libs.games.kit.game import Json


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """A thing inside."""

    of: "Inner | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outer:
    number: int = 0
    share: float = 0.0
    text: str = ""
    flag: bool = False
    anything: Any = None
    word: Literal["a", 1] = "a"
    colour: Colour = Colour.RED
    inner: Inner | None = None
    many: tuple[int, ...] = ()
    pair: tuple[int, str] = (0, "")
    kinds: frozenset[str] = frozenset()
    by_name: Mapping[str, int] | None = None
    by_number: Mapping[int, str] | None = None
    from_: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed:
    seat: int


def fits(cls: type, value: Json) -> bool:
    made = Definitions()
    schema = {**made.record(cls), "$defs": made.schemas}
    jsonschema.Draft202012Validator.check_schema(schema)
    valid: bool = jsonschema.Draft202012Validator(schema).is_valid(value)
    return valid


def is_read(cls: type, value: Json) -> bool:
    try:
        record_from_json(cls, value)
    except Malformed:
        return False
    return True


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("number", [0, -7], ["0", None, True, [0]]),
        ("share", [0, 0.5], ["0", None, True]),
        ("text", ["", "é"], [0, None]),
        ("flag", [True], [0, "true", None]),
        ("anything", [None, 1, {"a": []}], []),
        ("word", ["a", 1], ["b", True, None]),
        ("colour", ["red"], ["blue", None]),
        ("inner", [None, {}, {"of": {"of": None}}], [0, {"of": 1}]),
        ("many", [[], [1, 2]], [[""], 1, {}]),
        ("pair", [[1, "a"]], [[1], [1, "a", 2], ["a", 1]]),
        ("kinds", [[], ["a", "b"]], [["a", "a"], [1]]),
        ("by_name", [{}, {"a": 1}, None], [{"a": "b"}, []]),
        ("by_number", [{}, {"1": "a", "-2": "b"}], [{"a": "b"}, {"01": "b"}, {"1": 1}]),
        ("from", [3], ["3"]),
    ],
)
def test_a_field_takes_what_the_codec_reads(field: str, good: list[Json], bad: list[Json]) -> None:
    for value in good:
        assert is_read(Outer, {field: value}), value
        assert fits(Outer, {field: value}), value
    for value in bad:
        assert not is_read(Outer, {field: value}), value
        assert not fits(Outer, {field: value}), value


def test_a_field_without_a_default_must_be_there() -> None:
    assert fits(Needed, {"seat": 1})
    assert not fits(Needed, {})
    assert not is_read(Needed, {})


def test_what_the_codec_does_not_know_has_no_schema() -> None:
    with pytest.raises(TypeError, match="knows no fields"):
        Definitions().of(bytes)


def test_two_classes_of_one_name_are_refused() -> None:
    made = Definitions()
    made.event(Inner)
    with pytest.raises(ValueError, match="two classes are called Inner"):
        made.event(type("Inner", (), {}))


def test_a_docstring_that_python_made_says_nothing() -> None:
    assert docstring(Inner) == "A thing inside."
    assert docstring(Needed) == ""
