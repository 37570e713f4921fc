"""What may be done to a room: each function refuses, or gives the events of the request. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from libs.events.commands import Fork
from libs.events.lobby import (
    NOBODY,
    BotAdded,
    BotRemoved,
    Closed,
    FrozenSeat,
    Kicked,
    LobbyEvent,
    Muted,
    Opened,
    OwnerChanged,
    Person,
    SeatLeft,
    SeatTaken,
    SeedGiven,
    Started,
)
from services.rooms.refusals import (
    ALREADY_STARTED,
    BAD_SEED,
    NO_SEED_EXPECTED,
    NO_SUCH_ROOM,
    NO_SUCH_SEAT,
    NOT_A_MEMBER,
    NOT_OWNER,
    REMOVED_FROM_ROOM,
    ROOM_FULL,
    SEAT_TAKEN,
    TOO_FEW_PLAYERS,
    Refusal,
    refuse,
)
from services.rooms.room import Place, Room, fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A room as it is to be opened, checked against its game; `bots` sit down beside the owner at once.

    `seat` is the owner's; `fork`: its game is to go on from another one.
    """

    code: str
    watch: str
    game: str
    options: dict[str, Any]
    seats: int
    listed: bool
    seed_hash: str | None
    bots: tuple[str, ...] = ()
    seat: int = 0
    fork: Fork | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Engagement:
    """What the engine commits itself to before a start, and the id that the start command will have."""

    start: str
    key: str
    commitment: str


Events = Sequence[LobbyEvent]


def open_room(owner: Person, opening: Opening, now: int) -> Events:
    """The owner sits down, unless it is NOBODY; a seat is left for a person in any case."""
    refuse(ROOM_FULL if len(opening.bots) >= opening.seats else None)
    refuse(NO_SUCH_SEAT if opening.seat >= opening.seats else None)
    opened = Opened(
        at=now,
        code=opening.code,
        watch=opening.watch,
        game=opening.game,
        options=opening.options,
        seats=opening.seats,
        owner=owner,
        listed=opening.listed,
        fork=opening.fork,
    )
    taken = SeatTaken(at=now, seat=opening.seat, person=owner, seed_hash=opening.seed_hash)
    sits = [] if owner == NOBODY else [taken]
    free = [seat for seat in range(opening.seats) if not sits or seat != opening.seat]
    bots = zip(free, opening.bots, strict=False)
    return [opened, *sits, *(BotAdded(at=now, seat=seat, bot=kind) for seat, kind in bots)]


def entry_refusal(room: Room, person: str | None) -> Refusal | None:
    """Why that person may not come near this room at all."""
    return NO_SUCH_ROOM if room.closed is not None else ban_refusal(room, person)


def ban_refusal(room: Room, person: str | None) -> Refusal | None:
    """Why that person may not even watch again what was played there."""
    return REMOVED_FROM_ROOM if person in room.banned else None


def owner_refusal(room: Room, person: str) -> Refusal | None:
    """Why that person may not do what an owner may do before the start.

    After it everybody is answered alike: who owns the room tells who has gone, which may be hidden.
    """
    refusal = entry_refusal(room, person)
    if refusal is not None:
        return refusal
    if room.has_started:
        return ALREADY_STARTED
    return NOT_OWNER if room.owner != person else None


def free_seat(room: Room, wanted: int | None) -> int:
    """The wanted seat, or the lowest free one. Raises Denied."""
    if wanted is not None:
        refuse(NO_SUCH_SEAT if wanted >= len(room.places) else None)
        refuse(None if room.places[wanted].is_free else SEAT_TAKEN)
        return wanted
    free = [seat for seat, place in enumerate(room.places) if place.is_free]
    refuse(None if free else ROOM_FULL)
    return free[0]


def sit(room: Room, person: str, wanted: int | None, seed_hash: str | None, now: int) -> Events:
    """Who sits already changes nothing; who left a game under way comes back to the same seat.

    The first to sit down in a room of nobody's is its owner.
    """
    refuse(entry_refusal(room, person))
    seat = room.place_of(person)
    if seat is None:
        refuse(ALREADY_STARTED if room.has_started else None)
        taken = SeatTaken(at=now, seat=free_seat(room, wanted), person=person, seed_hash=seed_hash)
        return [taken, OwnerChanged(at=now, owner=person)] if room.owner == NOBODY else [taken]
    return come_back(room, person, now)


def come_back(room: Room, person: str, now: int) -> Events:
    """Who left a game under way takes the seat again; for all others nothing changes."""
    seat = room.place_of(person)
    if seat is None or not room.places[seat].left:
        return []
    return [SeatTaken(at=now, seat=seat, person=person, seed_hash=None)]


def add_bot(room: Room, person: str, kind: str, wanted: int | None, now: int) -> Events:
    refuse(owner_refusal(room, person))
    return [BotAdded(at=now, seat=free_seat(room, wanted), bot=kind)]


def clear_seat(room: Room, person: str, seat: int, connected: Collection[str], now: int) -> Events:
    """Leave one's own seat, or as the owner send away who sits on another."""
    refuse(entry_refusal(room, person))
    refuse(NO_SUCH_SEAT if seat >= len(room.places) else None)
    if room.seat_of(person) == seat:
        return leave(room, person, connected, now)
    refuse(owner_refusal(room, person))
    return remove(room, seat, now)


def leave(room: Room, person: str, connected: Collection[str], now: int) -> Events:
    """The person goes. The owner's place passes on; a waiting room without anybody is closed."""
    seat = room.seat_of(person)
    if seat is None:
        refuse(NOT_A_MEMBER)
        return []
    events: list[LobbyEvent] = [SeatLeft(at=now, seat=seat, person=person)]
    after = fold(room, room.id, events)
    if not after.persons and not room.has_started:
        return [*events, Closed(at=now, reason="empty")]
    if room.owner == person:
        events += pass_ownership(after, connected, now)
    return events


def depart(room: Room, person: str, connected: Collection[str], now: int) -> Events:
    """The person is gone from everywhere: as if they had left, where they have not left already."""
    return (
        [] if room.closed is not None or room.seat_of(person) is None else leave(room, person, connected, now)
    )


def remove(room: Room, seat: int, now: int) -> Events:
    place = room.places[seat]
    if place.bot is not None:
        return [BotRemoved(at=now, seat=seat)]
    refuse(NO_SUCH_SEAT if place.person is None else None)
    return [Kicked(at=now, seat=seat, person=str(place.person))]


def heir(room: Room, connected: Collection[str]) -> str | None:
    """Who becomes owner after the present one: the connected before the others, then who came first."""
    others = [
        (place.person not in connected, place.joined, seat, place.person)
        for seat, place in enumerate(room.places)
        if place.person is not None and not place.left and place.person != room.owner
    ]
    return min(others)[3] if others else None


def pass_ownership(room: Room, connected: Collection[str], now: int) -> Events:
    successor = heir(room, connected)
    return [] if successor is None else [OwnerChanged(at=now, owner=successor)]


def start_refusal(room: Room, person: str, least: int) -> Refusal | None:
    refusal = owner_refusal(room, person)
    if refusal is not None:
        return refusal
    taken = sum(not place.is_free for place in room.places)
    return TOO_FEW_PLAYERS if taken < least else None


def start(room: Room, person: str, least: int, engagement: Engagement, now: int) -> Events:
    """The seats are renumbered without gaps, in the order of the places, and frozen."""
    refuse(start_refusal(room, person, least))
    return [
        Started(
            at=now,
            start=engagement.start,
            seats=tuple(_frozen(place) for place in room.places if not place.is_free),
            key=engagement.key,
            commitment=engagement.commitment,
        )
    ]


def _frozen(place: Place) -> FrozenSeat:
    return FrozenSeat(person=place.person, bot=place.bot, seed_hash=place.seed_hash)


def give_seed(room: Room, person: str, seed: str, now: int) -> Events:
    """A person opens the seed that was promised; the same one twice changes nothing."""
    refuse(entry_refusal(room, person))
    seat = room.seat_of(person)
    if seat is None or not room.has_started or room.places[seat].seed_hash is None:
        refuse(NO_SEED_EXPECTED)
        return []
    place = room.places[seat]
    if place.seed == seed:
        return []
    refuse(NO_SEED_EXPECTED if place.seed is not None else None)
    refuse(None if sha256(bytes.fromhex(seed)).hexdigest() == place.seed_hash else BAD_SEED)
    return [SeedGiven(at=now, seat=seat, seed=seed)]


def missing_seeds(room: Room) -> tuple[int, ...]:
    """The seats whose person promised a seed and has not opened it yet."""
    return tuple(
        seat
        for seat, place in enumerate(room.places)
        if place.seed_hash is not None and place.seed is None and not place.left
    )


def mute(room: Room, person: str, seat: int, muted: bool, now: int) -> Events:
    refuse(entry_refusal(room, person))
    refuse(None if room.owner == person else NOT_OWNER)
    target = room.places[seat].person if seat < len(room.places) else None
    if target is None:
        refuse(NO_SUCH_SEAT)
        return []
    return [] if (target in room.muted) == muted else [Muted(at=now, person=target, muted=muted)]


def close(room: Room, person: str, now: int) -> Events:
    refuse(owner_refusal(room, person))
    return [Closed(at=now, reason="owner")]
