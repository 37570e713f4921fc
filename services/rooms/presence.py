"""Who is connected to which room, over all edge processes.

Every process tells the others of each person that comes to one of its rooms or goes (`presence.<room>`), says
every few seconds that it lives, and then repeats the whole of what it knows while there are others. A message
that is lost is made good by the next whole list; a process that is silent for too long has lost its persons.
"""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pydantic import StrictBool, StrictStr

from libs.events.commands import RoomId


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Subject `presence.<room>`: a person came to a room by this edge, or has left it there."""

    edge: StrictStr
    room: RoomId
    person: StrictStr
    here: StrictBool


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeAlive:
    """Subject `edges.alive`. `hello`: it knows nothing yet, tell it everything.

    One that is `draining` sends its sockets away, and takes none.
    """

    edge: StrictStr
    hello: StrictBool = False
    draining: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeHolds:
    """Subject `edges.alive` as well: a part of all that an edge holds; with `last` the list is whole."""

    edge: StrictStr
    rooms: dict[StrictStr, tuple[StrictStr, ...]]
    last: StrictBool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stirred:
    """Subject `presence.<room>` as well: a connected person gave a sign, or (`idle`) none too long."""

    edge: StrictStr
    room: RoomId
    person: StrictStr
    idle: StrictBool


Changed = Callable[[str, str, bool], None]
"""Told the room, the person, and whether connected now."""


class OtherEdge:
    """What another process said of its persons, by room."""

    __slots__ = ("draining", "growing", "heard_at", "rooms")

    def __init__(self, heard_at: int) -> None:
        self.heard_at = heard_at
        self.draining = False
        self.rooms: dict[str, set[str]] = {}
        self.growing: dict[str, set[str]] = {}


class Presence:
    """The connected of every room. Times in Unix milliseconds.

    `has_seat` says of whom it is to be remembered since when they are gone.
    """

    def __init__(
        self,
        edge: str,
        now: Callable[[], int],
        *,
        grace_ms: int,
        has_seat: Callable[[str, str], bool],
    ) -> None:
        self.edge = edge
        self.draining = False
        """Whether this process is being taken away."""
        self.grace_ms = grace_ms
        self._now = now
        self._has_seat = has_seat
        self._born = now()
        self._here: dict[str, dict[str, int]] = {}
        self._there: dict[str, OtherEdge] = {}
        self._gone: dict[str, dict[str, int]] = {}
        self._idle: dict[str, set[str]] = {}
        self.watchers: list[Changed] = []

    def is_connected(self, room: str, person: str) -> bool:
        return person in self._here.get(room, ()) or any(
            person in other.rooms.get(room, ()) for other in self._there.values()
        )

    def seems_connected(self, room: str, person: str) -> bool:
        """For others to see: a page that is loaded anew is not announced as gone, one without a sign is."""
        if self.is_idle(room, person):
            return False
        gone = self._gone.get(room, {}).get(person)
        return self.is_connected(room, person) or (gone is not None and self._now() - gone < self.grace_ms)

    def connected(self, room: str) -> frozenset[str]:
        found = set(self._here.get(room, ()))
        for other in self._there.values():
            found |= other.rooms.get(room, set())
        return frozenset(found)

    def gone_since(self, room: str, person: str, joined: int) -> int:
        """Since when a person who is not connected is gone: the last connection, or sitting down without any.

        What was before this process began is not known: the time is reckoned from its start at the earliest.
        """
        gone = self._gone.get(room, {}).get(person)
        return max(joined, self._born) if gone is None else gone

    def is_idle(self, room: str, person: str) -> bool:
        """Whether a person is connected but counts as gone, having let a whole turn pass without a sign."""
        return person in self._idle.get(room, ())

    def set_idle(self, room: str, person: str, idle: bool) -> bool:
        """Whether that is news."""
        if idle == self.is_idle(room, person) or (idle and not self.is_connected(room, person)):
            return False
        if idle:
            self._idle.setdefault(room, set()).add(person)
        else:
            self._idle[room].discard(person)
            if not self._idle[room]:
                del self._idle[room]
        return True

    def arrive(self, room: str, person: str) -> bool:
        """One more connection here. Whether it is the person's first here: then the others are to be told."""
        was = self.is_connected(room, person)
        persons = self._here.setdefault(room, {})
        persons[person] = persons.get(person, 0) + 1
        self._tell(room, person, was)
        return persons[person] == 1

    def depart(self, room: str, person: str) -> bool:
        """One connection less here. Whether it was the person's last here: then the others are to be told."""
        was = self.is_connected(room, person)
        persons = self._here[room]
        persons[person] -= 1
        if persons[person] > 0:
            return False
        del persons[person]
        if not persons:
            del self._here[room]
        self._tell(room, person, was)
        return True

    def moved(self, message: Moved) -> None:
        """Another edge tells of one person."""
        if message.edge == self.edge:
            return
        was = self.is_connected(message.room, message.person)
        other = self._other(message.edge)
        persons = other.rooms.setdefault(message.room, set())
        if message.here:
            persons.add(message.person)
        else:
            persons.discard(message.person)
            if not persons:
                del other.rooms[message.room]
        self._tell(message.room, message.person, was)

    def alive(self, edge: str, *, draining: bool = False) -> None:
        if edge != self.edge:
            other = self._other(edge)
            other.heard_at, other.draining = self._now(), draining

    def holds(self, message: EdgeHolds) -> None:
        """Another edge tells of all its persons, in parts; the last part makes the list count."""
        if message.edge == self.edge:
            return
        other = self._other(message.edge)
        other.heard_at = self._now()
        for room, persons in message.rooms.items():
            other.growing.setdefault(room, set()).update(persons)
        if message.last:
            grown, other.growing = other.growing, {}
            self._replace(other, grown)

    def bury(self, silent_ms: int) -> list[str]:
        """Forget the edges that were silent for so long, and with them their persons."""
        oldest = self._now() - silent_ms
        dead = [edge for edge, other in self._there.items() if other.heard_at < oldest]
        for edge in dead:
            self._replace(self._there[edge], {})
            del self._there[edge]
        return dead

    def others(self) -> frozenset[str]:
        return frozenset(self._there)

    def takers(self) -> int:
        """How many other processes take sockets."""
        return sum(not other.draining for other in self._there.values())

    def is_responsible(self, room: str) -> bool:
        """Whether this process does what one process must do for that room: by rendezvous hashing.

        Two may both think so for a moment; what is done then is the same, and done once by its id or fence.
        """
        return all(_rank(room, self.edge) >= _rank(room, edge) for edge in self._there)

    def parts(self, rooms_each: int) -> Iterator[EdgeHolds]:
        """All that this edge holds, in messages of bounded size."""
        rooms = list(self._here.items())
        for start in range(0, max(len(rooms), 1), rooms_each):
            part = rooms[start : start + rooms_each]
            yield EdgeHolds(
                edge=self.edge,
                rooms={room: tuple(persons) for room, persons in part},
                last=start + rooms_each >= len(rooms),
            )

    def forget(self, room: str) -> None:
        """The room is closed."""
        self._gone.pop(room, None)
        self._idle.pop(room, None)

    def _other(self, edge: str) -> OtherEdge:
        other = self._there.get(edge)
        if other is None:
            other = self._there[edge] = OtherEdge(self._now())
        return other

    def _replace(self, other: OtherEdge, rooms: dict[str, set[str]]) -> None:
        former, other.rooms = other.rooms, rooms
        for room in former.keys() | rooms.keys():
            before, after = former.get(room, set()), rooms.get(room, set())
            for person in before ^ after:
                elsewhere = self._is_elsewhere(room, person, other)
                if not elsewhere:
                    self._changed(room, person, person in after)

    def _is_elsewhere(self, room: str, person: str, but: OtherEdge) -> bool:
        return person in self._here.get(room, ()) or any(
            person in other.rooms.get(room, ()) for other in self._there.values() if other is not but
        )

    def _tell(self, room: str, person: str, was: bool) -> None:
        is_now = self.is_connected(room, person)
        if is_now != was:
            self._changed(room, person, is_now)

    def _changed(self, room: str, person: str, connected: bool) -> None:
        self.set_idle(room, person, idle=False)
        if connected:
            gone = self._gone.get(room)
            if gone is not None:
                gone.pop(person, None)
                if not gone:
                    del self._gone[room]
        elif self._has_seat(room, person):
            self._gone.setdefault(room, {})[person] = self._now()
        for watcher in self.watchers:
            watcher(room, person, connected)


def _rank(room: str, edge: str) -> tuple[int, str]:
    return zlib.crc32(f"{room} {edge}".encode()), edge
