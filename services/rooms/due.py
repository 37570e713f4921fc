"""What a room needs done now, and when to look again: start, absences, ownership, idleness. Pure."""

from collections.abc import Collection
from dataclasses import dataclass

from libs.events.tables import TableFact
from libs.runtime.lobby_rules import EVERY_GAME, LobbyRules
from services.rooms.lobby import heir, missing_seeds
from services.rooms.presence import Presence
from services.rooms.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Milliseconds. `absent_after` replaces the game's own time where it is not None."""

    seed_window: int
    owner_away: int
    idle_after: int
    absent_after: int | None


@dataclass(frozen=True, slots=True)
class BeginGame:
    """The seeds are given, or their time is over: the engine is to start the game."""


@dataclass(frozen=True, slots=True)
class TellLeft:
    """The engine is to be told that a seat's person is gone."""

    seat: int


@dataclass(frozen=True, slots=True)
class TellReturned:
    seat: int


@dataclass(frozen=True, slots=True)
class PassOwnership:
    pass


@dataclass(frozen=True, slots=True)
class FreePlace:
    """Who stays away from a waiting room has left it."""

    person: str


@dataclass(frozen=True, slots=True)
class CloseIdle:
    pass


OVERDUE = 1_000
"""Milliseconds after which a game should have begun: whoever looks after its room may be dead."""

Action = BeginGame | TellLeft | TellReturned | PassOwnership | FreePlace | CloseIdle


def due(
    room: Room,
    fact: TableFact | None,
    told_left: Collection[int],
    presence: Presence,
    timings: Timings,
    now: int,
    *,
    by_platform: bool,
    rules: LobbyRules = EVERY_GAME,
) -> tuple[list[Action], int | None]:
    """The actions that are due, and the next time at which one may be by the mere passing of time.

    `told_left` are the seats of which the engine was told that their person is gone. `by_platform`: a bot
    plays a person's seat only because the person is gone; a game's own rule may have other reasons.
    """
    agenda: list[tuple[int, Action]] = []
    agenda.append((_idle_since(room, presence) + timings.idle_after, CloseIdle()))
    if not room.has_started:
        agenda += _waiting(room, presence, timings)
    elif fact is None:
        agenda.append((_begins_at(room, timings), BeginGame()))
    elif fact.over_at is None:
        agenda += _playing(room, fact, told_left, presence, timings, by_platform, rules)
    agenda += _ownership(room, presence, timings)
    later = [at for at, _ in agenda if now < at < NEVER]
    return [action for at, action in agenda if at <= now], min(later, default=None)


def overdue_start(room: Room, fact: TableFact | None, timings: Timings) -> int | None:
    """From when on every process begins this room's game, not only the one that looks after it."""
    if not room.has_started or fact is not None:
        return None
    return max(_begins_at(room, timings), room.started_at) + OVERDUE


def _begins_at(room: Room, timings: Timings) -> int:
    return room.started_at + timings.seed_window if missing_seeds(room) else 0


NEVER = 1 << 62
"""Later than any time: whoever is connected is not gone."""


def _idle_since(room: Room, presence: Presence) -> int:
    """Since when no person of the room has been connected; far ahead while one is."""
    gone = [
        _gone_since(room, place.person, place.joined, presence)
        for place in room.places
        if place.person is not None
    ]
    return max(gone, default=room.opened_at)


def _gone_since(room: Room, person: str, joined: int, presence: Presence) -> int:
    if presence.is_connected(room.id, person):
        return NEVER
    return presence.gone_since(room.id, person, joined)


def _waiting(room: Room, presence: Presence, timings: Timings) -> list[tuple[int, Action]]:
    return [
        (
            _gone_since(room, person, room.places[seat].joined, presence) + timings.idle_after,
            FreePlace(person),
        )
        for seat, person in room.persons
    ]


def _playing(
    room: Room,
    fact: TableFact,
    told_left: Collection[int],
    presence: Presence,
    timings: Timings,
    by_platform: bool,
    rules: LobbyRules,
) -> list[tuple[int, Action]]:
    """Who is gone long enough is reported to the engine; who is back, too, should that have been missed."""
    after = round(fact.absent_after * 1000) if timings.absent_after is None else timings.absent_after
    agenda: list[tuple[int, Action]] = []
    for seat, place in enumerate(room.places):
        if place.person is None:
            continue
        known_gone = seat in told_left or (by_platform and fact.players[seat] == "bot")
        since = 0 if place.left else _gone_since(room, place.person, place.joined, presence)
        if since == NEVER and known_gone:
            agenda.append((0, TellReturned(seat)))
        elif since != NEVER and not known_gone:
            at_once = place.left or (rules.gone_at_start and since <= fact.begun_at)
            agenda.append((0 if at_once else since + after, TellLeft(seat)))
    return agenda


def _ownership(room: Room, presence: Presence, timings: Timings) -> list[tuple[int, Action]]:
    """An owner who is away, while another person is here, counts as having left the ownership."""
    connected = presence.connected(room.id)
    seat = room.seat_of(room.owner)
    successor = heir(room, connected)
    if successor is None or (room.owner in connected and seat is not None):
        return []
    if seat is None:
        return [(0, PassOwnership())]
    if successor not in connected:
        return []
    since = presence.gone_since(room.id, room.owner, room.places[seat].joined)
    return [(since + timings.owner_away, PassOwnership())]
