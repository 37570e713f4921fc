"""Old entries made new while they are read; what is stored is never rewritten."""

from collections.abc import Callable
from typing import Any


def draws_as_objects(value: dict[str, Any]) -> dict[str, Any]:
    """1 → 2: a draw was `[name, outcome]`; now it says what it was drawn from, unknown in old ones."""
    draws = [
        {"name": name, "ask": {"kind": "unknown"}, "outcome": outcome} for name, outcome in value["draws"]
    ]
    return {**value, "v": 2, "draws": draws}


UPCASTERS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: draws_as_objects}
"""From each older version to the next."""


def upcast(value: Any) -> Any:
    """The entry in the newest shape. What is no entry comes back as it is, for the validation to refuse."""
    while isinstance(value, dict) and type(value.get("v")) is int and value["v"] in UPCASTERS:
        try:
            value = UPCASTERS[value["v"]](value)
        except (KeyError, TypeError, ValueError):
            return {"v": value["v"]}
    return value
