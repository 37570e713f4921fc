"""What a reader sees of a state, and what an entry told each of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from libs.games.kit.codec import option_to_json
from libs.games.kit.game import EVERYBODY, Result, Standing, Talk, Wait
from libs.runtime.delta import changes
from libs.runtime.platform_events import (
    BotSatIn,
    GameBegun,
    GameClosed,
    GameForked,
    PersonReturned,
    PlatformEvent,
    PositionLoaded,
    SecretRevealed,
    is_platform_event,
)
from libs.runtime.state import AnyGame, State, Step
from libs.runtime.table import Reader, Table


@dataclass(frozen=True, slots=True)
class Sight:
    """All that one reader can see of a state. Two equal ones show nothing new."""

    view: dict[str, Any]
    options: tuple[dict[str, Any], ...]
    wait: dict[str, Any] | None
    result: dict[str, Any] | None
    players: tuple[str, ...] | None


def talk(game: AnyGame, state: State) -> Talk:
    """Who may speak with whom; once a game is closed, everybody with all."""
    if game.talk is None or state.closed is not None:
        return EVERYBODY
    return game.talk(state.position)


def sight(game: AnyGame, state: State, reader: Reader) -> Sight:
    """What the reader sees: view, legal commands, whom the clock runs for, the result, who plays."""
    playing = not state.over
    options = () if reader is None or not playing else game.options(state.position, reader)
    wait = state.wait
    return Sight(
        view=game.view(state.position, reader),
        options=tuple(option_to_json(option) for option in options),
        wait={"seats": wait.seats, "ends_at": state.ends_at} if playing and isinstance(wait, Wait) else None,
        result=result_to_json(state),
        players=None if talk(game, state).hidden else state.players,
    )


def result_to_json(state: State) -> dict[str, Any] | None:
    """How it ended: {"reason", "seats": [{"outcome", "place", "score"}]}; no seats where it was closed."""
    if state.closed is not None:
        return {"reason": state.closed.reason, "seats": []}
    if isinstance(state.wait, Result):
        return {"reason": state.wait.reason, "seats": [_standing(seat) for seat in state.wait.seats]}
    return None


def _standing(seat: Standing) -> dict[str, Any]:
    return {"outcome": seat.outcome, "place": seat.place, "score": seat.score}


def told(game: AnyGame, steps: Iterable[Step], reader: Reader) -> tuple[dict[str, Any], ...]:
    """The events of one entry as that reader is told them; `steps`: events, the position after each."""
    heard = []
    for event, position in steps:
        if is_platform_event(event):
            hidden = game.talk is not None and game.talk(position).hidden
            line = _told_by_platform(event, reader, hidden=hidden)
        else:
            line = game.tell(event, position, reader)
        if line is not None:
            heard.append(line)
    return tuple(heard)


def _told_by_platform(event: PlatformEvent, reader: Reader, *, hidden: bool) -> dict[str, Any] | None:
    match event:
        case GameBegun():
            line: dict[str, Any] = {
                "type": "GameBegun",
                "key": event.key,
                "commitment": event.commitment,
                "chance": event.chance,
                "seeds": [seat.seed for seat in event.seats],
                "silent": list(event.silent),
            }
            return line if not hidden else {**line, "seeds": [], "silent": []}
        case PositionLoaded():
            return {"type": "PositionLoaded"}
        case BotSatIn() | PersonReturned():
            return None if hidden else {"type": event.type, "seat": event.seat}
        case GameClosed():
            return {"type": "GameClosed", "reason": event.reason}
        case GameForked():
            return {"type": "GameForked", "number": event.numbers[-1 if reader is None else reader]}
        case SecretRevealed():
            return {"type": "SecretRevealed", "secret": event.secret}


def view_message(
    table: Table, reader: Reader, seen: Sight, heard: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The plain form of a View (libs/events/views.py), numbered as the table stands now.

    Plain from the start, since it is sent for every reader of every move.
    """
    return _envelope(table, reader, heard) | document(seen)


def change_message(
    table: Table, reader: Reader, former: Sight, seen: Sight, heard: Sequence[dict[str, Any]]
) -> dict[str, Any] | None:
    """The plain form of a ViewChange; None where too much has changed for it."""
    found = changes(document(former), document(seen))
    return None if found is None else _envelope(table, reader, heard) | {"changes": found}


def document(seen: Sight) -> dict[str, Any]:
    """What of a view changes from one to the next, but for its number, time and head."""
    return {
        "view": seen.view,
        "options": seen.options,
        "wait": seen.wait,
        "result": seen.result,
        "players": seen.players,
    }


def _envelope(table: Table, reader: Reader, heard: Sequence[dict[str, Any]]) -> dict[str, Any]:
    number = table.numbers.get(reader, 0)
    return {
        "room": table.room,
        "game": table.game.name,
        "reader": reader,
        "number": number,
        "former": max(0, number - 1),
        "at": table.shown_at.get(reader, table.at),
        "head": table.heads.get(reader, table.hash),
        "seq": table.seq if table.state.over else None,
        "told": heard,
    }
