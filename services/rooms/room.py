"""A room folded from its lobby events."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, assert_never

from libs.events.commands import Fork
from libs.events.lobby import (
    BotAdded,
    BotRemoved,
    Closed,
    Kicked,
    LobbyEvent,
    Muted,
    Opened,
    OwnerChanged,
    SeatLeft,
    SeatTaken,
    SeedGiven,
    Started,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat of the room: free, a person's or a bot's.

    joined  when the person first sat down in the room, in Unix milliseconds
    left    after the start: the person went; the seat stays theirs to come back to
    seed    the person's opened seed (hex), after the start
    """

    person: str | None = None
    bot: str | None = None
    seed_hash: str | None = None
    joined: int = 0
    left: bool = False
    seed: str | None = None

    @property
    def is_free(self) -> bool:
        return self.person is None and self.bot is None


FREE = Place()


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What the lobby's events make of a room. `start` is the id of the engine's start command.

    fork    where its game goes on from, if it does not begin from the start
    """

    id: str
    code: str
    watch: str
    game: str
    options: dict[str, Any]
    owner: str
    listed: bool
    opened_at: int
    places: tuple[Place, ...]
    fork: Fork | None = None
    banned: frozenset[str] = frozenset()
    muted: frozenset[str] = frozenset()
    start: str | None = None
    started_at: int = 0
    commitment: str | None = None
    closed: str | None = None

    def place_of(self, person: str) -> int | None:
        """The seat of a person, also of one who left a game under way."""
        for seat, place in enumerate(self.places):
            if place.person == person:
                return seat
        return None

    def seat_of(self, person: str | None) -> int | None:
        """The seat that a person plays now."""
        seat = None if person is None else self.place_of(person)
        return None if seat is None or self.places[seat].left else seat

    @property
    def has_started(self) -> bool:
        return self.start is not None

    @property
    def persons(self) -> tuple[tuple[int, str], ...]:
        """Seat and person of everybody who sits here and has not left."""
        return tuple(
            (seat, place.person)
            for seat, place in enumerate(self.places)
            if place.person is not None and not place.left
        )

    def with_place(self, seat: int, place: Place) -> "Room":
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))


class Unopened(ValueError):
    """Events of a room whose opening is not among them."""


def fold(room: Room | None, id: str, events: Iterable[LobbyEvent]) -> Room:
    """The room after these events; the first event of a room opens it."""
    for event in events:
        room = opened(id, event) if isinstance(event, Opened) else evolve(_known(room), event)
    return _known(room)


def _known(room: Room | None) -> Room:
    if room is None:
        raise Unopened
    return room


def opened(id: str, event: Opened) -> Room:
    return Room(
        id=id,
        code=event.code,
        watch=event.watch,
        game=event.game,
        options=event.options,
        owner=event.owner,
        listed=event.listed,
        opened_at=event.at,
        places=(FREE,) * event.seats,
        fork=event.fork,
    )


def evolve(room: Room, event: LobbyEvent) -> Room:
    """The fold: it copies facts and refuses nothing."""
    match event:
        case SeatTaken():
            return seat_taken(room, event)
        case SeatLeft():
            return seat_left(room, event)
        case BotAdded():
            return room.with_place(event.seat, Place(bot=event.bot))
        case BotRemoved():
            return room.with_place(event.seat, FREE)
        case Kicked():
            return kicked(room, event)
        case OwnerChanged():
            return replace(room, owner=event.owner)
        case Muted():
            changed = room.muted | {event.person} if event.muted else room.muted - {event.person}
            return replace(room, muted=changed)
        case Started():
            return started(room, event)
        case SeedGiven():
            return room.with_place(event.seat, replace(room.places[event.seat], seed=event.seed))
        case Closed():
            return replace(room, closed=event.reason)
        case Opened():
            return room
        case _:
            assert_never(event)


def seat_taken(room: Room, event: SeatTaken) -> Room:
    if room.has_started:
        return room.with_place(event.seat, replace(room.places[event.seat], left=False))
    place = Place(person=event.person, seed_hash=event.seed_hash, joined=event.at)
    return room.with_place(event.seat, place)


def seat_left(room: Room, event: SeatLeft) -> Room:
    if room.has_started:
        return room.with_place(event.seat, replace(room.places[event.seat], left=True))
    return room.with_place(event.seat, FREE)


def kicked(room: Room, event: Kicked) -> Room:
    if event.seat is not None:
        room = room.with_place(event.seat, FREE)
    return replace(room, banned=room.banned | {event.person})


def started(room: Room, event: Started) -> Room:
    joined = {place.person: place.joined for place in room.places if place.person is not None}
    places = tuple(
        Place(
            person=seat.person,
            bot=seat.bot,
            seed_hash=seat.seed_hash,
            joined=joined.get(seat.person, event.at) if seat.person is not None else 0,
        )
        for seat in event.seats
    )
    return replace(room, places=places, start=event.start, started_at=event.at, commitment=event.commitment)
