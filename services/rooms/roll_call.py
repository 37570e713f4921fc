"""Operators ask who is connected to a room: each edge tells of its own sockets."""

from libs.events import subjects
from libs.events.ports import Bus, EventsError, Heard, Listening
from libs.events.presence import AskConnected, Connected
from libs.events.wire import Malformed, pack, unpack
from libs.runtime.logging import get_logger
from services.rooms.hubs import Hubs
from services.rooms.metrics import MALFORMED
from services.rooms.presence import Presence
from services.rooms.work import Work

log = get_logger()


class RollCall:
    """Answers on a subject of its own, for all who listen: no message says where answers go."""

    def __init__(self, *, bus: Bus, hubs: Hubs, presence: Presence, work: Work) -> None:
        self._bus = bus
        self._hubs = hubs
        self._presence = presence
        self._work = work

    async def listen(self) -> Listening:
        return await self._bus.listen(subjects.ASK_CONNECTED, self._asked)

    def _asked(self, heard: Heard) -> None:
        try:
            asked = unpack(AskConnected, heard.data)
        except Malformed as error:
            MALFORMED.labels("connected").inc()
            log.error("connected_unreadable", why=str(error))
            return
        self._work.start(self._tell(self._connected(asked)))

    def _connected(self, asked: AskConnected) -> Connected:
        hub = self._hubs.get(asked.room)
        here = [] if hub is None else hub.connections
        return Connected(
            id=asked.id,
            edge=self._presence.edge,
            room=asked.room,
            seated=tuple(sorted({each.person for each in here if each.seat is not None})),
            spectators=tuple(sorted({each.person for each in here if each.seat is None})),
            edges=tuple(sorted({self._presence.edge, *self._presence.others()})),
        )

    async def _tell(self, connected: Connected) -> None:
        try:
            await self._bus.publish(subjects.CONNECTED, pack(connected))
        except EventsError as error:
            log.warning("connected_not_told", room=connected.room, why=str(error))
