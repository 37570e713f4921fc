"""The beginning of a game: rules H2 and H20."""

from collections.abc import Mapping

from libs.games.houses.events import Event, GameStarted
from libs.games.houses.position import Position
from libs.games.houses.tables import HOUSES, TUNING
from libs.games.kit.asks import Spread
from libs.games.kit.decision import Decision
from libs.games.kit.game import Json


def _setup_option(name: str) -> Mapping[str, Json]:
    row = TUNING[name]
    return {"type": "integer", "minimum": row["least"], "maximum": row["most"], "default": row["default"]}


SETUP: Mapping[str, Json] = {
    "type": "object",
    "properties": {name: _setup_option(name) for name in ("max_turns", "turn_seconds")},
}


def begin(decision: Decision[Position, Event], options: Mapping[str, Json], seats: int) -> None:
    seating = decision.chance.draw("seating", Spread(HOUSES, seats))
    decision.record(
        GameStarted(
            seats=tuple(seating),
            turn=1,
            max_turns=options["max_turns"],
            turn_seconds=options["turn_seconds"],
        )
    )
