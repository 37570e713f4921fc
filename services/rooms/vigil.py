"""Who is connected and gives no sign: after a whole turn without one they count as gone until they give it.

What one edge hears of a person the others learn (`presence.<room>`), so that a sign at any of them is one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from libs.events import subjects
from libs.events.ports import Bus, EventsError
from libs.events.wire import pack
from libs.runtime.lobby_rules import RulesOf
from libs.runtime.logging import get_logger
from services.rooms.connection import Connection
from services.rooms.hosting import Host
from services.rooms.hub import Hub
from services.rooms.presence import Presence, Stirred
from services.rooms.work import Work

log = get_logger()


class Vigil:
    """Keeps watch over the persons with sockets here, in the rooms of games whose rules ask for it."""

    def __init__(
        self,
        *,
        bus: Bus,
        presence: Presence,
        host: Host,
        work: Work,
        rules: RulesOf,
        now: Callable[[], int],
    ) -> None:
        self._bus = bus
        self._presence = presence
        self._host = host
        self._work = work
        self._rules = rules
        self._now = now

    def told(self, hub: Hub, seat: int, events: Sequence[Mapping[str, Any]]) -> None:
        """What that seat was told: its turn may have begun, or have passed by itself."""
        turn = self._rules(hub.room.game).turn
        if turn is None:
            return
        for event in events:
            if event.get("seat") != seat:
                continue
            if turn.lapsed.items() <= event.items():
                self._lapsed(hub, seat)
            elif turn.begun.items() <= event.items():
                hub.turns[seat] = self._now()

    def _lapsed(self, hub: Hub, seat: int) -> None:
        began, person = hub.turns.pop(seat, None), hub.room.places[seat].person
        if began is None or person is None or hub.signs.get(person, 0) >= began:
            return
        if self._presence.set_idle(hub.room.id, person, idle=True):
            log.info("person_gives_no_sign", room=hub.room.id, seat=seat)
            hub.tell_presence(person, connected=False)
            self._work.start(self._tell(hub.room.id, person, idle=True))
            self._work.start(self._host.tell_idle(hub.room.id, seat, person))

    def sign(self, hub: Hub, connection: Connection) -> None:
        """Something came from a person. Who counted as gone is back, before anything of theirs passes."""
        seat, person = connection.seat, connection.person
        if seat is None or self._rules(hub.room.game).turn is None:
            return
        first = hub.signs.get(person, 0) <= hub.turns.get(seat, -1)
        hub.signs[person] = self._now()
        if self._presence.set_idle(hub.room.id, person, idle=False):
            answered = self._host.tell_returned(hub.room.id, seat)
            for each in hub.connections:
                if each.person == person and each.seat == seat:
                    each.gate = answered
            hub.tell_presence(person, connected=True)
            self._work.start(self._tell(hub.room.id, person, idle=False))
        elif first and self._presence.others():
            self._work.start(self._tell(hub.room.id, person, idle=False))

    def elsewhere(self, hub: Hub | None, message: Stirred) -> None:
        """Another edge heard of a person, or heard nothing of them for a whole turn."""
        changed = self._presence.set_idle(message.room, message.person, message.idle)
        if hub is None:
            return
        if not message.idle:
            hub.signs[message.person] = self._now()
        if changed:
            hub.tell_presence(message.person, connected=not message.idle)

    async def _tell(self, room: str, person: str, *, idle: bool) -> None:
        stirred = Stirred(edge=self._presence.edge, room=room, person=person, idle=idle)
        try:
            await self._bus.publish(subjects.presence(room), pack(stirred))
        except EventsError as error:
            # At worst somebody who is there is asked whether they are.
            log.warning("sign_not_told", room=room, why=str(error))
