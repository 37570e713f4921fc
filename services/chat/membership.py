"""Who is who in a room, as far as talk is concerned: folded from the room's lobby events."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from libs.events.lobby import Closed, Kicked, LobbyEvent, Muted, Opened, SeatLeft, SeatTaken, Started

GIVEN_UP = frozenset({"idle", "empty"})
"""Reasons to close a room for which all that was said in it goes with it: nobody is there to miss it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """`seats`: the person in each seat; those of the lobby before the start, those of the game after it.

    `banned` may neither write nor read. `opened` is false as long as nothing is known of the room.
    `deleted`: it was given up by everybody, and is there for nobody any more.
    """

    opened: bool = False
    closed: bool = False
    deleted: bool = False
    seats: Mapping[int, str] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()
    banned: frozenset[str] = frozenset()

    @property
    def is_known(self) -> bool:
        """Whether there is such a room, as far as anybody may still ask for it."""
        return self.opened and not self.deleted

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        return tuple(seat for seat, sitting in self.seats.items() if sitting == person)


def fold(membership: Membership, event: LobbyEvent) -> Membership:
    """The membership after a lobby event; what does not concern talk leaves it as it is."""
    match event:
        case Opened():
            return replace(membership, opened=True)
        case SeatTaken():
            return replace(membership, seats={**membership.seats, event.seat: event.person})
        case SeatLeft():
            return replace(membership, seats=_without(membership.seats, event.person, event.seat))
        case Kicked():
            return replace(
                membership,
                seats=_without(membership.seats, event.person),
                banned=membership.banned | {event.person},
            )
        case Muted():
            muted = membership.muted
            return replace(
                membership, muted=muted | {event.person} if event.muted else muted - {event.person}
            )
        case Started():
            seated = {seat: frozen.person for seat, frozen in enumerate(event.seats) if frozen.person}
            return replace(membership, seats=seated)
        case Closed():
            return replace(membership, closed=True, deleted=event.reason in GIVEN_UP)
        case _:
            return membership


def _without(seats: Mapping[int, str], person: str, seat: int | None = None) -> dict[int, str]:
    """The seats without that person, who gives up one of them, or (None) all."""
    return {
        number: sitting
        for number, sitting in seats.items()
        if sitting != person or (seat is not None and number != seat)
    }
