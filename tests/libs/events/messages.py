"""Every message type between the services, and strategies for valid ones."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from libs.events import archived, commands, entry, lobby, tables, talk, views

UNIONS = {"Ask": views.Ask, "LobbyEvent": lobby.LobbyEvent}


def _declared(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name, value in vars(module).items():
        if isinstance(value, type) and is_dataclass(value) and value.__module__ == module.__name__:
            yield name, value


MESSAGES: dict[str, Any] = {
    name: message
    for module in (archived, commands, entry, lobby, tables, talk, views)
    for name, message in _declared(module)
} | UNIONS

numbers = st.integers(-(2**63), 2**63 - 1)
texts = st.text(max_size=20)
plain = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False) | texts | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)
objects = st.dictionaries(texts, plain, max_size=4)


@cache
def valid(message: Any) -> st.SearchStrategy[Any]:
    """Valid values of a message type."""
    if is_dataclass(message):
        hints = get_type_hints(message, include_extras=True)
        make: Callable[..., Any] = message  # type: ignore[assignment]  # is_dataclass says too little
        return st.deferred(
            lambda: st.builds(make, **{field.name: _of(hints[field.name]) for field in fields(message)})
        )
    return _of(message)


def _of(hint: Any) -> st.SearchStrategy[Any]:
    match get_origin(hint):
        case None:
            return _simple(hint)
        case kind if kind is Annotated:
            inner, *notes = get_args(hint)
            return _constrained(inner, notes)
        case kind if kind is Literal:
            return st.sampled_from(get_args(hint))
        case kind if kind in (Union, UnionType):
            return st.one_of(*map(_of, get_args(hint)))
        case kind if kind is tuple:
            return st.lists(_of(get_args(hint)[0]), max_size=3).map(tuple)
        case kind if kind is list:
            return st.lists(_of(get_args(hint)[0]), max_size=3)
        case kind if kind is dict:
            return objects
    raise AssertionError(f"no values are known for {hint}")


def _simple(hint: Any) -> st.SearchStrategy[Any]:
    known: dict[Any, st.SearchStrategy[Any]] = {
        int: numbers,
        str: texts,
        bytes: st.binary(max_size=40),
        float: st.floats(allow_nan=False),
        bool: st.booleans(),
        NoneType: st.none(),
        Any: plain,
    }
    return known[hint] if hint in known else valid(hint)


def _constrained(inner: Any, notes: list[Any]) -> st.SearchStrategy[Any]:
    limits: dict[str, Any] = {}
    for note in notes:
        for limit in note.metadata if isinstance(note, FieldInfo) else [note]:
            for name in ("pattern", "ge", "le", "min_length", "max_length"):
                if (value := getattr(limit, name, None)) is not None:
                    limits[name] = value
    if "pattern" in limits:
        matching = st.from_regex(re.compile(limits["pattern"], re.ASCII), fullmatch=True)
        return matching.filter(lambda text: len(text) <= limits.get("max_length", 80))
    if inner is int:
        return st.integers(limits.get("ge", -(2**63)), limits.get("le", 2**63 - 1))
    if inner is bytes and "min_length" in limits:
        return st.binary(min_size=limits["min_length"], max_size=limits["max_length"])
    return _of(inner)
