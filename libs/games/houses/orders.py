"""An order and its JSON form (H22)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from libs.games.houses.tables import ACTIVITIES, HIRELINGS, Activity, TargetKind
from libs.games.kit.game import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What one noble is to do.

    `target` is a noble's id or a house number; `then` is what the target is to do next turn, by him.
    """

    by: str
    activity: str
    target: str | int | None = None
    hireling: str | None = None
    guests: tuple[str, ...] | None = None
    then: "Order | None" = None

    @property
    def row(self) -> Activity:
        return ACTIVITIES[self.activity]

    @property
    def noble(self) -> str | None:
        """The target, if it is a noble."""
        return self.target if isinstance(self.target, str) else None

    @property
    def target_house(self) -> int | None:
        """The house that is the target, or the target noble's."""
        return house_of(self.target) if isinstance(self.target, str) else self.target


def house_of(noble: str) -> int:
    return int(noble[1 : noble.index("c")])


def number_of(noble: str) -> int:
    return int(noble[noble.index("c") + 1 :])


def id_order(noble: str) -> tuple[int, int]:
    """By house, then by number (H8)."""
    return house_of(noble), number_of(noble)


def target_kind(activity: Activity, hireling: str | None) -> TargetKind | None:
    """What the activity's target must be; that of a hireling's task follows his kind."""
    if activity.target == "hireling":
        return None if hireling is None else HIRELINGS[hireling].target
    return activity.target


def deed_form(order: Order) -> dict[str, Json]:
    """The order without `by`, and without what it leaves out."""
    form: dict[str, Json] = {"activity": order.activity}
    if order.target is not None:
        form["target"] = order.target
    if order.hireling is not None:
        form["hireling"] = order.hireling
    if order.guests is not None:
        form["guests"] = list(order.guests)
    if order.then is not None:
        form["then"] = deed_form(order.then)
    return form


def order_form(order: Order) -> dict[str, Json]:
    return {"by": order.by, **deed_form(order)}


def read_order(by: Any, form: Mapping[str, Any]) -> Order:
    """The order of a form that was found in order, or that was written here; `by` in it is passed over."""
    target, then, guests = form.get("target"), form.get("then"), form.get("guests")
    return Order(
        by=by,
        activity=form["activity"],
        target=target,
        hireling=form.get("hireling"),
        guests=None if guests is None else tuple(guests),
        then=None if then is None else read_order(target, then),
    )
