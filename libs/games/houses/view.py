"""What one seat may know of a position, and is told of an event: section 11 and the table of section 10."""

from libs.games.houses.events import (
    ActivityDone,
    ActivityVoided,
    AmbushSprung,
    AmbushVoided,
    CharacterBribed,
    CrownsAwarded,
    Event,
    ExtraGranted,
    GameStarted,
    HirelingActed,
    HirelingVoided,
    HouseBecameEnemy,
    OrdersConfirmed,
    OrdersSubmitted,
    PlaceVacated,
    PrestigeChanged,
    ReportSent,
)
from libs.games.houses.orders import house_of
from libs.games.houses.position import Character, Position
from libs.games.houses.position_form import character_form, dump, house_form, public_form, retainer_form
from libs.games.houses.tables import HOUSES
from libs.games.kit.codec import event_to_json
from libs.games.kit.game import Json


def view(position: Position, seat: int | None) -> dict[str, Json]:
    """H100 to H105. Who is ready, and who plays which house, is shown to nobody before the end."""
    you = None if seat is None else _you(position, seat)
    if position.phase == "over":
        return {"you": you, **dump(position)}
    own = None if seat is None else position.seats[seat]
    return {
        "you": you,
        **public_form(position),
        "characters": {
            noble: None if one is None else character_form(one) if one.house == own else _stranger(one)
            for noble, one in position.characters.items()
        },
        "houses": [
            house_form(position.houses[house]) if house == own else _other_house(position, house, own)
            for house in HOUSES
        ],
    }


def _you(position: Position, seat: int) -> dict[str, Json]:
    house = position.seats[seat]
    partners = [other for other in position.seats_of(house) if other != seat]
    return {"seat": seat, "house": house, "partners": partners}


def _stranger(one: Character) -> dict[str, Json]:
    """A noble of another house: a king's attendant was announced (H102)."""
    known: dict[str, Json] = {"house": one.house, "role": one.role}
    if one.role == "king":
        known["retainer"] = retainer_form(one.retainer)
    return known


def _other_house(position: Position, house: int, own: int | None) -> dict[str, Json]:
    """Enemies of the king know each other (H103)."""
    one = position.houses[house]
    known: dict[str, Json] = {"vacancies": [{"role": vacancy.role} for vacancy in one.vacancies]}
    among_enemies = own is not None and position.houses[own].status == one.status == "enemy"
    if one.status in ("ruling", "none") or among_enemies:
        known["status"] = one.status
    return known


def tell(event: Event, position: Position, seat: int | None) -> dict[str, Json] | None:
    own = None if seat is None else position.seats[seat]
    match event:
        case GameStarted():
            told = event_to_json(event)
            del told["seats"]
            return told
        case (
            ActivityDone()
            | ActivityVoided()
            | HirelingActed()
            | HirelingVoided()
            | AmbushSprung()
            | AmbushVoided()
        ):
            return None
        case (
            OrdersSubmitted()
            | OrdersConfirmed()
            | PrestigeChanged()
            | PlaceVacated()
            | CrownsAwarded()
            | ExtraGranted()
            | ReportSent()
        ):
            return event_to_json(event) if own == event.house else None
        case CharacterBribed():
            return event_to_json(event) if own == house_of(event.character) else None
        case HouseBecameEnemy():
            return _tell_of_enemy(event, position, own)
        case _:
            return event_to_json(event)


def _tell_of_enemy(event: HouseBecameEnemy, position: Position, own: int | None) -> dict[str, Json] | None:
    """The house itself hears why; those that are enemies by now hear who (H103)."""
    if own == event.house:
        return event_to_json(event)
    if own is not None and position.houses[own].status == "enemy":
        return {"type": "HouseBecameEnemy", "house": event.house}
    return None
