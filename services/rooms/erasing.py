"""Erasing a person: every step may be done twice, so that any process can finish what another began."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from libs.events import subjects
from libs.events.erasure import Erased, Erasure
from libs.events.ports import Bus, EventsError, Heard, KeyValue, Listening
from libs.events.talk import Unsay, UnsayAnswer
from libs.events.wire import Malformed, pack, unpack
from libs.runtime.logging import get_logger
from services.rooms import lobby
from services.rooms.attempts import FailedAttempts
from services.rooms.bans import Bans
from services.rooms.directory import Directory
from services.rooms.erasures import Erasures, is_settled
from services.rooms.hubs import Hubs
from services.rooms.metrics import ERASED, MALFORMED
from services.rooms.names import folded, name_key
from services.rooms.people import People, Person
from services.rooms.presence import Presence
from services.rooms.refusals import NO_SUCH_ROOM, UNAVAILABLE, Denied
from services.rooms.room import Room
from services.rooms.sessions import Sessions
from services.rooms.sockets import Sockets
from services.rooms.work import Work

log = get_logger()

UNSAY_WITHIN = 10.0
"""Seconds for the chat to look through a week's talk; where it takes longer it is asked again later."""

ANSWER_WITHIN = 3.0
"""Seconds after which whoever asked is answered, done or not."""

LOOK_EVERY = 60.0
"""Seconds between two looks at what is not finished, and at what nobody told us of."""


class Eraser:
    def __init__(
        self,
        *,
        erasures: Erasures,
        bans: Bans,
        people: People,
        names: KeyValue,
        sessions: Sessions,
        failures: FailedAttempts,
        directory: Directory,
        presence: Presence,
        sockets: Sockets,
        hubs: Hubs,
        bus: Bus,
        work: Work,
        now: Callable[[], int],
    ) -> None:
        self._erasures = erasures
        self._bans = bans
        self._people = people
        self._names = names
        self._sessions = sessions
        self._failures = failures
        self._directory = directory
        self._presence = presence
        self._sockets = sockets
        self._hubs = hubs
        self._bus = bus
        self._work = work
        self._now = now
        self._forgotten: set[str] = set()

    async def erase(self, person: str) -> None:
        """Erase that person. Once the record stands it will happen: nobody is kept waiting for long."""
        await self._erasures.ask(person)
        over = asyncio.Event()
        self._work.start(self._try_and_tell(person, over))
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_WITHIN):
                await over.wait()

    async def _try_and_tell(self, person: str, over: asyncio.Event) -> None:
        try:
            await self._try(person)
        finally:
            over.set()

    async def _try(self, person: str) -> None:
        try:
            await self.carry_out(person)
        except (EventsError, Malformed) as error:
            log.warning("erasure_put_off", person=person, why=str(error))
        except Denied as denied:
            log.warning("erasure_put_off", person=person, why=denied.code)

    async def carry_out(self, person: str) -> None:
        """One pass: from who could still act to what is known of them; the record of the account goes last.

        Raises EventsError, Malformed and Denied; whatever it did stands, and the next pass does the rest.
        """
        began = self._now()
        await self._people.lock_out(person)
        # Forgotten first: whose name is nowhere is let in nowhere, while the sessions are looked for.
        self._forget(person)
        await self._bus.publish(subjects.erased(person), pack(Erased(person=person)))
        sessions = await self._sessions.close_all_of(person)
        rooms = await self._leave_rooms(person)
        messages = await self._take_back_talk(person)
        # The pseudonym leads to nobody any more, and the reason is words about a person.
        await self._bans.lift(person)
        known = await self._people.get(person)
        if known is not None:
            await self._free_name(person, known)
            await self._people.erase(person)
        await self._erasures.went_through(person, began)
        ERASED.inc()
        log.info("person_erased", person=person, sessions=sessions, rooms=rooms, messages=messages)

    async def _leave_rooms(self, person: str) -> int:
        """Leave as anybody leaves: a waiting room's seat is free, in a game a bot plays on."""
        rooms = [room for room in self._directory.of_person(person) if room.seat_of(person) is not None]
        for room in rooms:
            try:
                await self._directory.change(room.id, lambda room: self._departed(room, person))
            except Denied as denied:
                if denied.refusal is not NO_SUCH_ROOM:
                    raise
        return len(rooms)

    def _departed(self, room: Room, person: str) -> lobby.Events:
        return lobby.depart(room, person, self._presence.connected(room.id) - {person}, self._now())

    async def _take_back_talk(self, person: str) -> int:
        reply = await self._bus.request(
            subjects.unsay(person), pack(Unsay(person=person)), within=UNSAY_WITHIN
        )
        answer = unpack(UnsayAnswer, reply)
        if answer.code is not None:
            raise Denied(UNAVAILABLE)
        return answer.erased

    async def _free_name(self, person: str, known: Person) -> None:
        """The name may be anybody's now; one that is another's already stays theirs."""
        kept = await self._names.get(name_key(known.name))
        if kept is not None and kept.value.decode() == person:
            await self._failures.erase(folded(known.name))
            await self._names.erase(name_key(known.name))

    def _forget(self, person: str) -> None:
        """What this process still shows of that person: sockets, and the name in every room."""
        self._forgotten.add(person)
        self._people.forget(person)
        self._sockets.close_person(person)
        for room in self._directory.of_person(person):
            self._hubs.show_again(room.id)

    async def listen(self) -> Listening:
        return await self._bus.listen(subjects.erased("*"), self._on_erased)

    def _on_erased(self, heard: Heard) -> None:
        try:
            erased = unpack(Erased, heard.data)
        except Malformed as error:
            MALFORMED.labels("erased").inc()
            log.error("erased_unreadable", why=str(error))
            return
        self._forget(erased.person)
        if erased.asked and self._presence.is_responsible(erased.person):
            self._work.start_once(("erase", erased.person), self._try(erased.person))

    async def look(self, *, first: bool = False) -> None:
        """Finish what is not finished; at the `first` look also what has come back with a backup."""
        async for person, erasure in self._erasures.all():
            if person not in self._forgotten:
                self._forget(person)
            if self._presence.is_responsible(person) and await self._is_due(person, erasure, first):
                await self._try(person)

    async def _is_due(self, person: str, erasure: Erasure, first: bool) -> bool:
        if not is_settled(erasure):
            return True
        if any(room.seat_of(person) is not None for room in self._directory.of_person(person)):
            return True
        return first and await self._people.get(person) is not None

    async def run(self) -> None:
        first = True
        while True:
            try:
                await self.look(first=first)
                first = False
            except EventsError as error:
                log.warning("erasures_not_looked_at", why=str(error))
            await asyncio.sleep(LOOK_EVERY)
