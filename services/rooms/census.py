"""How many rooms there are in each state, and who sits in them: kept by each change, never counted anew."""

from collections import Counter
from dataclasses import dataclass

from libs.events.tables import TableFact
from services.rooms.directory import Directory
from services.rooms.metrics import BY_STATE, SEATS
from services.rooms.room import Room
from services.rooms.tables import Tables

STATES = ("waiting", "playing", "over")


@dataclass(frozen=True, slots=True)
class _Counted:
    """What a room adds to the census."""

    state: str
    persons: int
    bots: int


class Census:
    """Every edge knows all rooms, so that the census of one is that of all."""

    def __init__(self, directory: Directory, tables: Tables) -> None:
        self._directory = directory
        self._tables = tables
        self._counted: dict[str, _Counted] = {}
        self._states = Counter[str]()
        self._persons = self._bots = 0
        directory.watchers.append(lambda _, room: self._room_changed(room))
        tables.watchers.append(lambda _, fact: self._table_changed(fact))

    def show(self) -> None:
        """Set the gauges."""
        for state in STATES:
            BY_STATE.labels(state).set(self._states[state])
        SEATS.labels("person").set(self._persons)
        SEATS.labels("bot").set(self._bots)

    def _room_changed(self, room: Room) -> None:
        self._count(room.id, None if room.closed is not None else counted(room, self._tables.get(room.id)))

    def _table_changed(self, fact: TableFact) -> None:
        room = self._directory.get(fact.room)
        if room is not None:
            self._count(room.id, counted(room, fact))

    def _count(self, id: str, now: _Counted | None) -> None:
        former = self._counted.pop(id, None)
        if former is not None:
            self._add(former, -1)
        if now is not None:
            self._counted[id] = now
            self._add(now, 1)

    def _add(self, counted: _Counted, times: int) -> None:
        self._states[counted.state] += times
        self._persons += times * counted.persons
        self._bots += times * counted.bots


def counted(room: Room, fact: TableFact | None) -> _Counted:
    """A room's state, and its seats that persons and bots play; none are played once the game is over."""
    if fact is not None and fact.over_at is not None:
        return _Counted("over", 0, 0)
    if fact is not None:
        persons = fact.players.count("person")
        return _Counted("playing", persons, len(fact.players) - persons)
    bots = sum(place.bot is not None for place in room.places)
    return _Counted("playing" if room.has_started else "waiting", len(room.persons), bots)
