"""What is kept while one turn is carried out (H39), and the bookkeeping of all steps (H35 to H38)."""

from copy import deepcopy
from typing import Any

from tests.games.houses.naive.board import (
    Json,
    house_of,
    is_here,
    living,
    living_of,
    prestige,
    role,
    status,
    without_nulls,
)
from tests.games.houses.naive.table import kind_of, needed, role_of, step_of


class Turn:
    """A position in the middle of its resolution: plain lists and dicts that every step may change."""

    def __init__(self, position: Json) -> None:
        self.position = deepcopy(position)
        self.number: int = position["turn"]
        self.favoured = False
        self.guarded_king: str | None = None
        self.guard_used = False
        self.new_commands: list[Json] = []
        self.new_forced: list[tuple[str, Json]] = []
        self.new_extras: list[tuple[int, str]] = []
        self.executed: set[str] = set()
        self.bewitched: set[str] = set()
        self.consulted: list[tuple[int, int]] = []  # (house called on, house shielded)
        self.embargoes: dict[str, set[int]] = {}
        self.married: list[set[int]] = []
        self.party_guests: set[str] = set()
        self.besieged: set[int] = set()
        self.calls: dict[str, set[int]] = {}
        self.attacks: list[Json] = []
        self.alarms: list[Json] = []
        self.doomed: set[str] = set()
        self.treated: set[str] = set()
        self.died: list[tuple[int, str]] = []  # (house, role), executed ones too
        self.gains: dict[str, int] = {}
        self.losses: dict[str, int] = {}
        self.new_enemies: set[int] = set()
        self.orders = all_orders(self.position)
        self.jobs = all_jobs(self.position, self.orders)

    # Orders and their three ends.

    def of(self, *activities: str) -> list[Json]:
        """The orders of these activities that are not void already, in house and sheet order."""
        return [o for o in self.orders if o["activity"] in activities and o["outcome"] is None]

    def void(self, order: Json) -> None:
        order["outcome"] = "void"

    def carried_out(self, order: Json, success: bool = True) -> None:
        """H35: done or failed; both set `limited_turn`, and only a special that is done is used up."""
        order["outcome"] = "done" if success else "failed"
        kind = kind_of(order["activity"])
        if kind == "limited":
            self.position["characters"][order["by"]]["limited_turn"] = self.number
        if kind == "special" and success:
            self.position["houses"][order["house"]]["specials_used"].append(order["activity"])

    def prevents_the_noble(self, order: Json) -> bool:
        """H36: actor_gone, role_changed, bewitched, at_party."""
        step, actor = step_of(order["activity"]), order["by"]
        if not is_here(self.position, actor):
            return True
        if role(self.position, actor) != order["role"]:
            return True
        if step > 3 and actor in self.bewitched:
            return True
        return (step > 6 or order["activity"] == "appoint_servant") and actor in self.party_guests

    def is_void(self, order: Json) -> bool:
        """H36, all of it. Hirings ask only `prevents_the_noble`: their target is the job's (H61, H65)."""
        step, target = step_of(order["activity"]), order["fields"].get("target")
        if self.prevents_the_noble(order):
            return True
        if isinstance(target, str) and not is_here(self.position, target):
            return True
        if step > 3 and target in self.bewitched:
            return True
        if target is None:
            return False
        there = house_of(target) if isinstance(target, str) else target
        if order["activity"] in ("embargo", "siege", "sabotage", "attack"):
            if (order["house"], there) in self.consulted:
                return True
            if {order["house"], there} in self.married:
                return True
        return step > 7 and order["house"] in self.besieged and there != order["house"]

    # Prestige (H37, H69).

    def gain(self, noble: str, amount: int) -> None:
        self.gains[noble] = self.gains.get(noble, 0) + amount

    def lose(self, noble: str, amount: int) -> None:
        self.losses[noble] = self.losses.get(noble, 0) + amount

    def end_step(self, step: int) -> None:
        """H37: gains and losses of the step together; then H33: deeds change the sides."""
        for noble in living(self.position):
            gained = self.gains.get(noble, 0)
            if 6 <= step <= 15 and self.embargoes.get(noble):
                gained = 0
            after = prestige(self.position, noble) + gained - self.losses.get(noble, 0)
            self.position["characters"][noble]["prestige"] = max(0, after)
        self.gains, self.losses = {}, {}
        for house in sorted(self.new_enemies):
            self.become_enemy(house)
        self.new_enemies = set()

    # Deeds, calls, Authority, what is told.

    def deed(self, house: int, against: int) -> None:
        """H32 to H34: a loyal house that did this becomes an enemy as the step ends."""
        if self.position["throne"]["since"] == self.number:
            return
        if (
            status(self.position, house) == "loyal"
            and against != house
            and status(self.position, against) in ("ruling", "loyal")
        ):
            self.new_enemies.add(house)

    def become_enemy(self, house: int) -> None:
        if status(self.position, house) == "loyal":
            self.position["houses"][house]["status"] = "enemy"
            self.position["houses"][house]["enemy_since"] = self.number

    def call(self, noble: str, by_house: int) -> None:
        """H38."""
        self.calls.setdefault(noble, set()).add(by_house)

    def has_authority(self, noble: str) -> bool:
        """H68."""
        return role(self.position, noble) == "prince" and prestige(self.position, noble) >= 10

    def authority(self, order: Json, target: str) -> None:
        if self.has_authority(target):
            self.lose(order["by"], 1)

    def report(self, to: int, kind: str, **fields: Any) -> None:
        self.position["houses"][to]["reports"].append({"turn": self.number, "kind": kind, **fields})

    def report_to_other(self, to: int, kind: str, house: int, **fields: Any) -> None:
        """H107: only acts of other houses are reported."""
        if to != house:
            self.report(to, kind, house=house, **fields)

    def announce(self, kind: str, **fields: Any) -> None:
        self.position["announcements"].append({"turn": self.number, "kind": kind, **fields})


def all_orders(position: Json) -> list[Json]:
    """Every order of the turn: house by house as in the sheets, the forced ones of a house last (H107)."""
    orders = []
    for house in range(5):
        sheet = position["houses"][house]["sheet"]
        for given in sheet["orders"] if sheet else []:
            orders.append(as_order(position, given["by"], given, forced=False))
        for noble in living_of(position, house):
            given = position["characters"][noble]["forced"]
            if given is not None:
                orders.append(as_order(position, noble, given, forced=True))
    return orders


def as_order(position: Json, noble: str, given: Json, forced: bool) -> Json:
    activity = given["activity"]
    fields = {k: v for k, v in without_nulls(given).items() if k not in ("by", "activity")}
    impossible = forced and forced_is_impossible(position, noble, activity, fields)
    return {
        "by": noble,
        "house": house_of(noble),
        "role": role(position, noble),
        "activity": activity,
        "fields": fields,
        "outbid": False,
        "outcome": "void" if impossible else None,
    }


def forced_is_impossible(position: Json, noble: str, activity: str, fields: Json) -> bool:
    """H79, found before step 1: another role, short of prestige, barred by H10 or H73, or the target gone."""
    him = position["characters"][noble]
    if him["role"] != role_of(activity) or him["prestige"] < needed(activity):
        return True
    if kind_of(activity) == "limited" and him["limited_turn"] == position["turn"] - 1:
        return True
    served = him["retainer"]["since"] if activity == "appoint_servant" and him["retainer"] else None
    if served is not None and served + 5 > position["turn"]:
        return True
    named = [fields.get("target"), *fields.get("guests", [])]
    return any(isinstance(one, str) and not is_here(position, one) for one in named)


def all_jobs(position: Json, orders: list[Json]) -> list[Json]:
    """H61: a job of each appointment with a target, each errand and each hiring."""
    jobs = []
    for order in orders:
        fields = order["fields"]
        if order["activity"] == "errand":
            hireling = position["characters"][order["by"]]["retainer"]["hireling"]
        elif order["activity"] in ("appoint_attendant", "appoint_servant", "hire") and "target" in fields:
            hireling = fields["hireling"]
        else:
            continue
        jobs.append(
            {
                "order": order,
                "employer": order["by"],
                "house": order["house"],
                "hireling": hireling,
                "target": fields["target"],
                "outcome": "void" if order["outcome"] == "void" else None,
            }
        )
    return jobs
