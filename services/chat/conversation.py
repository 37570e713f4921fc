"""Saying and remembering: a message is refused, or stored once and then told."""

from collections.abc import Callable
from hashlib import sha256

from libs.events import subjects
from libs.events.ports import Bus, Conflict, EventsError, Journal
from libs.events.streams import CHAT
from libs.events.tables import TalkChannel
from libs.events.talk import AskHistory, History, Said, Say, SayAnswer
from libs.events.wire import pack
from libs.runtime.logging import get_logger
from services.chat.audience import channel_for, is_readable, speaking_seat
from services.chat.directory import Directory, KnownRoom
from services.chat.metrics import CONFLICTS, HISTORIES, REFUSED, REPEATED, SAID
from services.chat.rate import next_allowed
from services.chat.refusals import NO_SUCH_ROOM, RATE_LIMITED, UNAVAILABLE, NotSaid, Refusal
from services.chat.tail import Tail, Tails
from services.chat.text import written

log = get_logger()

TRIES = 8
"""How often a message is decided anew because another copy's was stored first."""

HISTORY = 100
"""Messages that one who comes back is given."""

KEPT_MS = int(CHAT.max_age * 1000)

SURPLUS = 50
"""Messages beyond those that are kept, which are taken away together."""


class Conversation:
    """Talk in all rooms. Calls for one room come one after another; other processes may work beside."""

    def __init__(
        self, *, directory: Directory, tails: Tails, chats: Journal, bus: Bus, now: Callable[[], int]
    ) -> None:
        self._directory = directory
        self._tails = tails
        self._chats = chats
        self._bus = bus
        self._now = now

    async def say(self, say: Say) -> SayAnswer:
        """Store what was said, or answer why not. A repeated id is answered as it was the first time."""
        try:
            said = await self._said(say)
        except NotSaid as refused:
            log.debug("message_refused", message=say.id, code=refused.refusal.code)
            return refusal_answer(refused.refusal, refused.details)
        except EventsError as error:
            # It may be stored all the same: whoever repeats it with the same id will learn it.
            self._tails.forget(say.room)
            log.warning("chat_unavailable", message=say.id, why=str(error))
            return refusal_answer(UNAVAILABLE)
        log.debug("message_said", message=said.id, seat=said.seat, channel=said.channel)
        return SayAnswer(said=said)

    async def history(self, ask: AskHistory) -> History:
        """The last messages that this reader may read."""
        HISTORIES.inc()
        try:
            known = await self._directory.room(ask.room)
            if ask.person is not None and not known.membership.seats_of(ask.person):
                known = await self._directory.looked_up(ask.room)
            if not known.membership.is_known:
                return History(said=(), code=NO_SUCH_ROOM.code)
            tail = await self._tails.fresh(ask.room)
        except EventsError as error:
            log.warning("history_unavailable", why=str(error))
            return History(said=(), code=UNAVAILABLE.code)
        oldest = self._now() - KEPT_MS
        readable = [
            said for said in tail.said if said.at > oldest and is_readable(said, known.membership, ask.person)
        ]
        return History(said=tuple(readable[-HISTORY:]))

    async def purge(self, room: str) -> None:
        """Remove all that was said in a room."""
        await self._chats.purge(room)
        self._tails.forget(room)

    async def _said(self, say: Say) -> Said:
        if not (await self._directory.room(say.room)).membership.is_known:
            raise NotSaid(NO_SUCH_ROOM)
        tail = await self._tails.at_hand(say.room)
        for _ in range(TRIES):
            former = tail.former(say.person, say.id)
            if former is not None:
                REPEATED.inc()
                await self._tell(tail, former)
                return former
            said = await self._decided(say, tail)
            data = pack(said)
            try:
                fence = await self._chats.append(say.room, data, id=_stored_id(data), expected=tail.fence)
            except Conflict:
                CONFLICTS.inc()
                tail = await self._tails.fresh(say.room)
                continue
            tail.add(fence, said)
            SAID.inc()
            await self._tell(tail, said)
            await self._shorten(say.room, tail)
            return said
        raise NotSaid(UNAVAILABLE)

    async def _shorten(self, room: str, tail: Tail) -> None:
        """Take away what is older than the tail.

        The server could do so by a bound of the stream, but it would note that nowhere: once the rest was
        taken back, a server that was killed would bring such old talk to light again.
        """
        if tail.surplus < SURPLUS:
            return
        try:
            await self._chats.purge(room, before=tail.first)
        except EventsError as error:
            log.warning("talk_not_shortened", room=room, why=str(error))
            return
        tail.surplus = 0

    async def _decided(self, say: Say, tail: Tail) -> Said:
        """What is to be stored after this tail. Raises NotSaid."""
        known, channel = await self._channel(say)
        text = written(say.text)
        # Times never run back within a room, even where the clocks of two processes differ.
        now = self._now()
        at = max(now, tail.last_at)
        allowed = next_allowed(tail.times(say.person), at)
        if allowed is not None:
            raise NotSaid(RATE_LIMITED, {"retry_after_ms": allowed - now})
        return Said(
            room=say.room,
            id=say.id,
            at=at,
            person=say.person,
            seat=speaking_seat(channel, known.membership.seats_of(say.person)),
            channel=channel.name,
            text=text,
            seats=channel.seats,
        )

    async def _channel(self, say: Say) -> tuple[KnownRoom, TalkChannel]:
        known = await self._directory.room(say.room)
        try:
            return known, channel_for(known.membership, known.table, say.person, say.channel)
        except NotSaid:
            known = await self._directory.looked_up(say.room)
            return known, channel_for(known.membership, known.table, say.person, say.channel)

    async def _tell(self, tail: Tail, said: Said) -> None:
        """Tell the edges, once from this process: a repeated message floods nobody."""
        name = (said.person, said.id)
        if name in tail.heard:
            return
        tail.heard.append(name)
        try:
            await self._bus.publish(subjects.heard(said.room), pack(said))
        except EventsError as error:
            log.warning("said_untold", message=said.id, why=str(error))


def refusal_answer(refusal: Refusal, details: dict[str, int] | None = None) -> SayAnswer:
    REFUSED.labels(refusal.code).inc()
    return SayAnswer(code=refusal.code, message=refusal.sentence, details=details or {})


def _stored_id(data: bytes) -> str:
    """The id that it is stored with: with the sender's own, one decision could pass for another's."""
    return sha256(data).hexdigest()
