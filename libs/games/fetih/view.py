"""What one seat may know, and what it is told: section 15 and the secrets of section 13."""

from libs.games.fetih.draft import pickable
from libs.games.fetih.events import (
    AllianceBroken,
    AllianceDeclined,
    AllianceOffered,
    AllianceOfferExpired,
    Event,
    ResourcePlundered,
    ResourcesInherited,
)
from libs.games.fetih.position import Position, continent_owner
from libs.games.fetih.position_form import offer_form, public_form, region_form, seat_form
from libs.games.fetih.production import bonus_resources
from libs.games.fetih.tables import CONTINENTS, RESOURCES
from libs.games.fetih.winning import claims
from libs.games.kit.codec import event_to_json
from libs.games.kit.game import Json


def view(position: Position, seat: int | None) -> dict[str, Json]:
    return {
        "you": seat,
        **public_form(position),
        "seats": [_seat(position, number, seat) for number in range(len(position.seats))],
        "regions": {name: region_form(region) for name, region in position.regions.items()},
        "continents": _continents(position),
        "claims": claims(position),
        "alliance_offers": [
            offer_form(offer) for offer in position.alliance_offers if seat in (offer.offerer, offer.to)
        ],
        "pickable": [] if seat is None else pickable(position, seat),
    }


def _seat(position: Position, number: int, viewer: int | None) -> dict[str, Json]:
    seat = position.seats[number]
    known = seat_form(number, seat)
    known["resource_count"] = sum(seat.resources)
    if number == viewer:
        known["resources"] = dict(zip(RESOURCES, seat.resources, strict=True))
    return known


def _continents(position: Position) -> dict[str, Json]:
    resources = bonus_resources(position)
    return {
        continent.id: {
            "owner": continent_owner(position, continent.regions),
            "points": continent.points,
            "resource": resources[continent.id],
        }
        for continent in CONTINENTS
    }


def tell(event: Event, position: Position, seat: int | None) -> dict[str, Json] | None:
    """What that seat is told of the event: all of it, all but the secret field, or nothing."""
    told = event_to_json(event)
    match event:
        case AllianceOffered() | AllianceDeclined() | AllianceOfferExpired():
            return told if seat in (event.from_, event.to) else None
        case ResourcePlundered() if seat not in (event.seat, event.from_):
            del told["resource"]
        case ResourcesInherited() if seat not in (event.seat, event.from_):
            del told["resources"]
        case AllianceBroken() if seat not in (event.seat, event.other):
            del told["paid"]
        case _:
            pass
    return told
