"""All rooms that have a socket here, and what reaches them: changes of rooms, tables and presence, talk."""

from libs.events import subjects
from libs.events.ports import Bus, Heard, Listening
from libs.events.tables import TableFact
from libs.events.talk import Said, Unsaid
from libs.events.wire import Malformed, unpack
from libs.runtime.lobby_rules import RulesOf
from libs.runtime.logging import get_logger
from services.rooms.directory import Directory
from services.rooms.engine_calls import EngineCalls
from services.rooms.faces import Faces
from services.rooms.hub import Heed, Hub
from services.rooms.metrics import MALFORMED
from services.rooms.presence import Presence
from services.rooms.reading import Reader
from services.rooms.room import Room
from services.rooms.tables import Tables
from services.rooms.work import Work

log = get_logger()

REFRESH_WITHIN = 1.0
"""Seconds over which the views of all rooms are asked for anew after an outage."""


class Hubs:
    def __init__(
        self,
        *,
        bus: Bus,
        directory: Directory,
        engine: EngineCalls,
        faces: Faces,
        presence: Presence,
        tables: Tables,
        rules: RulesOf,
        heed: Heed,
        work: Work,
    ) -> None:
        """`heed` is told what the seats with sockets here were told, in games whose turns are watched."""
        self._bus = bus
        self._directory = directory
        self._engine = engine
        self._faces = faces
        self._work = work
        self._rules = rules
        self._heed = heed
        self._hubs: dict[str, Hub] = {}
        directory.watchers.append(self._room_changed)
        tables.watchers.append(self._table_changed)
        presence.watchers.append(self._presence_changed)

    def get(self, room: str) -> Hub | None:
        return self._hubs.get(room)

    async def enter(self, room: Room) -> Hub:
        """The room's hub, listening to its views. Leave it with `part`. Raises Unavailable."""
        hub = self._hubs.get(room.id)
        if hub is None:
            heed = None if self._rules(room.game).turn is None else self._heed
            hub = Hub(room, engine=self._engine, faces=self._faces, work=self._work, heed=heed)
            self._hubs[room.id] = hub
        hub.guests += 1
        try:
            await self._listen(hub)
        except BaseException:
            self.leave(hub)
            raise
        return hub

    async def _listen(self, hub: Hub) -> None:
        """Views are heard before the first one is asked for: none falls in between."""
        if hub.listening is None:
            async with hub.opening:
                if hub.listening is None:
                    hub.listening = await self._bus.listen(subjects.views(hub.room.id), hub.on_view)

    def leave(self, hub: Hub) -> None:
        hub.guests -= 1
        if hub.guests == 0 and self._hubs.get(hub.room.id) is hub:
            del self._hubs[hub.room.id]
            if hub.listening is not None:
                self._work.start(hub.listening.stop())

    def expect_view(self, room: str, reader: Reader, number: int) -> None:
        hub = self._hubs.get(room)
        if hub is not None:
            hub.expect_view(reader, number)

    def refresh(self) -> None:
        """The connection to NATS was cut for a while: every reader may have missed its last view."""
        for hub in self._hubs.values():
            hub.refresh(REFRESH_WITHIN)

    def show_again(self, room: str) -> None:
        """A name has changed in that room."""
        hub = self._hubs.get(room)
        if hub is not None:
            self._work.start(hub.tell_room())

    async def listen(self) -> list[Listening]:
        return [
            await self._bus.listen(subjects.heard("*"), self._on_heard),
            await self._bus.listen(subjects.unsaid("*"), self._on_unsaid),
        ]

    def _on_heard(self, heard: Heard) -> None:
        hub = self._hubs.get(subjects.room_of(heard.subject))
        if hub is None:
            return
        try:
            said = unpack(Said, heard.data)
        except Malformed as error:
            MALFORMED.labels("said").inc()
            log.error("said_unreadable", subject=heard.subject, why=str(error))
            return
        self._work.start(hub.tell_said(said))

    def _on_unsaid(self, heard: Heard) -> None:
        hub = self._hubs.get(subjects.room_of(heard.subject))
        if hub is None:
            return
        try:
            hub.tell_unsaid(unpack(Unsaid, heard.data))
        except Malformed as error:
            MALFORMED.labels("unsaid").inc()
            log.error("unsaid_unreadable", subject=heard.subject, why=str(error))

    def _room_changed(self, before: Room | None, after: Room) -> None:
        hub = self._hubs.get(after.id)
        if hub is None:
            return
        hub.room = after
        hub.settle()
        self._work.start(hub.show_change(before))
        if before is not None and self._rules(after.game).leaving_is_absence:
            hub.dismiss_left(before)

    def _table_changed(self, former: TableFact | None, fact: TableFact) -> None:
        hub = self._hubs.get(fact.room)
        if hub is None:
            return
        if former is None:
            hub.begun()
        if former is None or _looks_different(former, fact):
            self._work.start(hub.tell_room())

    def _presence_changed(self, room: str, person: str, connected: bool) -> None:
        """Who comes is announced at once; who goes after a while, by whoever looks after absences."""
        hub = self._hubs.get(room)
        if hub is not None and connected:
            hub.tell_presence(person, connected=True)


def _looks_different(former: TableFact, fact: TableFact) -> bool:
    """Whether the room looks different to browsers; not every entry of the game changes that."""
    return (former.players, former.hidden, former.over_at) != (fact.players, fact.hidden, fact.over_at)
