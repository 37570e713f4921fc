"""Positions of Fetih that show only what matters, and what is done in them."""

from collections.abc import Mapping
from typing import Any

from libs.games.fetih import FETIH
from libs.games.fetih.events import Event
from libs.games.fetih.position import Position
from libs.games.kit.chance import ScriptedChance, SeededChance
from libs.games.kit.codec import event_to_json
from libs.games.kit.game import Json
from libs.games.kit.rejection import Rejected


def given(count: int = 2, /, **fields: Any) -> Position:
    """A position in play, the first seat on turn and rolled, with these fields."""
    return FETIH.load({"options": {"seats": count}, **fields})


def hands(*resources: Mapping[str, int]) -> list[dict[str, Json]]:
    return [{"resources": dict(one)} for one in resources]


def when(
    position: Position,
    seat: int | None,
    kind: str,
    *,
    draws: Any = None,
    **fields: Any,
) -> tuple[Position, list[Event]]:
    """The position after that command, and its events; `draws` scripts them by name, in order."""
    script = [{name: outcome} for name, outcome in (draws or {}).items()]
    drawn = ScriptedChance(script, SeededChance(b"draws that do not matter", 1))
    events = list(FETIH.decide(position, seat, {"type": kind, **fields}, drawn))
    for event in events:
        position = FETIH.evolve(position, event)
    return position, events


def refusal(position: Position, seat: int | None, kind: str, **fields: Any) -> str | None:
    try:
        when(position, seat, kind, **fields)
    except Rejected as refused:
        return refused.code
    return None


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def told(position: Position, event: Event, seat: int | None) -> Json:
    return FETIH.tell(event, position, seat)


def form(event: Event) -> dict[str, Json]:
    return event_to_json(event)
