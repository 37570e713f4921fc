"""What comes in: messages and questions of the edges, changes of rooms and tables."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from libs.events import subjects
from libs.events.lobby import Closed
from libs.events.ports import EventsError, Heard, Stored
from libs.events.talk import AskHistory, History, Say, SayAnswer
from libs.events.wire import Malformed, pack, unpack_plain, validate
from libs.runtime.logging import get_logger
from libs.runtime.tracing import span
from services.chat.conversation import KEPT_MS, Conversation, refusal_answer
from services.chat.directory import Directory, lobby_events
from services.chat.membership import GIVEN_UP
from services.chat.metrics import OVERFLOWED, SECONDS, UNREADABLE
from services.chat.refusals import MALFORMED, UNAVAILABLE
from services.chat.turns import Turns

log = get_logger()

QUICK_ANSWERS = 256
"""Refusals without a look at the room that may wait to be sent; what comes beyond is left unanswered."""


class Handlers:
    """One method for each thing that comes in."""

    def __init__(
        self, *, conversation: Conversation, directory: Directory, turns: Turns, now: Callable[[], int]
    ) -> None:
        self._conversation = conversation
        self._directory = directory
        self._turns = turns
        self._now = now
        self._quick: asyncio.Queue[tuple[Heard, SayAnswer]] = asyncio.Queue(QUICK_ANSWERS)

    def heard(self, heard: Heard) -> None:
        """A request on `say.<room>`: let it wait for its turn."""
        room = subjects.room_of(heard.subject)
        try:
            asked = read_request(heard.data, room)
        except Malformed as error:
            UNREADABLE.labels("request").inc()
            log.info("request_malformed", room=room, why=str(error))
            self._refuse_at_once(heard, refusal_answer(MALFORMED))
            return
        if isinstance(asked, AskHistory):
            history = asked
            self._put(room, asked.person, heard, lambda: self._conversation.history(history))
        else:
            say = asked
            self._put(room, asked.person, heard, lambda: self._conversation.say(say))

    async def answer_quickly(self) -> None:
        """Send the refusals that need no look at the room, until cancelled."""
        while True:
            heard, answer = await self._quick.get()
            try:
                await heard.answer(pack(answer))
            except EventsError as error:
                log.warning("answer_unsent", why=str(error))

    async def lobby(self, stored: Stored) -> None:
        """A message of the ROOMS journal."""
        self._directory.lobby_changed(stored.key, stored.fence)
        for event in lobby_events(stored.key, stored.data):
            if isinstance(event, Closed) and event.reason in GIVEN_UP and event.at > self._now() - KEPT_MS:
                await self._purge(stored.key)

    async def table(self, stored: Stored) -> None:
        """A message of the TABLES register."""
        self._directory.table_changed(stored.key, stored.data)

    async def _purge(self, room: str) -> None:
        try:
            await self._conversation.purge(room)
        except EventsError as error:
            # Not tried again now: the next start follows the journal anew, and its age ends it anyway.
            log.warning("chat_not_purged", room=room, why=str(error))

    def _put(
        self,
        room: str,
        person: str | None,
        heard: Heard,
        make_answer: Callable[[], Awaitable[SayAnswer | History]],
    ) -> None:
        async def work() -> None:
            taken_up = time.perf_counter()
            with span("say", heard.headers):
                answer = await make_answer()
                await heard.answer(pack(answer))
            SECONDS.observe(time.perf_counter() - taken_up)

        if not self._turns.put(room, person, work):
            OVERFLOWED.inc()
            self._refuse_at_once(heard, refusal_answer(UNAVAILABLE))

    def _refuse_at_once(self, heard: Heard, answer: SayAnswer) -> None:
        with suppress(asyncio.QueueFull):
            self._quick.put_nowait((heard, answer))


def read_request(data: bytes, room: str) -> Say | AskHistory:
    """What came on that room's subject. Raises Malformed."""
    value = unpack_plain(data)
    asked: Say | AskHistory
    if isinstance(value, dict) and "history" in value:
        asked = validate(AskHistory, value)
    else:
        asked = validate(Say, value)
    if asked.room != room:
        raise Malformed(f"room: it came on the subject of {room}")
    return asked
