"""Positions of Game of Houses that show only what matters, and what is done in them."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from libs.games.houses import GAME_OF_HOUSES
from libs.games.houses.events import Event
from libs.games.houses.options import order_schemas
from libs.games.houses.position import Position
from libs.games.houses.sheets import sheet_refusal
from libs.games.houses.tables import HOUSES
from libs.games.kit.chance import SeededChance
from libs.games.kit.game import Json
from libs.games.kit.rejection import Rejected
from libs.games.kit.schema import pick

ORDINARY = ("party", "praise", "defend", "hire", "attack", "sabotage", "embargo", "siege", "bribe", "trade")

Sheets = Mapping[int, Sequence[Json]]


def given(king: str | None = None, /, **fields: Any) -> Position:
    """A position in turn 5; `king` names a noble who has ruled since turn 2 unless the throne says else."""
    if king is not None:
        fields["throne"] = {"king": king, "since": 2, **fields.get("throne", {})}
        characters = dict(fields.get("characters", {}))
        characters[king] = {"role": "king", "prestige": 8, **characters.get(king, {})}
        fields["characters"] = characters
    return GAME_OF_HOUSES.load({"turn": 5, **fields})


def houses(**by_number: Json) -> list[Json]:
    """Five houses, those named h0 to h4 with these fields."""
    return [by_number.get(f"h{number}", {}) for number in HOUSES]


def order(by: str, activity: str, target: Json = None, **fields: Json) -> dict[str, Json]:
    form = {"by": by, "activity": activity, **fields}
    return form if target is None else {**form, "target": target}


def when(
    position: Position, seat: int | None, kind: str = "lapse", **fields: Json
) -> tuple[Position, list[Event]]:
    """The position after that command, and its events."""
    command = {"type": kind, **fields}
    events = list(GAME_OF_HOUSES.decide(position, seat, command, SeededChance(b"none is drawn", 1)))
    return after(position, events), events


def after(position: Position, events: Sequence[Event]) -> Position:
    for event in events:
        position = GAME_OF_HOUSES.evolve(position, event)
    return position


def ordered(position: Position, sheets: Sheets) -> Position:
    """These houses have given their orders; the turn goes on."""
    for house, orders in sheets.items():
        seat = position.seats.index(house)
        position, _ = when(position, seat, "submit_orders", orders=list(orders))
    return position


def resolved(position: Position, sheets: Sheets | None = None) -> tuple[Position, list[Event]]:
    """The turn after these orders, resolved by its deadline."""
    return when(ordered(position, sheets or {}), None)


def refusal(position: Position, seat: int | None, kind: str, **fields: Json) -> str | None:
    try:
        when(position, seat, kind, **fields)
    except Rejected as refused:
        return refused.code
    return None


def sheet_code(position: Position, *orders: Json, standing: Json = None) -> str | None:
    """The code that seat 0 meets with that sheet."""
    return refusal(position, 0, "submit_orders", orders=list(orders), standing=standing)


def of_type(events: Sequence[Event], cls: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, cls)]


def reports(position: Position, house: int, *kinds: str) -> list[Json]:
    """What the house was told, of these kinds or of all but its own acts."""
    return [
        report
        for report in position.houses[house].reports
        if (report["kind"] in kinds if kinds else not report["kind"].startswith("own"))
    ]


def random_sheet(position: Position, house: int, rng: random.Random) -> list[Json]:
    """One activity or none for each noble, extras, and now and then what goes beside it; always legal."""
    offers = list(order_schemas(position, house))
    rng.shuffle(offers)
    sheet: list[Json] = []
    for offer in offers:
        if rng.random() < 0.6:
            form = pick(offer, rng.randrange)
            if sheet_refusal(position, house, [*sheet, form], None) is None:
                sheet.append(form)
    return sheet


def random_standing(house: int, rng: random.Random) -> Json:
    others = [other for other in HOUSES if other != house]
    return {
        "veto": rng.sample(others, rng.randrange(len(others))),
        "if_deposed": rng.choice([None, "leave", "prince", "treasurer"]),
        "education": rng.sample(["vizier", "commander", "treasurer"], rng.randrange(4)),
    }


def fresh(seats: int = 5, seed: int = 0, **options: Json) -> tuple[Position, list[Event]]:
    """A new game, and its first events."""
    chance = SeededChance(f"seating {seed}".encode(), 1)
    chosen = {"max_turns": 40, "turn_seconds": 600, **options}
    events = list(GAME_OF_HOUSES.start(chosen, ["person"] * seats, chance))
    return after(GAME_OF_HOUSES.blank, events), events


def played(seed: int, turns: int) -> list[tuple[Position, list[Event]]]:
    """A game of random orders: for each turn the position with all sheets, and what the deadline caused."""
    rng = random.Random(seed)
    position, _ = fresh(seed=seed)
    history: list[tuple[Position, list[Event]]] = []
    while position.phase == "orders" and len(history) < turns:
        for house in HOUSES[:-1]:
            seat = position.seats.index(house)
            orders = random_sheet(position, house, rng)
            standing = random_standing(house, rng) if rng.random() < 0.2 else None
            position, _ = when(position, seat, "submit_orders", orders=orders, standing=standing)
        _, events = when(position, None)
        history.append((position, events))
        position = after(position, events)
    return history
