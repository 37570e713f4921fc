"""Keeping a banned person out: every step may be done twice, so that any process can finish it."""

import asyncio
from collections.abc import Callable

from libs.events import subjects
from libs.events.bans import Ban, Banned
from libs.events.ports import Bus, EventsError, Heard, Listening
from libs.events.wire import Malformed, unpack
from libs.runtime.logging import get_logger
from services.rooms import lobby
from services.rooms.bans import Bans, denied
from services.rooms.directory import Directory
from services.rooms.erasures import SETTLED_MS
from services.rooms.metrics import BANNED_OUT, MALFORMED
from services.rooms.presence import Presence
from services.rooms.refusals import NO_SUCH_ROOM, Denied
from services.rooms.room import Room
from services.rooms.sessions import Sessions
from services.rooms.sockets import Sockets
from services.rooms.work import Work

log = get_logger()

LOOK_EVERY = 60.0
"""Seconds between two looks at what is not finished, and at what nobody told us of."""


def is_settled(ban: Ban) -> bool:
    """Whether a pass has gone through that met what was on its way when the ban was said."""
    return ban.done is not None and ban.done - ban.at >= SETTLED_MS


class Doorkeeper:
    def __init__(
        self,
        *,
        bans: Bans,
        sessions: Sessions,
        directory: Directory,
        presence: Presence,
        sockets: Sockets,
        bus: Bus,
        work: Work,
        now: Callable[[], int],
    ) -> None:
        self._bans = bans
        self._sessions = sessions
        self._directory = directory
        self._presence = presence
        self._sockets = sockets
        self._bus = bus
        self._work = work
        self._now = now

    async def listen(self) -> Listening:
        return await self._bus.listen(subjects.banned("*"), self._on_banned)

    def _on_banned(self, heard: Heard) -> None:
        try:
            person = unpack(Banned, heard.data).person
        except Malformed as error:
            MALFORMED.labels("banned").inc()
            log.error("banned_unreadable", why=str(error))
            return
        self._work.start(self._try(person))

    async def _try(self, person: str) -> None:
        try:
            ban = await self._bans.learn(person)
            if ban is not None:
                await self._keep_out(person, ban)
        except (EventsError, Malformed) as error:
            log.warning("ban_put_off", person=person, why=str(error))
        except Denied as refused:
            log.warning("ban_put_off", person=person, why=refused.code)

    async def _keep_out(self, person: str, ban: Ban) -> None:
        """What this process has of that person goes; the rest is done by who looks after them."""
        self._sockets.ban_person(person, denied(ban))
        if not self._presence.is_responsible(person) or is_settled(ban):
            return
        began = self._now()
        sessions = await self._sessions.close_all_of(person)
        rooms = await self._leave_rooms(person)
        await self._bans.went_through(person, ban, began)
        BANNED_OUT.inc()
        log.info("person_banned", person=person, sessions=sessions, rooms=rooms)

    async def _leave_rooms(self, person: str) -> int:
        """As anybody leaves: a waiting room's seat is free, in a game the usual rule for the gone holds."""
        rooms = [room for room in self._directory.of_person(person) if room.seat_of(person) is not None]
        for room in rooms:
            try:
                await self._directory.change(room.id, lambda room: self._departed(room, person))
            except Denied as refused:
                if refused.refusal is not NO_SUCH_ROOM:
                    raise
        return len(rooms)

    def _departed(self, room: Room, person: str) -> lobby.Events:
        return lobby.depart(room, person, self._presence.connected(room.id) - {person}, self._now())

    async def look(self) -> None:
        """Finish what is not finished, and hear of what nobody told us of."""
        for person, ban in (await self._bans.learn_all()).items():
            try:
                await self._keep_out(person, ban)
            except Denied as refused:
                log.warning("ban_put_off", person=person, why=refused.code)

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except (EventsError, Malformed) as error:
                log.warning("bans_not_looked_at", why=str(error))
            await asyncio.sleep(LOOK_EVERY)
