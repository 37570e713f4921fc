"""The legal commands of a seat, as templates where they are many (F216)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from libs.games.fetih.alliances import alliance_refusal
from libs.games.fetih.battle import target_refusal
from libs.games.fetih.building import age_refusal, building_refusal, training_refusal
from libs.games.fetih.counts import Counts, named
from libs.games.fetih.draft import pickable
from libs.games.fetih.position import Position
from libs.games.fetih.rights import action_refusal, answer_refusal, resign_refusal, roll_refusal
from libs.games.fetih.shipment import lands
from libs.games.fetih.tables import (
    BALANCE,
    NEIGHBOURS,
    NO_GOODS,
    NO_UNITS,
    RESOURCES,
    STRUCTURES,
    UNIT_COST,
    UNITS,
)
from libs.games.fetih.trade import declining_refusal, own_acceptance_refusal
from libs.games.kit.game import Json, Option


def options(position: Position, seat: int) -> Sequence[Option]:
    found: list[Option] = []
    free = pickable(position, seat)
    if free:
        found.append(_template("pick_region", {"region": free[0]}, region=_one_of(free)))
    if roll_refusal(position, seat) is None:
        found.append(Option(command={"type": "roll_dice"}))
    if action_refusal(position, seat) is None:
        found += _actions(position, seat)
    if answer_refusal(position, seat) is None:
        found += _answers(position, seat)
    if resign_refusal(position, seat) is None:
        found.append(Option(command={"type": "resign"}))
    return found


def _actions(position: Position, seat: int) -> Iterator[Option]:
    mine = position.regions_of(seat)
    yield from _trainings(position, seat, mine)
    yield from _buildings(position, seat, mine)
    if age_refusal(position, seat) is None:
        yield Option(command={"type": "advance_age"})
    yield from _attacks(position, seat, mine)
    yield from _shipments(position, seat)
    yield from _bank_trades(position, seat)
    yield from _trade_offers(position, seat)
    for trade in position.trades:
        if trade.offerer == seat:
            yield Option(command={"type": "withdraw_trade", "trade": trade.id})
    yield from _alliances(position, seat)
    yield Option(command={"type": "end_turn"})


def _trainings(position: Position, seat: int, mine: Sequence[str]) -> Iterator[Option]:
    """For each kind of unit the regions where one can be trained, and the most that any of them can."""
    hand = position.hand(seat)
    villages = [name for name in mine if position.regions[name].village]
    for unit in UNITS:
        regions = [name for name in villages if training_refusal(position, seat, name, unit, 1) is None]
        if regions:
            payable = min(held // price for held, price in zip(hand, UNIT_COST[unit], strict=True) if price)
            room = max(BALANCE.max_units - sum(position.regions[name].units) for name in regions)
            yield _template(
                "train",
                {"region": regions[0], "unit": unit, "count": 1},
                region=_one_of(regions),
                count=_up_to(min(payable, room)),
            )


def _buildings(position: Position, seat: int, mine: Sequence[str]) -> Iterator[Option]:
    for structure in STRUCTURES:
        regions = [name for name in mine if building_refusal(position, seat, name, structure) is None]
        if regions:
            yield _template("build", {"region": regions[0], "structure": structure}, region=_one_of(regions))


def _attacks(position: Position, seat: int, mine: Sequence[str]) -> Iterator[Option]:
    """For each region with ready units its targets, and the regions whose units can come along to some."""
    targets: dict[str, list[str]] = {}
    for name in mine:
        region = position.regions[name]
        if region.units != region.used:
            reach = [
                to
                for to in NEIGHBOURS[name]
                if position.regions[to].owner != seat and target_refusal(position, seat, to) is None
            ]
            if reach:
                targets[name] = reach
    for name, reach in targets.items():
        ready = position.regions[name].ready
        command = {"from": name, "to": reach[0], "units": named(UNITS, ready)}
        fields = {"to": _one_of(reach), "units": _units(ready)}
        helpers = [
            other for other, theirs in targets.items() if other != name and not set(reach).isdisjoint(theirs)
        ]
        if helpers:
            command["support"] = []
            fields["support"] = {
                "type": "array",
                "items": {"enum": [{"from": other} for other in helpers]},
                "maxItems": len(helpers),
                "uniqueItems": True,
            }
        yield _template("attack", command, **fields)


def _shipments(position: Position, seat: int) -> Iterator[Option]:
    """For each land of joined regions whence, where to, and the most of each kind that is ready anywhere."""
    for land in lands(position, seat):
        sources = [name for name in land if position.regions[name].units != position.regions[name].used]
        room = [name for name in land if sum(position.regions[name].units) < BALANCE.max_units]
        pair = next(((one, other) for one in sources for other in room if one != other), None)
        if pair is None:
            continue
        most = NO_UNITS
        for name in sources:
            most = tuple(map(max, most, position.regions[name].ready))
        kind = next(iter(named(UNITS, position.regions[pair[0]].ready)))
        yield _template(
            "ship",
            {"from": pair[0], "to": pair[1], "units": {kind: 1}},
            **{"from": _one_of(sources), "to": _one_of(room), "units": _units(most)},
        )


def _bank_trades(position: Position, seat: int) -> Iterator[Option]:
    for give, held in zip(RESOURCES, position.hand(seat), strict=True):
        lots = held // BALANCE.bank_rate
        wanted = [get for get, left in zip(RESOURCES, position.bank, strict=True) if get != give and left > 0]
        if lots and wanted:
            yield _template(
                "bank_trade",
                {"give": give, "get": wanted[0], "times": 1},
                get=_one_of(wanted),
                times=_up_to(lots),
            )


def _trade_offers(position: Position, seat: int) -> Iterator[Option]:
    """For each resource in hand what others may hold of the rest, which the public bank tells (F216)."""
    others = [other for other in position.playing if other != seat]
    if not others or len(position.trades) >= BALANCE.max_open_trades:
        return
    hand = position.hand(seat)
    whole = BALANCE.bank_per_resource
    theirs = [whole - left - held for left, held in zip(position.bank, hand, strict=True)]
    for give, held in zip(RESOURCES, hand, strict=True):
        wanted = {get: most for get, most in zip(RESOURCES, theirs, strict=True) if get != give and most > 0}
        if held and wanted:
            yield _template(
                "offer_trade",
                {"to": None, "give": {give: 1}, "get": {next(iter(wanted)): 1}},
                to=_one_of([None, *sorted(others)]),
                give=_object({give: held}),
                get=_object(wanted),
            )


def _alliances(position: Position, seat: int) -> Iterator[Option]:
    others = [
        other for other in range(len(position.seats)) if alliance_refusal(position, seat, other) is None
    ]
    if others:
        yield _template("offer_alliance", {"to": others[0]}, to=_one_of(others))
    allies = [other for other in range(len(position.seats)) if position.are_allied(seat, other)]
    if allies and sum(position.hand(seat)) >= BALANCE.betrayal_price:
        prices = list(_prices(position.hand(seat)))
        yield _template(
            "break_alliance",
            {"with": allies[0], "pay": prices[0]},
            **{"with": _one_of(allies), "pay": _one_of(prices)},
        )


def _prices(hand: Counts) -> Iterator[dict[str, int]]:
    """Mixes of the betrayal price: each begins with all it can of another resource. Any other mix will do."""
    seen = []
    for first in range(len(RESOURCES)):
        left = BALANCE.betrayal_price
        pay = list(NO_GOODS)
        for place in (first, *(other for other in range(len(RESOURCES)) if other != first)):
            pay[place] = min(hand[place], left)
            left -= pay[place]
        if pay not in seen:
            seen.append(pay)
            yield named(RESOURCES, tuple(pay))


def _answers(position: Position, seat: int) -> Iterator[Option]:
    for trade in position.trades:
        if own_acceptance_refusal(position, seat, trade) is None:
            yield Option(command={"type": "accept_trade", "trade": trade.id})
        if declining_refusal(trade, seat) is None:
            yield Option(command={"type": "decline_trade", "trade": trade.id})
    for offer in position.alliance_offers:
        if offer.to == seat:
            yield Option(command={"type": "accept_alliance", "from": offer.offerer})
            yield Option(command={"type": "decline_alliance", "from": offer.offerer})


def _template(kind: str, command: dict[str, Json], **fields: Json) -> Option:
    return Option(command={"type": kind, **command}, fields=fields)


def _one_of(values: Iterable[Json]) -> Json:
    return {"enum": list(values)}


def _up_to(most: int) -> Json:
    return {"type": "integer", "minimum": 1, "maximum": most}


def _object(most: Mapping[Any, int]) -> Json:
    """Some of each kind; a command may leave kinds out."""
    return {"type": "object", "properties": {kind: _up_to(number) for kind, number in most.items()}}


def _units(most: Counts) -> Json:
    return _object(named(UNITS, most))
