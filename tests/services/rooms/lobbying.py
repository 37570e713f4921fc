"""Rooms built in one line, for tests of what may be done to them."""

from dataclasses import dataclass

import pytest

from libs.events.commands import Fork
from services.rooms import lobby
from services.rooms.refusals import Denied, Refusal
from services.rooms.room import Room, fold

OWNER, FRIEND, THIRD, STRANGER = "pOwner", "pFriend", "pThird", "pStranger"
ENGAGEMENT = lobby.Engagement(start="start-1", key="k1", commitment="c0")


@dataclass
class Lobby:
    """A room, and what was decided about it; each request comes one millisecond after the one before."""

    room: Room
    now: int = 1000

    def does(self, decide: object, *asked: object) -> lobby.Events:
        """A request that is accepted: its events, folded into the room."""
        self.now += 1
        events: lobby.Events = decide(self.room, *asked, self.now)  # type: ignore[operator]
        self.room = fold(self.room, self.room.id, events)
        return events

    def refuses(self, why: Refusal, decide: object, *asked: object) -> None:
        with pytest.raises(Denied) as denied:
            decide(self.room, *asked, self.now)  # type: ignore[operator]
        assert denied.value.refusal is why

    def sit(self, *persons: str) -> "Lobby":
        for person in persons:
            self.does(lobby.sit, person, None, None)
        return self

    def start(self) -> "Lobby":
        self.does(lobby.start, OWNER, 2, ENGAGEMENT)
        return self


def opening_of(
    *,
    seats: int = 3,
    bots: tuple[str, ...] = (),
    seed_hash: str | None = None,
    seat: int = 0,
    fork: Fork | None = None,
) -> lobby.Opening:
    return lobby.Opening(
        code="ABCDEF",
        watch="w" * 22,
        game="tictactoe",
        options={},
        seats=seats,
        listed=False,
        seed_hash=seed_hash,
        bots=bots,
        seat=seat,
        fork=fork,
    )


def given(
    *,
    seats: int = 3,
    bots: tuple[str, ...] = (),
    seed_hash: str | None = None,
    owner: str = OWNER,
    opening: lobby.Opening | None = None,
) -> Lobby:
    """A waiting room with its owner on seat 0."""
    opening = opening or opening_of(seats=seats, bots=bots, seed_hash=seed_hash)
    return Lobby(fold(None, "r1", lobby.open_room(owner, opening, 1000)))
