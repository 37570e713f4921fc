"""The position as JSON (section 14): what is dumped has every field, what is loaded may leave out many."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from libs.games.houses.loading_checks import check
from libs.games.houses.orders import deed_form, house_of, id_order, order_form, read_order
from libs.games.houses.position import (
    Character,
    Extra,
    Forced,
    House,
    Phase,
    Position,
    Result,
    Retainer,
    Sheet,
    StandingOrders,
    Status,
    Throne,
    Vacancy,
    starting_nobles,
)
from libs.games.houses.tables import HOUSES, NOBLE_ID
from libs.games.kit.codec import Malformed, record_from_json, record_to_json
from libs.games.kit.game import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ThroneForm:
    king: str | None = None
    house: int | None = None
    since: int | None = None
    reigns: int | None = None
    barred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandForm:
    character: str
    then: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetForm:
    orders: tuple[Mapping[str, Any], ...] = ()
    confirmed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseForm:
    crowns: int = 0
    status: Status | None = None
    enemy_since: int | None = None
    vacancies: tuple[Vacancy, ...] = ()
    specials_used: tuple[str, ...] = ()
    extra: Extra = House().extra
    standing: StandingOrders = House().standing
    sheet: SheetForm | None = None
    reports: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    turn: int = Position().turn
    phase: Phase = "orders"
    max_turns: int = Position().max_turns
    turn_seconds: int = Position().turn_seconds
    seats: tuple[int, ...] = tuple(HOUSES)
    characters: Mapping[str, Any] = field(default_factory=dict)
    throne: ThroneForm = ThroneForm()
    commands: tuple[CommandForm, ...] = ()
    houses: tuple[HouseForm, ...] = (HouseForm(),) * len(HOUSES)
    announcements: tuple[Any, ...] = ()
    result: Result | None = None


def load(value: Json) -> Position:
    """The position that the JSON describes; ValueError says what is wrong with it."""
    form = record_from_json(Form, value)
    characters = _characters(form.characters)
    throne = _throne(form.throne, form.turn)
    if len(form.houses) != len(HOUSES):
        raise Malformed(f"houses: {len(HOUSES)} are expected, not {len(form.houses)}")
    try:
        position = Position(
            turn=form.turn,
            phase=form.phase,
            max_turns=form.max_turns,
            turn_seconds=form.turn_seconds,
            seats=form.seats,
            characters=MappingProxyType(characters),
            throne=throne,
            commands=tuple(read_order(one.character, one.then) for one in form.commands),
            houses=tuple(_house(number, one, throne, form.turn) for number, one in enumerate(form.houses)),
            announcements=form.announcements,
            result=form.result,
        )
        check(position)
    except (KeyError, TypeError, AttributeError) as error:
        raise Malformed(f"an order is not written as orders are: {error!r}") from None
    return position


def _characters(forms: Mapping[str, Json]) -> dict[str, Character | None]:
    """The nobles given, laid over those of the start."""
    characters: dict[str, Character | None] = dict(starting_nobles())
    for noble, form in forms.items():
        if NOBLE_ID.fullmatch(noble) is None:
            raise Malformed(f"characters: {noble!r} is no noble's id")
        characters[noble] = None if form is None else _character(noble, form, characters.get(noble))
    return {noble: characters[noble] for noble in sorted(characters, key=id_order)}


def _character(noble: str, form: Json, start: Character | None) -> Character:
    if not isinstance(form, dict):
        raise Malformed(f"characters: {noble} is an object or null")
    given = {"house": house_of(noble), **form}
    if start is not None:
        given.setdefault("role", start.role)
    forced = given.pop("forced", None)
    character = record_from_json(Character, given)
    if forced is None:
        return character
    if not isinstance(forced, dict) or type(forced.get("by")) is not int or forced["by"] not in HOUSES:
        raise Malformed(f"characters: {noble} is forced by a house")
    try:
        return replace(character, forced=Forced(by=forced["by"], order=read_order(noble, forced)))
    except (KeyError, TypeError, AttributeError):
        raise Malformed(f"characters: {noble} is forced to no order") from None


def _throne(form: ThroneForm, turn: int) -> Throne:
    house = house_of(form.king) if form.king is not None and NOBLE_ID.fullmatch(form.king) else None
    house = house if form.house is None else form.house
    return Throne(
        king=form.king,
        house=house,
        since=turn - 1 if form.since is None and house is not None else form.since,
        reigns=(0 if form.king is None else 1) if form.reigns is None else form.reigns,
        barred=form.barred,
    )


def _house(number: int, form: HouseForm, throne: Throne, turn: int) -> House:
    status: Status = "none"
    if form.status is not None:
        status = form.status
    elif throne.house is not None:
        status = "ruling" if number == throne.house else "loyal"
    since = turn - 1 if status == "enemy" and form.enemy_since is None else form.enemy_since
    sheet = None
    if form.sheet is not None:
        orders = tuple(read_order(one["by"], one) for one in form.sheet.orders)
        sheet = Sheet(orders=orders, confirmed=tuple(sorted(form.sheet.confirmed)))
    return House(
        crowns=form.crowns,
        status=status,
        enemy_since=since,
        vacancies=form.vacancies,
        specials_used=form.specials_used,
        extra=form.extra,
        standing=form.standing,
        sheet=sheet,
        reports=form.reports,
    )


def dump(position: Position) -> dict[str, Json]:
    return {
        **public_form(position),
        "seats": list(position.seats),
        "characters": {
            noble: None if one is None else character_form(one) for noble, one in position.characters.items()
        },
        "houses": [house_form(house) for house in position.houses],
    }


def public_form(position: Position) -> dict[str, Json]:
    """What everybody may know, but for nobles and houses."""
    return {
        "turn": position.turn,
        "phase": position.phase,
        "max_turns": position.max_turns,
        "turn_seconds": position.turn_seconds,
        "throne": record_to_json(position.throne),
        "commands": [{"character": order.by, "then": deed_form(order)} for order in position.commands],
        "announcements": list(position.announcements),
        "result": None if position.result is None else record_to_json(position.result),
    }


def character_form(one: Character) -> dict[str, Json]:
    forced = one.forced
    return {
        "house": one.house,
        "role": one.role,
        "prestige": one.prestige,
        "limited_turn": one.limited_turn,
        "forced": None if forced is None else {"by": forced.by, **deed_form(forced.order)},
        "retainer": retainer_form(one.retainer),
        "veto_used": one.veto_used,
    }


def retainer_form(retainer: Retainer | None) -> dict[str, Json] | None:
    return None if retainer is None else record_to_json(retainer)


def house_form(house: House) -> dict[str, Json]:
    return {
        "crowns": house.crowns,
        "status": house.status,
        "enemy_since": house.enemy_since,
        "vacancies": [record_to_json(vacancy) for vacancy in house.vacancies],
        "specials_used": list(house.specials_used),
        "extra": record_to_json(house.extra),
        "standing": record_to_json(house.standing),
        "sheet": None if house.sheet is None else sheet_form(house.sheet),
        "reports": list(house.reports),
    }


def sheet_form(sheet: Sheet) -> dict[str, Json]:
    return {
        "orders": [order_form(order) for order in sheet.orders],
        "confirmed": list(sheet.confirmed),
    }
