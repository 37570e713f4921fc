"""Alliances, their offers and their price: rules F74-F78a and F209."""

from dataclasses import replace

from libs.games.fetih.commands import BreakAlliance
from libs.games.fetih.counts import counts, covers
from libs.games.fetih.events import (
    AllianceBroken,
    AllianceDeclined,
    AllianceFormed,
    AllianceOffered,
    AllianceOfferExpired,
    Event,
)
from libs.games.fetih.position import AllianceOffer, Position
from libs.games.fetih.rejections import (
    ALREADY_ALLIED,
    ALREADY_OFFERED,
    BAD_TARGET,
    CANNOT_AFFORD,
    NO_SUCH_OFFER,
    NOT_ALLIED,
    WRONG_PRICE,
)
from libs.games.fetih.rights import action_refusal, answer_refusal
from libs.games.fetih.tables import BALANCE, RESOURCES
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import Rejection, refuse

OneDecision = Decision[Position, Event]


def has_offered(position: Position, offerer: int, to: int) -> bool:
    return AllianceOffer(offerer=offerer, to=to) in position.alliance_offers


def alliance_refusal(position: Position, seat: int, to: int) -> Rejection | None:
    """Why that seat may not offer an alliance to the other, on its turn, or None if it may."""
    if to == seat or position.seats[to].status != "playing":
        return BAD_TARGET
    if position.are_allied(seat, to):
        return ALREADY_ALLIED
    return ALREADY_OFFERED if has_offered(position, seat, to) else None


def breaking_refusal(position: Position, seat: int, command: BreakAlliance) -> Rejection | None:
    """Why that seat may not break that alliance at that price, on its turn, or None if it may (F76)."""
    if not position.are_allied(seat, command.with_):
        return NOT_ALLIED
    if sum(command.pay.values()) != BALANCE.betrayal_price:
        return WRONG_PRICE
    return None if covers(position.hand(seat), counts(RESOURCES, command.pay)) else CANNOT_AFFORD


def offer_alliance(decision: OneDecision, seat: int, to: int) -> None:
    refuse(action_refusal(decision.position, seat))
    refuse(alliance_refusal(decision.position, seat, to))
    crossing = has_offered(decision.position, to, seat)
    decision.record(AllianceOffered(from_=seat, to=to))
    if crossing:
        _ally(decision, seat, to)


def accept_alliance(decision: OneDecision, seat: int, offerer: int) -> None:
    refuse(answer_refusal(decision.position, seat))
    refuse(None if has_offered(decision.position, offerer, seat) else NO_SUCH_OFFER)
    _ally(decision, seat, offerer)


def _ally(decision: OneDecision, one: int, other: int) -> None:
    decision.record(AllianceFormed(seats=(min(one, other), max(one, other))))


def decline_alliance(decision: OneDecision, seat: int, offerer: int) -> None:
    refuse(answer_refusal(decision.position, seat))
    refuse(None if has_offered(decision.position, offerer, seat) else NO_SUCH_OFFER)
    decision.record(AllianceDeclined(from_=offerer, to=seat))


def break_alliance(decision: OneDecision, seat: int, command: BreakAlliance) -> None:
    refuse(action_refusal(decision.position, seat))
    refuse(breaking_refusal(decision.position, seat, command))
    decision.record(
        AllianceBroken(
            seat=seat, other=command.with_, paid=dict(command.pay), count=sum(command.pay.values())
        )
    )


def alliance_offered(position: Position, event: AllianceOffered) -> Position:
    offer = AllianceOffer(offerer=event.from_, to=event.to)
    return replace(position, alliance_offers=(*position.alliance_offers, offer))


def alliance_offer_gone(position: Position, event: AllianceDeclined | AllianceOfferExpired) -> Position:
    gone = AllianceOffer(offerer=event.from_, to=event.to)
    return replace(
        position, alliance_offers=tuple(offer for offer in position.alliance_offers if offer != gone)
    )


def alliance_formed(position: Position, event: AllianceFormed) -> Position:
    pair = set(event.seats)
    return replace(
        position,
        alliances=tuple(sorted((*position.alliances, event.seats))),
        alliance_offers=tuple(
            offer for offer in position.alliance_offers if {offer.offerer, offer.to} != pair
        ),
    )


def alliance_broken(position: Position, event: AllianceBroken) -> Position:
    pair = (min(event.seat, event.other), max(event.seat, event.other))
    position = position.handed(event.seat, event.other, counts(RESOURCES, event.paid))
    return replace(position, alliances=tuple(one for one in position.alliances if one != pair))
