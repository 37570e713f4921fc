"""What each event changes in the position; nothing is decided here (section 10)."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any, assert_never

from libs.games.houses.events import (
    ActivityDone,
    ActivityVoided,
    AmbushSprung,
    AmbushVoided,
    AnnouncementMade,
    CharacterBribed,
    CharacterCommanded,
    CharacterDied,
    CharacterJoined,
    CharacterLeft,
    CharacterMovedRole,
    CrownsAwarded,
    Event,
    ExtraGranted,
    GameEnded,
    GameStarted,
    HirelingActed,
    HirelingVoided,
    HouseBecameEnemy,
    KingCrowned,
    KingDeposed,
    OrdersConfirmed,
    OrdersSubmitted,
    PlaceVacated,
    PrestigeChanged,
    ReportSent,
    ThroneVacant,
    TurnBegan,
    TurnClosed,
    VetoUsed,
)
from libs.games.houses.orders import id_order, read_order
from libs.games.houses.position import (
    Character,
    Extra,
    Forced,
    House,
    Position,
    Result,
    Retainer,
    Sheet,
    Throne,
    Vacancy,
)
from libs.games.houses.tables import ACTIVITIES, HOUSES


def evolve(position: Position, event: Event) -> Position:
    match event:
        case PrestigeChanged():
            noble = position.living(event.character)
            return position.with_character(event.character, replace(noble, prestige=event.prestige))
        case ActivityDone():
            return _activity_done(position, event)
        case ReportSent():
            house = position.houses[event.house]
            return position.with_house(event.house, replace(house, reports=(*house.reports, event.report)))
        case AnnouncementMade():
            return replace(position, announcements=(*position.announcements, event.announcement))
        case ActivityVoided() | HirelingActed() | HirelingVoided() | AmbushSprung() | AmbushVoided():
            # What came of them stands in other events.
            return position
        case OrdersSubmitted():
            return _orders_submitted(position, event)
        case OrdersConfirmed():
            return _orders_confirmed(position, event)
        case GameStarted():
            return Position(
                seats=event.seats,
                turn=event.turn,
                max_turns=event.max_turns,
                turn_seconds=event.turn_seconds,
            )
        case TurnClosed():
            return _turn_closed(position)
        case TurnBegan():
            return replace(_without_sheets(position), turn=event.turn)
        case GameEnded():
            result = Result(winners=event.winners, cause=event.cause)
            return replace(_without_sheets(position), phase="over", result=result)
        case (
            KingDeposed()
            | CharacterLeft()
            | KingCrowned()
            | CharacterJoined()
            | VetoUsed()
            | CharacterDied()
            | CharacterMovedRole()
        ):
            return _noble_event(position, event)
        case ThroneVacant():
            throne = replace(position.throne, house=None, since=None)
            houses = tuple(replace(house, status="none", enemy_since=None) for house in position.houses)
            return replace(position, throne=throne, houses=houses, commands=())
        case HouseBecameEnemy():
            house = replace(position.houses[event.house], status="enemy", enemy_since=position.turn)
            return position.with_house(event.house, house)
        case PlaceVacated():
            house = position.houses[event.house]
            vacancies = (*house.vacancies, Vacancy(role=event.role, returns=event.returns))
            return position.with_house(event.house, replace(house, vacancies=vacancies))
        case CrownsAwarded():
            house = replace(position.houses[event.house], crowns=event.total)
            return position.with_house(event.house, house)
        case CharacterCommanded():
            order = read_order(event.character, event.then)
            return replace(position, commands=(*position.commands, order))
        case CharacterBribed():
            forced = Forced(by=event.by_house, order=read_order(event.character, event.then))
            noble = replace(position.living(event.character), forced=forced)
            return position.with_character(event.character, noble)
        case ExtraGranted():
            house = position.houses[event.house]
            extra = Extra(
                favour=house.extra.favour or event.kind == "favour",
                trade=house.extra.trade or event.kind == "trade",
            )
            return position.with_house(event.house, replace(house, extra=extra))
        case _:
            assert_never(event)


def _orders_submitted(position: Position, event: OrdersSubmitted) -> Position:
    house = position.houses[event.house]
    sheet = Sheet(
        orders=tuple(read_order(form["by"], form) for form in event.orders), confirmed=(event.seat,)
    )
    standing = house.standing
    if event.standing is not None:
        given: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in event.standing.items()
        }
        standing = replace(standing, **given)
    return position.with_house(event.house, replace(house, sheet=sheet, standing=standing))


def _orders_confirmed(position: Position, event: OrdersConfirmed) -> Position:
    house = position.houses[event.house]
    assert house.sheet is not None, "only a sheet that is there is confirmed"
    sheet = replace(house.sheet, confirmed=tuple(sorted((*house.sheet.confirmed, event.seat))))
    return position.with_house(event.house, replace(house, sheet=sheet))


def _turn_closed(position: Position) -> Position:
    """What was due this turn is gone from the position (H99b)."""
    freed = {
        noble: one if one is None or one.forced is None else replace(one, forced=None)
        for noble, one in position.characters.items()
    }
    houses = tuple(replace(house, extra=Extra()) for house in position.houses)
    return replace(position, characters=freed, houses=houses, commands=())


def _without_sheets(position: Position) -> Position:
    return replace(position, houses=tuple(replace(house, sheet=None) for house in position.houses))


def _activity_done(position: Position, event: ActivityDone) -> Position:
    activity = ACTIVITIES[event.activity]
    noble = position.living(event.by)
    if activity.is_limited:
        noble = replace(noble, limited_turn=position.turn)
    if event.activity in ("appoint_attendant", "appoint_servant"):
        assert event.hireling is not None, "an appointment names its hireling"
        noble = replace(noble, retainer=Retainer(hireling=event.hireling, since=position.turn))
    if noble is not position.characters[event.by]:
        position = position.with_character(event.by, noble)
    if activity.kind == "special" and event.outcome == "done":
        house = position.houses[event.house]
        used = (*house.specials_used, event.activity)
        position = position.with_house(event.house, replace(house, specials_used=used))
    return position


def _noble_event(
    position: Position,
    event: KingDeposed
    | CharacterLeft
    | KingCrowned
    | CharacterJoined
    | VetoUsed
    | CharacterDied
    | CharacterMovedRole,
) -> Position:
    match event:
        case KingDeposed():
            return _king_deposed(position, event)
        case KingCrowned():
            return _king_crowned(position, event)
        case CharacterLeft():
            return position.with_character(event.character, None)
        case CharacterDied():
            if position.throne.king == event.character:
                position = replace(position, throne=replace(position.throne, king=None))
            return position.with_character(event.character, None)
        case CharacterJoined():
            position = _filled(position, event.house, event.role)
            joined = {**position.characters, event.character: Character(house=event.house, role=event.role)}
            in_order = {noble: joined[noble] for noble in sorted(joined, key=id_order)}
            return replace(position, characters=MappingProxyType(in_order))
        case CharacterMovedRole():
            position = _filled(position, event.house, event.to)
            noble = replace(position.living(event.character), role=event.to, retainer=None)
            return position.with_character(event.character, noble)
        case VetoUsed():
            vizier = replace(position.living(event.vizier), veto_used=True)
            throne = replace(position.throne, barred=(*position.throne.barred, event.against))
            return replace(position.with_character(event.vizier, vizier), throne=throne)
        case _:
            assert_never(event)


def _king_deposed(position: Position, event: KingDeposed) -> Position:
    noble = None
    if event.became is not None:
        position = _filled(position, event.house, event.became)
        noble = replace(position.living(event.character), role=event.became, retainer=None)
    position = position.with_character(event.character, noble)
    throne = replace(position.throne, king=None, barred=(*position.throne.barred, event.character))
    return replace(position, throne=throne)


def _king_crowned(position: Position, event: KingCrowned) -> Position:
    noble = replace(position.living(event.character), role="king", retainer=None)
    position = position.with_character(event.character, noble)
    throne = replace(position.throne, king=event.character, reigns=position.throne.reigns + 1, barred=())
    if not event.new_house:
        return replace(position, throne=throne)
    throne = Throne(king=throne.king, house=event.house, since=position.turn, reigns=throne.reigns)
    houses = tuple(
        replace(
            position.houses[number],
            status="ruling" if number == event.house else "loyal",
            enemy_since=None,
        )
        for number in HOUSES
    )
    return replace(position, throne=throne, houses=houses, commands=())


def _filled(position: Position, number: int, role: str) -> Position:
    """The place is empty no longer."""
    house: House = position.houses[number]
    vacancies = tuple(vacancy for vacancy in house.vacancies if vacancy.role != role)
    if vacancies == house.vacancies:
        return position
    return position.with_house(number, replace(house, vacancies=vacancies))
