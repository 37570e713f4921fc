"""A turn resolved in one go: what was ordered, the fifteen steps, the end of the turn (sections 7 and 9)."""

from typing import Literal

from libs.games.houses.carrying import void
from libs.games.houses.commanders import commanders
from libs.games.houses.end_of_turn import end_turn
from libs.games.houses.events import Event, TurnClosed
from libs.games.houses.hirelings import (
    ambassadors,
    assassins,
    informants,
    jobs_of,
    minstrels,
    physicians,
    settle_monopolies,
    sorcerers,
)
from libs.games.houses.king import king_acts
from libs.games.houses.legal import activity_refusal, fields_refusal
from libs.games.houses.orders import deed_form
from libs.games.houses.position import Position
from libs.games.houses.princes import princes
from libs.games.houses.seizures import mint, seize
from libs.games.houses.sieges import sieges
from libs.games.houses.tables import HOUSES
from libs.games.houses.treasurers import treasurers
from libs.games.houses.turn_state import Given, Turn
from libs.games.houses.viziers import embargoes, viziers
from libs.games.kit.decision import Decision

STEPS = (
    king_acts,
    seize,
    mint,
    settle_monopolies,
    sorcerers,
    ambassadors,
    embargoes,
    princes,
    sieges,
    treasurers,
    viziers,
    commanders,
    minstrels,
    assassins,
    physicians,
    informants,
    end_turn,
)
"""In the order of section 8; `commanders` holds steps 10 and 11."""


def resolve(decision: Decision[Position, Event], cause: Literal["all_ready", "deadline"]) -> None:
    closed = decision.position
    decision.record(TurnClosed(turn=closed.turn, cause=cause))
    given = [order for house in HOUSES for order in _orders_of(closed, house)]
    turn = Turn(decision=decision, orders=given, jobs=[], due_commands=list(closed.commands))
    for order in given:
        if order.is_forced and _is_impossible(closed, order):
            void(turn, order, "forced_impossible")
    turn.jobs = jobs_of(given, lambda noble: _retained(closed, noble))
    # An errand is a job and nothing else (H61).
    turn.orders = [order for order in given if order.order.activity != "errand"]
    for step in STEPS:
        step(turn)


def _orders_of(position: Position, house: int) -> list[Given]:
    """In the order of the sheet, then what its nobles are forced to (H79)."""
    sheet = position.houses[house].sheet
    written = () if sheet is None else sheet.orders
    forced = [one.forced.order for _, one in position.nobles(house) if one.forced is not None]
    return [
        Given(order=order, house=house, role=position.living(order.by).role, is_forced=place >= len(written))
        for place, order in enumerate((*written, *forced))
    ]


def _is_impossible(position: Position, given: Given) -> bool:
    """Another role, too little prestige, barred by H10 or H73, or the target gone (H79)."""
    order = given.order
    noble = position.living(order.by)
    form = deed_form(order)
    return (
        activity_refusal(position, noble, order.row) is not None
        or fields_refusal(position, order.by, form, order.row, noble) is not None
    )


def _retained(position: Position, noble: str) -> str:
    retainer = position.living(noble).retainer
    assert retainer is not None, "an errand needs a hireling in service"
    return retainer.hireling
