"""The edge processes among each other: that they live, and whose connections they hold."""

import asyncio

from libs.events import subjects
from libs.events.ports import Bus, EventsError, Heard, Listening
from libs.events.wire import Malformed, pack, unpack_plain, validate
from libs.runtime.logging import get_logger
from services.rooms.duties import Duties
from services.rooms.hubs import Hubs
from services.rooms.metrics import MALFORMED
from services.rooms.presence import EdgeAlive, EdgeHolds, Moved, Presence, Stirred
from services.rooms.vigil import Vigil
from services.rooms.work import Work

log = get_logger()

ROOMS_A_MESSAGE = 500
BEATS_A_SILENCE = 4
"""Signs of life within the time after which a process that is not heard has lost its connections."""


class Edges:
    def __init__(
        self,
        *,
        bus: Bus,
        presence: Presence,
        duties: Duties,
        hubs: Hubs,
        vigil: Vigil,
        work: Work,
        silence: float,
    ) -> None:
        self._bus = bus
        self._hubs = hubs
        self._vigil = vigil
        self._presence = presence
        self._duties = duties
        self._work = work
        self._silence = silence

    async def listen(self) -> list[Listening]:
        return [
            await self._bus.listen(subjects.presence("*"), self._on_moved),
            await self._bus.listen(subjects.EDGES, self._on_edge),
        ]

    def _on_moved(self, heard: Heard) -> None:
        try:
            plain = unpack_plain(heard.data)
            if isinstance(plain, dict) and "idle" in plain:
                self._on_stirred(validate(Stirred, plain))
            else:
                self._presence.moved(validate(Moved, plain))
        except Malformed as error:
            MALFORMED.labels("presence").inc()
            log.error("presence_unreadable", subject=heard.subject, why=str(error))

    def _on_stirred(self, stirred: Stirred) -> None:
        if stirred.edge != self._presence.edge:
            self._vigil.elsewhere(self._hubs.get(stirred.room), stirred)

    def _on_edge(self, heard: Heard) -> None:
        had_others = self._presence.others()
        try:
            plain = unpack_plain(heard.data)
            if isinstance(plain, dict) and "rooms" in plain:
                self._presence.holds(validate(EdgeHolds, plain))
            else:
                alive = validate(EdgeAlive, plain)
                self._presence.alive(alive.edge, draining=alive.draining)
                if alive.hello and alive.edge != self._presence.edge:
                    self._work.start_once("tell_all", self.tell_all())
        except Malformed as error:
            MALFORMED.labels("edge").inc()
            log.error("edge_unreadable", why=str(error))
        if self._presence.others() != had_others:
            self._duties.look_at_all()

    async def beat(self, *, hello: bool = False) -> None:
        """One sign of life, and the whole list while there is anybody to read it; the dead are buried."""
        dead = self._presence.bury(round(self._silence * 1000))
        if dead:
            log.warning("edges_lost", edges=dead)
            self._duties.look_at_all()
        try:
            alive = EdgeAlive(edge=self._presence.edge, hello=hello, draining=self._presence.draining)
            await self._bus.publish(subjects.EDGES, pack(alive))
        except EventsError as error:
            log.warning("sign_of_life_not_sent", why=str(error))
            return
        if self._presence.others():
            await self.tell_all()

    async def tell_all(self) -> None:
        for part in self._presence.parts(ROOMS_A_MESSAGE):
            try:
                await self._bus.publish(subjects.EDGES, pack(part))
            except EventsError as error:
                log.warning("presence_not_told", why=str(error))
                return
            await asyncio.sleep(0)

    async def run(self) -> None:
        await self.beat(hello=True)
        while True:
            await asyncio.sleep(self._silence / BEATS_A_SILENCE)
            await self.beat()
