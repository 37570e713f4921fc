"""The steps of a case, read from JSON."""

from collections.abc import Mapping
from dataclasses import dataclass

from libs.games.kit.game import Json
from libs.games.kit.reading import Malformed


@dataclass(frozen=True, slots=True, kw_only=True)
class Do:
    """A seat gives a command; with `reject` it must be refused with that code."""

    seat: int
    command: Mapping[str, Json]
    reject: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The deadline that the game waits on passes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Events:
    """What the last command or clock step caused contains these in this order, and none of those types."""

    expected: tuple[Mapping[str, Json], ...]
    none: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expect:
    """What stands at JSON Pointers into the position, or into the view of a seat (None: a spectator)."""

    pointers: Mapping[str, Json]
    of_view: bool = False
    seat: int | None = None


Step = Do | Clock | Events | Expect


def read_step(step: Mapping[str, Json]) -> Step:
    """The step that the keys tell; Malformed if they tell none."""
    match sorted(step):
        case ["do", "seat"] | ["do", "reject", "seat"]:
            return _read_do(step)
        case ["clock"]:
            if step["clock"] != "deadline":
                raise Malformed(f'clock: "deadline" is expected, not {step["clock"]!r}')
            return Clock()
        case ["events"]:
            return _read_events(step["events"])
        case ["expect"]:
            return Expect(pointers=_pointers(step["expect"]))
        case ["expect", "view"]:
            seat = step["view"]
            if seat is not None and not _is_seat(seat):
                raise Malformed(f"view: a seat or null is expected, not {seat!r}")
            return Expect(pointers=_pointers(step["expect"]), of_view=True, seat=seat)
    raise Malformed(
        f"seat and do (and reject), clock, events, or (view and) expect is expected, not {sorted(step)}"
    )


def _read_do(step: Mapping[str, Json]) -> Do:
    if not _is_seat(step["seat"]):
        raise Malformed(f"seat: a seat number is expected, not {step['seat']!r}")
    if not isinstance(step["do"], dict):
        raise Malformed(f"do: a command is expected, not {step['do']!r}")
    if "reject" in step and not isinstance(step["reject"], str):
        raise Malformed(f"reject: a code is expected, not {step['reject']!r}")
    return Do(seat=step["seat"], command=step["do"], reject=step.get("reject"))


def _read_events(events: Json) -> Events:
    if not isinstance(events, list):
        raise Malformed(f"events: a list is expected, not {events!r}")
    expected: list[Mapping[str, Json]] = []
    none: list[str] = []
    for event in events:
        match event:
            case {"none": str(name), **rest} if not rest:
                none.append(name)
            case {"type": str()}:
                expected.append(event)
            case _:
                raise Malformed(f"events: an event with its type is expected, not {event!r}")
    return Events(expected=tuple(expected), none=tuple(none))


def _pointers(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise Malformed(f"expect: an object of JSON Pointers is expected, not {value!r}")
    return value


def _is_seat(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
