"""Requests as an edge sends them: repeated with the same id until they are answered."""

import asyncio
import time

from libs.events import subjects
from libs.events.commands import Answer, Command
from libs.events.nats import NatsEvents
from libs.events.ports import EventsError, Unavailable
from libs.events.talk import Say, SayAnswer
from libs.events.views import AskAnswer, AskView, View
from libs.events.wire import pack, unpack, validate
from tests.chaos.history import Answered, Asked, Reader

WAITS = (0.3, 0.7, 0.7, 1.0, 2.0, 4.0)
NOBODY_LISTENS = 0.15
"""The same times as in `services/rooms/intake.py`."""

PATIENCE = 30.0
"""Seconds after which a client gives up for good: longer than an edge, so that every stall is seen whole."""


def now() -> float:
    """Unix milliseconds."""
    return time.time() * 1000


class Calls:
    """What the clients of all rooms share."""

    def __init__(self, events: NatsEvents) -> None:
        self.events = events

    def partition(self, room: str) -> int:
        return subjects.partition(room, self.events.partitions)

    async def append_lobby(self, room: str, data: bytes) -> None:
        """The first entry of a room's lobby."""
        while True:
            try:
                await self.events.rooms.append(room, data, id="open", expected=0)
            except EventsError:
                await asyncio.sleep(0.2)
                continue
            return

    async def copies(self, command: Command, note: Asked, number: int) -> list[Answered | None]:
        """The same command so many times at once."""
        return await asyncio.gather(*(self.command(command, note) for _ in range(number)))

    async def command(self, command: Command, note: Asked) -> Answered | None:
        """The first answer, written into `note`; None: there was none for as long as we had patience."""
        subject = subjects.command(command.origin, self.partition(command.room), command.room)
        data, tries, until = pack(command), 0, time.monotonic() + PATIENCE
        while time.monotonic() < until:
            within = WAITS[min(tries, len(WAITS) - 1)]
            tries += 1
            began = time.monotonic()
            try:
                answer = unpack(Answer, await self.events.bus.request(subject, data, within=within))
            except Unavailable:
                if time.monotonic() - began < NOBODY_LISTENS:
                    await asyncio.sleep(NOBODY_LISTENS)
                    tries = 1
                continue
            if answer.outcome == "retry":
                await asyncio.sleep(NOBODY_LISTENS)
                continue
            answered = Answered(
                at=now(),
                outcome=answer.outcome,
                code=answer.code,
                number=answer.number,
                head=None if answer.head is None else answer.head.hex(),
            )
            note.answers.append(answered)
            return answered
        return None

    async def view(self, room: str, reader: Reader) -> View | None:
        subject = subjects.ask(self.partition(room), room)
        try:
            reply = await self.events.bus.request(subject, pack(AskView(reader=reader)), within=2.0)
        except EventsError:
            return None
        answer = unpack(AskAnswer, reply).answer
        return None if answer is None else validate(View, answer)

    async def say(self, say: Say) -> SayAnswer | None:
        """The answer; None: none came that says what became of it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                reply = await self.events.bus.request(subjects.say(say.room), pack(say), within=1.0)
            except EventsError:
                await asyncio.sleep(NOBODY_LISTENS)
                continue
            answer = unpack(SayAnswer, reply)
            if answer.code != "unavailable":
                return answer
            await asyncio.sleep(NOBODY_LISTENS)
        return None
