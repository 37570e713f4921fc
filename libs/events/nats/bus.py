"""Core messages: listening with a bound, requests with a limit."""

from collections.abc import Callable

import structlog
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from libs.events import subjects
from libs.events.nats import patience
from libs.events.nats.headers import received, sent
from libs.events.nats.link import Link
from libs.events.permissions import INBOX
from libs.events.ports import EventsError, Headers, Heard, Unavailable

log = structlog.get_logger()

CARRIED = frozenset({"Nats-Stream", "Status"})
"""Headers that only the server gives."""


class NatsListening:
    """A standing subscription; nats-py renews it after a reconnect."""

    def __init__(self, link: Link, subscription: Subscription) -> None:
        self._link = link
        self._subscription = subscription

    async def stop(self) -> None:
        await self._link.unsubscribe(self._subscription)


class NatsBus:
    """At most once: what cannot be sent is dropped and counted."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def publish(self, subject: str, data: bytes, headers: Headers | None = None) -> None:
        try:
            await self._link.send(subject, data, headers=sent(headers))
        except Unavailable:
            self._link.counts.dropped += 1

    async def request(
        self, subject: str, data: bytes, *, within: float, headers: Headers | None = None
    ) -> bytes:
        async with patience.within(within, f"no answer on {subject} within {within} s"):
            answer = await self._link.request(subject, data, sent(headers))
        if patience.status(answer) == patience.NO_RESPONDERS:
            raise Unavailable(f"nobody listens to {subject}")
        return answer.data

    async def listen(
        self, subject: str, handle: Callable[[Heard], None], *, queue: str = ""
    ) -> NatsListening:
        async def taken(message: Msg) -> None:
            if not is_meant(self._link, message, subject):
                return
            try:
                handle(self._heard(message))
            except Exception:
                log.exception("listener_failed", subject=message.subject)

        return NatsListening(self._link, await self._link.subscribe(subject, taken, queue=queue))

    def _heard(self, message: Msg) -> Heard:
        reply = message.reply

        async def answer(data: bytes) -> None:
            if not reply.startswith(INBOX):
                # Nobody asked, or the answer would be a message in our name elsewhere than in an inbox.
                return
            try:
                await self._link.send(reply, data)
            except EventsError:
                # Whoever asked asks again; an answer too large to be sent is a bug to be seen.
                self._link.counts.dropped += 1
                log.warning("answer_not_sent", subject=message.subject)

        return Heard(message.subject, message.data, bool(reply), answer, received(message))


def is_meant(link: Link, message: Msg, listening: str) -> bool:
    """Whether somebody sent it here; not where the server brought what it holds in a stream: that is told.

    It sends what is asked of JetStream wherever the asker wants to have it, permitted or not.
    """
    carried = bool(message.headers and CARRIED & message.headers.keys())
    if subjects.fits(listening, message.subject) and not carried:
        return True
    link.counts.dropped += 1
    log.error("message_not_meant", subject=message.subject, listening=listening)
    return False
