"""Tic-tac-toe as the platform knows it."""

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from libs.games.kit.chance import Chance
from libs.games.kit.decision import Decision
from libs.games.kit.game import Game, Json, Option, Result, Standing, Wait
from libs.games.tictactoe import turn
from libs.games.tictactoe.commands import COMMANDS, Lapse, Place, Resign, read_command
from libs.games.tictactoe.events import (
    EVENTS,
    DeadlinePassed,
    Event,
    GameEnded,
    GameStarted,
    MarkPlaced,
    SeatResigned,
)
from libs.games.tictactoe.position import (
    CELLS,
    ENDINGS,
    RETIRED,
    RULES,
    SEATS,
    Position,
    dump,
    load,
)
from libs.games.tictactoe.rejections import REJECTIONS
from libs.games.tictactoe.view import tell, view

SETUP: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "turn_seconds": {
            "title": "Seconds for each turn, 0 for no limit",
            "anyOf": [{"const": 0}, {"type": "integer", "minimum": 5, "maximum": 600}],
            "default": 60,
        },
    },
}


def start(options: Mapping[str, Json], seats: Sequence[str], chance: Chance) -> Sequence[Event]:
    decision: Decision[Position, Event] = Decision(Position(), evolve, chance)
    turn.begin(decision, options["turn_seconds"])
    return decision.events


def decide(position: Position, seat: int | None, asked: Json, chance: Chance) -> Sequence[Event]:
    command = read_command(seat, asked)
    decision: Decision[Position, Event] = Decision(position, evolve, chance)
    match command:
        case Place(cell=cell):
            turn.place(decision, _of(seat), cell)
        case Resign():
            turn.resign(decision, _of(seat))
        case Lapse():
            turn.lapse(decision)
        case _:
            assert_never(command)
    return decision.events


def _of(seat: int | None) -> int:
    assert seat is not None, "read_command gives the platform no seat's command"
    return seat


def evolve(position: Position, event: Event) -> Position:
    match event:
        case GameStarted():
            return turn.game_started(event)
        case MarkPlaced():
            return position.with_mark(event.seat, event.cell)
        case SeatResigned() | DeadlinePassed():
            return position
        case GameEnded():
            return turn.game_ended(position, event)
        case _:
            assert_never(event)


def options(position: Position, seat: int) -> Sequence[Option]:
    places = []
    if turn.turn_refusal(position, seat) is None:
        places += [
            Option(command={"type": "place", "cell": cell})
            for cell in CELLS
            if turn.cell_refusal(position, cell) is None
        ]
    if turn.over_refusal(position) is None:
        places.append(Option(command={"type": "resign"}))
    return places


def waiting(position: Position) -> Wait | Result:
    over = position.over
    if over is None:
        return turn.wait(position)
    return Result(reason=over.reason, seats=tuple(_standing(over.winner, seat) for seat in SEATS))


def _standing(winner: int | None, seat: int) -> Standing:
    if winner is None:
        return Standing(outcome="drew", place=1)
    return Standing(outcome="won", place=1) if seat == winner else Standing(outcome="lost", place=2)


def disguise(position: Position, seat: int | None, below: Callable[[int], int]) -> Position:
    """The same position: nothing is hidden from anybody (X9)."""
    return position


TICTACTOE: Game[Position, Event] = Game(
    name="tictactoe",
    rules=RULES,
    seats=range(2, 3),
    setup=SETUP,
    blank=Position(),
    events=EVENTS,
    rejections=REJECTIONS,
    endings=ENDINGS,
    retired=RETIRED,
    start=start,
    decide=decide,
    evolve=evolve,
    view=view,
    tell=tell,
    options=options,
    waiting=waiting,
    load=load,
    dump=dump,
    disguise=disguise,
    commands=COMMANDS.classes,
)
