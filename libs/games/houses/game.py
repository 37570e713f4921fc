"""Game of Houses as the platform knows it."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from libs.games.houses import setup, sheets
from libs.games.houses.commands import COMMANDS, ConfirmOrders, Lapse, SubmitOrders, read_command
from libs.games.houses.disguise import disguise
from libs.games.houses.events import EVENTS, Event
from libs.games.houses.fold import evolve
from libs.games.houses.options import options
from libs.games.houses.position import ENDINGS, Position
from libs.games.houses.position_form import dump, load
from libs.games.houses.rejections import REJECTIONS
from libs.games.houses.resolution import resolve
from libs.games.houses.tables import HOUSES, TUNING
from libs.games.houses.view import tell, view
from libs.games.houses.waiting import talk, waiting
from libs.games.kit.chance import Chance
from libs.games.kit.decision import Decision
from libs.games.kit.game import Game, Json


def start(options: Mapping[str, Json], seats: Sequence[str], chance: Chance) -> Sequence[Event]:
    decision: Decision[Position, Event] = Decision(Position(), evolve, chance)
    setup.begin(decision, options, len(seats))
    return decision.events


def decide(position: Position, seat: int | None, asked: Json, chance: Chance) -> Sequence[Event]:
    command = read_command(position, seat, asked)
    decision: Decision[Position, Event] = Decision(position, evolve, chance)
    match command:
        case Lapse():
            resolve(decision, "deadline")
            return decision.events
        case SubmitOrders():
            assert seat is not None, "read_command gives the platform nothing but the lapse"
            sheets.submit(decision, seat, command)
        case ConfirmOrders():
            assert seat is not None, "read_command gives the platform nothing but the lapse"
            sheets.confirm(decision, seat)
        case _:
            assert_never(command)
    if all(sheets.is_ready(decision.position, house) for house in HOUSES):
        resolve(decision, "all_ready")
    return decision.events


GAME_OF_HOUSES: Game[Position, Event] = Game(
    name="houses",
    rules=1,
    seats=range(TUNING["seats"]["least"], TUNING["seats"]["most"] + 1),
    setup=setup.SETUP,
    blank=Position(),
    events=EVENTS,
    rejections=REJECTIONS,
    endings=ENDINGS,
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
    talk=talk,
)
