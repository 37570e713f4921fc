"""The position as JSON (section 18): what is dumped has every field, what is loaded may leave out any."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from libs.games.fetih.counts import counts, named
from libs.games.fetih.loading_checks import check
from libs.games.fetih.position import (
    AllianceOffer,
    Options,
    Phase,
    Position,
    Region,
    Seat,
    Status,
    Trade,
    WinReason,
    snake,
)
from libs.games.fetih.setup import bank_without
from libs.games.fetih.tables import (
    COLOURS,
    NEUTRAL_UNITS,
    NO_UNITS,
    NUMBERS,
    REGIONS,
    RESOURCES,
    UNITS,
    Age,
    Defence,
    Resource,
)
from libs.games.fetih.turn import seconds
from libs.games.kit.codec import Malformed, record_from_json
from libs.games.kit.game import Json, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatForm:
    colour: str | None = None
    kind: Player | None = None
    controller: Player | None = None
    connected: bool = True
    missed_turns: int = 0
    status: Status = "playing"
    age: Age = "sword"
    resources: Mapping[str, int] = field(default_factory=dict)
    picked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionForm:
    owner: int | None = None
    resource: Resource | None = None
    number: int | None = None
    units: Mapping[str, int] | None = None
    used: Mapping[str, int] = field(default_factory=dict)
    village: bool = False
    plundered: bool = False
    defence: Defence = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferForm:
    from_: int
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeForm:
    id: int
    from_: int
    to: int | None = None
    give: Mapping[str, int]
    get: Mapping[str, int]
    declined: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsForm:
    seats: int | None = None
    bots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """`deadline` follows from the rest, and is only compared."""

    game: Literal["fetih"] = "fetih"
    options: OptionsForm = OptionsForm()
    phase: Phase = "play"
    order: tuple[int, ...] | None = None
    turn: int | None = None
    round: int | None = None
    rolled: bool | None = None
    picks: int | None = None
    last_roll: tuple[int, int] | None = None
    deadline: Any = None
    bank: Mapping[str, int] = field(default_factory=dict)
    seats: tuple[SeatForm, ...] = ()
    regions: Mapping[str, RegionForm] = field(default_factory=dict)
    alliances: tuple[tuple[int, int], ...] = ()
    alliance_offers: tuple[OfferForm, ...] = ()
    trades: tuple[TradeForm, ...] = ()
    next_trade: int = 1
    out: tuple[int, ...] = ()
    winner: int | None = None
    win_reason: WinReason | None = None
    ranking: tuple[int, ...] = ()


def load(value: Json) -> Position:
    """The position that the JSON describes; ValueError says what is wrong with it."""
    form = record_from_json(Form, value)
    count = form.options.seats if form.options.seats is not None else len(form.seats) or 2
    if not 2 <= count <= len(COLOURS):
        raise Malformed(f"options.seats: 2 to {len(COLOURS)} are expected, not {count}")
    if len(form.seats) > count:
        raise Malformed(f"seats: {count} are expected, not {len(form.seats)}")
    bots = tuple(sorted(form.options.bots))
    seats = [
        _seat(number, form.seats[number] if number < len(form.seats) else SeatForm(), number in bots)
        for number in range(count)
    ]
    order = tuple(range(count)) if form.order is None else form.order
    if sorted(order) != list(range(count)):
        raise Malformed(f"order: each seat once is expected, not {list(order)}")
    draft = form.phase == "draft"
    picks = form.picks if form.picks is not None else (0 if draft else 2 * count)
    position = Position(
        options=Options(seats=count, bots=bots),
        phase=form.phase,
        order=order,
        turn=_turn(form, order, picks),
        round=form.round if form.round is not None else (0 if draft else 2),
        rolled=form.rolled if form.rolled is not None else form.phase == "play",
        picks=picks,
        last_roll=form.last_roll,
        bank=_bank(form.bank, seats),
        seats=tuple(seats),
        regions=_regions(form),
        alliances=tuple(sorted((min(pair), max(pair)) for pair in form.alliances)),
        alliance_offers=tuple(AllianceOffer(offerer=one.from_, to=one.to) for one in form.alliance_offers),
        trades=tuple(_trade(one) for one in form.trades),
        next_trade=max(form.next_trade, *(trade.id + 1 for trade in form.trades), 1),
        out=form.out,
        winner=form.winner,
        win_reason=form.win_reason,
        ranking=form.ranking,
    )
    check(position)
    if form.deadline is not None and dict(form.deadline) != deadline(position):
        raise Malformed(f"deadline: it follows from the rest, and is {deadline(position)}")
    return position


def _turn(form: Form, order: Sequence[int], picks: int) -> int:
    if form.turn is not None:
        return form.turn
    choosers = snake(tuple(order))
    return choosers[picks] if form.phase == "draft" and picks < len(choosers) else order[0]


def _seat(number: int, form: SeatForm, bot: bool) -> Seat:
    if form.colour not in (None, COLOURS[number]):
        raise Malformed(f"seats: seat {number} is {COLOURS[number]}")
    kind = form.kind or ("bot" if bot else "person")
    return Seat(
        kind=kind,
        controller=form.controller or kind,
        connected=form.connected,
        missed_turns=form.missed_turns,
        status=form.status,
        age=form.age,
        resources=_read_counts("resources", RESOURCES, form.resources),
        picked=form.picked,
    )


def _read_counts(what: str, kinds: Sequence[str], form: Mapping[str, int]) -> tuple[int, ...]:
    for kind, number in form.items():
        if kind not in kinds:
            raise Malformed(f"{what}: there is no {kind!r}")
        if number < 0:
            raise Malformed(f"{what}: {number} {kind} cannot be held")
    return counts(kinds, form)


def _bank(form: Mapping[str, int], seats: Sequence[Seat]) -> tuple[int, ...]:
    bank = bank_without([seat.resources for seat in seats])
    given = _read_counts("bank", RESOURCES, form)
    bank = tuple(
        given[place] if resource in form else bank[place] for place, resource in enumerate(RESOURCES)
    )
    if min(bank) < 0:
        raise Malformed("bank: the seats hold more than there is")
    return bank


def _regions(form: Form) -> dict[str, Region]:
    unknown = form.regions.keys() - set(REGIONS)
    if unknown:
        raise Malformed(f"regions: there is no {sorted(unknown)[0]!r}")
    return {
        name: _region(place, form.regions.get(name, RegionForm()), form.phase)
        for place, name in enumerate(REGIONS)
    }


def _region(place: int, form: RegionForm, phase: Phase) -> Region:
    empty = form.owner is not None or phase == "draft"
    if form.units is not None:
        units = _read_counts("units", UNITS, form.units)
    else:
        units = NO_UNITS if empty else NEUTRAL_UNITS
    return Region(
        owner=form.owner,
        # What is left out comes from the plain board.
        resource=form.resource or RESOURCES[place % len(RESOURCES)],
        number=NUMBERS[place % len(NUMBERS)] if form.number is None else form.number,
        units=units,
        used=_read_counts("used", UNITS, form.used),
        village=form.village,
        plundered=form.plundered,
        defence=form.defence,
    )


def _trade(form: TradeForm) -> Trade:
    return Trade(
        id=form.id,
        offerer=form.from_,
        to=form.to,
        give=_read_counts("give", RESOURCES, form.give),
        get=_read_counts("get", RESOURCES, form.get),
        declined=tuple(sorted(form.declined)),
    )


def deadline(position: Position) -> dict[str, Json] | None:
    """What the game waits for (F212)."""
    if position.phase == "over":
        return None
    kind = "pick" if position.phase == "draft" else "turn"
    return {"kind": kind, "seat": position.turn, "seconds": seconds(position)}


def dump(position: Position) -> dict[str, Json]:
    return {
        **public_form(position),
        "seats": [
            {**seat_form(number, seat), "resources": dict(zip(RESOURCES, seat.resources, strict=True))}
            for number, seat in enumerate(position.seats)
        ],
        "regions": {name: dict(region_form(region)) for name, region in position.regions.items()},
        "alliance_offers": [offer_form(offer) for offer in position.alliance_offers],
    }


def public_form(position: Position) -> dict[str, Json]:
    """What everybody may know, but for seats and regions."""
    return {
        "game": "fetih",
        "options": {"seats": position.options.seats, "bots": list(position.options.bots)},
        "phase": position.phase,
        "order": list(position.order),
        "turn": position.turn,
        "round": position.round,
        "rolled": position.rolled,
        "picks": position.picks,
        "last_roll": None if position.last_roll is None else list(position.last_roll),
        "deadline": deadline(position),
        "bank": dict(zip(RESOURCES, position.bank, strict=True)),
        "alliances": [list(pair) for pair in position.alliances],
        "trades": [trade_form(trade) for trade in position.trades],
        "next_trade": position.next_trade,
        "out": list(position.out),
        "winner": position.winner,
        "win_reason": position.win_reason,
        "ranking": list(position.ranking),
    }


def seat_form(number: int, seat: Seat) -> dict[str, Json]:
    """A seat without its hand."""
    return {
        "colour": COLOURS[number],
        "kind": seat.kind,
        "controller": seat.controller,
        "connected": seat.connected,
        "missed_turns": seat.missed_turns,
        "status": seat.status,
        "age": seat.age,
        "picked": list(seat.picked),
    }


@lru_cache(maxsize=8192)
def region_form(region: Region) -> Mapping[str, Json]:
    """A region; the object is shared between views, since most regions stay as they are for long."""
    return {
        "owner": region.owner,
        "resource": region.resource,
        "number": region.number,
        "units": named(UNITS, region.units),
        "used": named(UNITS, region.used),
        "village": region.village,
        "plundered": region.plundered,
        "defence": region.defence,
    }


def offer_form(offer: AllianceOffer) -> dict[str, Json]:
    return {"from": offer.offerer, "to": offer.to}


def trade_form(trade: Trade) -> dict[str, Json]:
    return {
        "id": trade.id,
        "from": trade.offerer,
        "to": trade.to,
        "give": named(RESOURCES, trade.give),
        "get": named(RESOURCES, trade.get),
        "declined": list(trade.declined),
    }
