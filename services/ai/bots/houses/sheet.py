"""A sheet that grows order by order, and takes only what the rules would take (H9 to H13, H27)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from libs.games.houses.tables import ACTIVITIES
from libs.games.kit.game import Json
from libs.games.kit.schema import mismatch

RETAINER = ("errand", "appoint_attendant", "appoint_servant")
"""Of these a noble is given one at most."""


class Sheet:
    """What the template on offer allows, as far as orders given before leave room for it."""

    def __init__(self, view: Json, options: Sequence[Mapping[str, Json]]) -> None:
        (template,) = (option for option in options if option["command"]["type"] == "submit_orders")
        house = view["you"]["house"]
        self.orders: list[dict[str, Json]] = []
        self._template = template
        self._nobles = {noble: one for noble, one in view["characters"].items() if one is not None}
        self._extra = dict(view["houses"][house]["extra"])
        self._offers: defaultdict[tuple[str, str], list[Json]] = defaultdict(list)
        for schema in template["fields"]["orders"].get("items", {}).get("anyOf", ()):
            named = schema["properties"]
            self._offers[named["by"]["const"], named["activity"]["const"]].append(schema)
        self._ordinary: dict[str, list[str]] = {
            noble: [] if one["forced"] is None else [one["forced"]["activity"]]
            for noble, one in self._nobles.items()
            if one["house"] == house
        }

    def give(self, by: str | None, activity: str, target: Json = None, **fields: Json) -> bool:
        """Whether the order was legal beside the others, and now stands on the sheet."""
        if by is None or (by, activity) not in self._offers:
            return False
        order = {"by": by, "activity": activity, **fields}
        row = ACTIVITIES[activity]
        if row.target is not None:
            order["target"] = target
        if not self._is_on_offer(order) or self._is_double(order):
            return False
        if row.is_ordinary and not self._has_room(by, activity):
            return False
        self.orders.append(order)
        return True

    def has_room(self, by: str | None) -> bool:
        """Whether the noble has an ordinary activity left without an extra one."""
        return by is not None and not self._ordinary.get(by)

    def command(self, standing: Json) -> dict[str, Json]:
        return {**self._template["command"], "orders": self.orders, "standing": standing}

    def _is_on_offer(self, order: Mapping[str, Json]) -> bool:
        if order["activity"] == "feast":
            return self._are_guests(order.get("guests"))
        schemas = self._offers[order["by"], order["activity"]]
        return any(mismatch(schema, order) is None for schema in schemas)

    def _are_guests(self, guests: Json) -> bool:
        """One of every house that has one: the template offers a few of the many lists (H44)."""
        able = {noble: one["house"] for noble, one in self._nobles.items() if one["role"] != "king"}
        return isinstance(guests, list) and sorted(able.get(guest, -1) for guest in guests) == sorted(
            set(able.values())
        )

    def _is_double(self, order: Mapping[str, Json]) -> bool:
        return any(_are_doubles(order, other) for other in self.orders if other["by"] == order["by"])

    def _has_room(self, by: str, activity: str) -> bool:
        """Take a place for one more ordinary activity, by an extra one where it must be (H13, H79)."""
        given = self._ordinary[by]
        if given:
            limited = sum(ACTIVITIES[name].is_limited for name in (*given, activity))
            if len(given) > 1 or limited > 1 or not self._use_extra(by):
                return False
        given.append(activity)
        return True

    def _use_extra(self, by: str) -> bool:
        kinds = ("trade", "favour") if self._nobles[by]["role"] == "treasurer" else ("favour",)
        kind = next((kind for kind in kinds if self._extra[kind]), None)
        if kind is not None:
            self._extra[kind] = False
        return kind is not None


def _are_doubles(order: Mapping[str, Json], other: Mapping[str, Json]) -> bool:
    activity = order["activity"]
    if activity in RETAINER and other["activity"] in RETAINER:
        return True
    if activity != other["activity"]:
        return False
    if activity == "hire":
        return bool(order["hireling"] == other["hireling"])
    if ACTIVITIES[activity].kind == "unlimited" and activity != "command":
        return bool(order["target"] == other["target"])
    return True
