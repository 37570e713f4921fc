"""What all are told and what one house is told: rules H106 and H107."""

from libs.games.houses.events import AnnouncementMade, ReportSent
from libs.games.houses.orders import deed_form, id_order
from libs.games.houses.tables import HOUSES
from libs.games.houses.turn_state import Given, Turn
from libs.games.kit.game import Json


def announce(turn: Turn, kind: str, **fields: Json) -> None:
    turn.record(AnnouncementMade(announcement={"turn": turn.position.turn, "kind": kind, **fields}))


def report(turn: Turn, to: int, kind: str, **fields: Json) -> None:
    turn.record(ReportSent(house=to, report={"turn": turn.position.turn, "kind": kind, **fields}))


def report_act(turn: Turn, to: int, kind: str, house: int, **fields: Json) -> None:
    """Only what another house did is reported."""
    if to != house:
        report(turn, to, kind, house=house, **fields)


def report_tracking(turn: Turn, to: int, noble: str) -> None:
    """All that the noble carried out this turn, in an order that does not tell what was forced (H86)."""
    found = [
        given for given in turn.orders if given.order.by == noble and given.outcome in ("done", "failed")
    ]
    found.sort(key=_tracking_order)
    report(turn, to, "tracking", target=noble, activities=[deed_form(given.order) for given in found])


def _tracking_order(given: Given) -> tuple[int, int, str, tuple[int, int]]:
    order = given.order
    target = (-1, 0)
    if order.noble is not None:
        target = id_order(order.noble)
    elif order.target_house is not None:
        target = (order.target_house, 0)
    return order.row.step, order.row.place, order.hireling or "", target


def report_own(turn: Turn) -> None:
    """What became of each order and of each hireling's job, to the house that gave it."""
    for house in HOUSES:
        for given in turn.orders:
            if given.house == house:
                order = given.order
                report(turn, house, "own", by=order.by, activity=order.activity, outcome=given.outcome)
        for job in turn.jobs:
            if job.house == house:
                report(
                    turn,
                    house,
                    "own_hireling",
                    employer=job.employer,
                    hireling=job.hireling,
                    outcome=job.outcome,
                )
