"""Giving up: rule F85."""

from dataclasses import replace

from libs.games.fetih.counts import counts, named
from libs.games.fetih.draft import close_if_done, to_next_choice
from libs.games.fetih.events import Event, SeatResigned
from libs.games.fetih.position import Position
from libs.games.fetih.rights import resign_refusal
from libs.games.fetih.tables import NO_UNITS, RESOURCES
from libs.games.fetih.trade import close_answered
from libs.games.fetih.turn import pass_on
from libs.games.fetih.winning import left_play, win_if_last
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import refuse


def resign(decision: Decision[Position, Event], seat: int) -> None:
    position = decision.position
    refuse(resign_refusal(position, seat))
    decision.record(
        SeatResigned(
            seat=seat,
            regions=tuple(position.regions_of(seat)),
            resources=named(RESOURCES, position.hand(seat)),
        )
    )
    if win_if_last(decision):
        return
    close_answered(decision)
    if position.phase == "draft":
        close_if_done(decision)
    elif position.turn == seat:
        pass_on(decision, seat, "resigned")


def seat_resigned(position: Position, event: SeatResigned) -> Position:
    position = position.paid(event.seat, counts(RESOURCES, event.resources))
    left = {
        name: replace(position.regions[name], owner=None, plundered=False, used=NO_UNITS)
        for name in event.regions
    }
    position = replace(position, regions={**position.regions, **left})
    position = left_play(position, event.seat, "resigned")
    return to_next_choice(position) if position.phase == "draft" else position
