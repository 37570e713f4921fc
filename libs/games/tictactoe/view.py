"""What a seat may know: everything, since nothing is hidden (X9)."""

from libs.games.kit.codec import event_to_json, record_to_json
from libs.games.kit.game import Json
from libs.games.tictactoe.events import Event
from libs.games.tictactoe.position import Ending, Position


def view(position: Position, seat: int | None) -> dict[str, Json]:
    over = position.over
    return {
        "you": seat,
        "rules": position.rules,
        "options": {"seats": position.options.seats, "turn_seconds": position.options.turn_seconds},
        "first": position.first,
        "cells": list(position.cells),
        "turn": None if over else position.turn,
        "over": _ending(over) if over else None,
    }


def _ending(over: Ending) -> dict[str, Json]:
    return record_to_json(over)


def tell(event: Event, position: Position, seat: int | None) -> dict[str, Json]:
    return event_to_json(event)
