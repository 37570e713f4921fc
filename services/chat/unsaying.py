"""Taking back all that a person said: from the journal, from what is at hand here, from open pages."""

import asyncio
from collections import defaultdict
from contextlib import suppress

from libs.events import subjects
from libs.events.ports import Bus, EventsError, Heard, Journal
from libs.events.talk import Said, Unsaid, UnsaidMessage, Unsay, UnsayAnswer
from libs.events.wire import Malformed, pack, unpack
from libs.runtime.logging import get_logger
from services.chat.metrics import UNREADABLE, UNSAID
from services.chat.refusals import UNAVAILABLE
from services.chat.tail import Tails

log = get_logger()

MAY_WAIT = 64
"""Requests that may wait; what comes beyond is left unanswered, and asked again."""

Found = dict[str, list[tuple[int, UnsaidMessage]]]
"""By room: a message's fence, and what is told of it."""


class Unsaying:
    """One person after another: each costs a look at all that is kept of a week's talk."""

    def __init__(self, *, tails: Tails, chats: Journal, bus: Bus) -> None:
        self._tails = tails
        self._chats = chats
        self._bus = bus
        self._asked: asyncio.Queue[Heard] = asyncio.Queue(MAY_WAIT)

    def heard(self, heard: Heard) -> None:
        """A request on `unsay.<person>`."""
        with suppress(asyncio.QueueFull):
            self._asked.put_nowait(heard)

    def unsaid(self, heard: Heard) -> None:
        """This copy of the chat or another has taken something back in a room."""
        self._tails.forget(subjects.room_of(heard.subject))

    async def run(self) -> None:
        """Take back what is asked for, until cancelled."""
        while True:
            heard = await self._asked.get()
            try:
                await heard.answer(pack(await self._answer(heard.data)))
            except Malformed as error:
                UNREADABLE.labels("unsay").inc()
                log.error("unsay_malformed", why=str(error))
            except EventsError as error:
                log.warning("answer_unsent", why=str(error))

    async def _answer(self, data: bytes) -> UnsayAnswer:
        person = unpack(Unsay, data).person
        erased = 0
        try:
            for room, messages in (await self._said_by(person)).items():
                await self._take_back(room, messages)
                erased += len(messages)
        except EventsError as error:
            log.warning("talk_not_taken_back", person=person, why=str(error))
            return UnsayAnswer(erased=erased, code=UNAVAILABLE.code)
        log.info("talk_taken_back", person=person, messages=erased)
        return UnsayAnswer(erased=erased)

    async def _said_by(self, person: str) -> Found:
        found: Found = defaultdict(list)
        async for stored in self._chats.read_all():
            try:
                said = unpack(Said, stored.data)
            except Malformed:
                # Counted where the room is read; nobody is shown it.
                continue
            if said.person == person:
                found[stored.key].append((stored.fence, UnsaidMessage(id=said.id, seats=said.seats)))
        return found

    async def _take_back(self, room: str, messages: list[tuple[int, UnsaidMessage]]) -> None:
        for fence, _ in messages:
            await self._chats.erase(room, fence)
        UNSAID.inc(len(messages))
        self._tails.forget(room)
        unsaid = Unsaid(room=room, messages=tuple(message for _, message in messages))
        await self._bus.publish(subjects.unsaid(room), pack(unsaid))
