"""Sheets of orders: given, refused, confirmed, and ready or not (H22 to H28)."""

from collections.abc import Sequence

from libs.games.houses.commands import SubmitOrders
from libs.games.houses.events import Event, OrdersConfirmed, OrdersSubmitted
from libs.games.houses.legal import order_refusal
from libs.games.houses.orders import Order, order_form, read_order
from libs.games.houses.position import Position
from libs.games.houses.rejections import (
    ALREADY_CONFIRMED,
    BAD_ORDERS,
    BAD_STANDING,
    BRIBED,
    DUPLICATE_ORDER,
    NO_SHEET,
    TOO_MANY_ACTIVITIES,
    TWO_LIMITED,
)
from libs.games.houses.tables import HOUSES, PLACES, TUNING
from libs.games.kit.decision import Decision
from libs.games.kit.game import Json
from libs.games.kit.rejection import Rejection, refuse

MOST = TUNING["ordinary_activities"]["most"]
RETAINER_ORDERS = ("errand", "appoint_attendant", "appoint_servant")


def sheet_refusal(position: Position, house: int, orders: Json, standing: Json) -> Rejection | None:
    """Why the house may not give that sheet (H27): order by order, noble by noble, then `standing`."""
    if not isinstance(orders, list):
        return BAD_ORDERS
    read: list[Order] = []
    for form in orders:
        refusal = order_refusal(position, house, form)
        if refusal is not None:
            return refusal
        order = read_order(form["by"], form)
        if any(_is_double(order, other) for other in read):
            return DUPLICATE_ORDER
        read.append(order)
    return _counts_refusal(position, house, read) or standing_refusal(house, standing)


def _is_double(order: Order, other: Order) -> bool:
    """The same noble does the same twice, as `duplicate_order` says."""
    if order.by != other.by:
        return False
    if order.activity in RETAINER_ORDERS and other.activity in RETAINER_ORDERS:
        return True
    if order.activity != other.activity:
        return False
    if order.activity == "hire":
        return order.hireling == other.hireling
    if order.row.kind == "unlimited" and order.activity != "command":
        return order.target == other.target
    return True


def _counts_refusal(position: Position, house: int, orders: Sequence[Order]) -> Rejection | None:
    """H11, H13, H79: how many ordinary activities each noble may have, the forced one counted."""
    extra = position.houses[house].extra
    favour, trade = extra.favour, extra.trade
    for noble, one in position.nobles(house):
        ordered = [order for order in orders if order.by == noble and order.row.is_ordinary]
        forced = [] if one.forced is None else [one.forced.order]
        if len(ordered) + len(forced) <= 1:
            continue
        # The treasurer uses the extra of a trade first; that of a favour is the first noble's who needs it.
        if one.role == "treasurer" and trade:
            trade = False
        elif favour:
            favour = False
        else:
            return BRIBED if forced and len(ordered) == 1 else TOO_MANY_ACTIVITIES
        if len(ordered) + len(forced) > MOST:
            return TOO_MANY_ACTIVITIES
        if sum(order.row.is_limited for order in (*ordered, *forced)) > 1:
            return TWO_LIMITED
    return None


def standing_refusal(house: int, standing: Json) -> Rejection | None:
    """What is not as H28 has it."""
    if standing is None:
        return None
    if not isinstance(standing, dict) or not standing.keys() <= {"veto", "if_deposed", "education"}:
        return BAD_STANDING
    others = [other for other in HOUSES if other != house]
    pupils = [role for role in PLACES if role != "prince"]
    fits = (
        _are_different(standing.get("veto", []), others)
        and _are_different([standing.get("if_deposed")], [None, "leave", *PLACES])
        and _are_different(standing.get("education", []), pupils)
    )
    return None if fits else BAD_STANDING


def _are_different(items: Json, allowed: Sequence[Json]) -> bool:
    """A list of some of those allowed, none of them twice; True is no 1 here."""
    if not isinstance(items, list):
        return False
    places = [
        place
        for item in items
        for place, one in enumerate(allowed)
        if type(item) is type(one) and item == one
    ]
    return len(places) == len(items) == len(set(places))


def confirm_refusal(position: Position, seat: int) -> Rejection | None:
    """Why that seat may not confirm, or None if it may (H25)."""
    sheet = position.houses[position.seats[seat]].sheet
    if sheet is None:
        return NO_SHEET
    return ALREADY_CONFIRMED if seat in sheet.confirmed else None


def is_ready(position: Position, house: int) -> bool:
    """All its seats stand behind its sheet (H24)."""
    sheet = position.houses[house].sheet
    return sheet is not None and set(position.seats_of(house)) <= set(sheet.confirmed)


def submit(decision: Decision[Position, Event], seat: int, command: SubmitOrders) -> None:
    house = decision.position.seats[seat]
    refuse(sheet_refusal(decision.position, house, command.orders, command.standing))
    orders = tuple(order_form(read_order(form["by"], form)) for form in command.orders)
    decision.record(OrdersSubmitted(seat=seat, house=house, orders=orders, standing=command.standing))


def confirm(decision: Decision[Position, Event], seat: int) -> None:
    refuse(confirm_refusal(decision.position, seat))
    decision.record(OrdersConfirmed(seat=seat, house=decision.position.seats[seat]))
