"""Who is there, and who comes back: rules F92-F94."""

from collections.abc import Sequence
from dataclasses import replace

from libs.games.fetih.events import Event, SeatDisconnected, SeatReconnected
from libs.games.fetih.position import Position, Seat
from libs.games.fetih.rejections import ALREADY_CONNECTED, ALREADY_DISCONNECTED, NOT_A_PERSON
from libs.games.kit.decision import Decision
from libs.games.kit.game import Player
from libs.games.kit.rejection import refuse


def disconnect(decision: Decision[Position, Event], seat: int) -> None:
    person = decision.position.seats[seat]
    refuse(NOT_A_PERSON if person.kind == "bot" else None)
    refuse(None if person.connected else ALREADY_DISCONNECTED)
    decision.record(SeatDisconnected(seat=seat))


def reconnect(decision: Decision[Position, Event], seat: int) -> None:
    person = decision.position.seats[seat]
    refuse(NOT_A_PERSON if person.kind == "bot" else None)
    refuse(ALREADY_CONNECTED if person.connected else None)
    decision.record(SeatReconnected(seat=seat, took_back=person.controller == "bot"))


def seat_disconnected(position: Position, event: SeatDisconnected) -> Position:
    return position.with_seat(event.seat, replace(position.seats[event.seat], connected=False))


def seat_reconnected(position: Position, event: SeatReconnected) -> Position:
    back = replace(position.seats[event.seat], connected=True, missed_turns=0, controller="person")
    return position.with_seat(event.seat, back)


def seated(position: Position, players: Sequence[str]) -> Position:
    """The same game with others on its seats, all of them there."""
    seats = zip(position.seats, players, strict=True)
    bots = tuple(seat for seat, player in enumerate(players) if player != "person")
    return replace(
        position,
        options=replace(position.options, bots=bots),
        seats=tuple(_taken_by(seat, "person" if player == "person" else "bot") for seat, player in seats),
    )


def _taken_by(seat: Seat, player: Player) -> Seat:
    return replace(seat, kind=player, controller=player, connected=True, missed_turns=0)
