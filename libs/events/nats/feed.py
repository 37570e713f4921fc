"""Following a stream: a nameless consumer, made anew after the last message whenever anything is amiss."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import structlog
from nats.aio.msg import Msg

from libs.events.nats.link import Link, failed
from libs.events.nats.patience import PAUSE, status, within
from libs.events.nats.pulling import delivery, pull
from libs.events.nats.reading import last_message
from libs.events.nats.storing import id_of
from libs.events.ports import Feed, Stored, Unavailable
from libs.events.streams import SECOND

log = structlog.get_logger()

BATCH = 512
EXPIRES = 10.0
HEARTBEAT = 1.0
SILENCE = 2.5
"""Seconds without a message or a heartbeat after which a consumer counts as gone."""

FORGOTTEN_AFTER = 30
"""Seconds after which the server drops the consumer of a follower that vanished."""


class NatsFeed:
    """One reader. It asks for more only as fast as it is read, so that nothing is dropped on the way."""

    def __init__(self, link: Link, stream: str, subject: str, after: int, caught_up: int) -> None:
        self._link = link
        self._stream = stream
        self._subject = subject
        self._after = after
        self._caught_up = caught_up
        self.inbox = link.client.new_inbox()
        self._consumer = ""
        self._arrived: deque[Stored] = deque()
        self._outstanding = 0
        self._expected = 1
        self._heard = 0.0
        self._sound = False
        self._changed = asyncio.Event()

    @property
    def caught_up(self) -> int:
        return self._caught_up

    async def take(self, message: Msg) -> None:
        """A message or a word of the server, called by nats-py."""
        found = status(message)
        if found is None:
            self._store(message)
        elif message.subject.endswith(self._consumer):
            self._hear(found, message.headers or {})
        self._changed.set()

    def _hear(self, found: str, headers: dict[str, str]) -> None:
        self._heard = time.monotonic()
        if found == "100":
            if int(headers.get("Nats-Last-Consumer", 0)) >= self._expected:
                self._sound = False
        elif found == "408":
            self._outstanding = 0
        else:
            self._sound = False

    def _store(self, message: Msg) -> None:
        delivered = delivery(message)
        if delivered.consumer != self._consumer or not self._sound:
            return
        self._heard = time.monotonic()
        if delivered.order != self._expected:
            self._sound = False
            return
        self._expected += 1
        self._outstanding -= 1
        self._after = delivered.sequence
        key = message.subject.rpartition(".")[2]
        headers = message.headers or {}
        self._arrived.append(Stored(delivered.sequence, key, message.data, id_of(headers, key)))

    def interrupt(self) -> None:
        """The connection was renewed: the consumer may be gone with the server."""
        self._sound = False
        self._changed.set()

    async def __aiter__(self) -> AsyncIterator[Stored]:
        while True:
            self._changed.clear()
            while self._arrived:
                yield self._arrived.popleft()
                if self._outstanding < BATCH // 2:
                    await self._ask()
            if not self._sound or self._outstanding <= 0:
                await self._ask()
            try:
                async with asyncio.timeout(SILENCE):
                    await self._changed.wait()
            except TimeoutError:
                if time.monotonic() - self._heard >= SILENCE:
                    self._sound = False

    async def _ask(self) -> None:
        """More messages; by a new consumer where the old one is not sound. Only Refused ends a feed."""
        try:
            if not self._sound:
                await self.begin()
            if self._outstanding < BATCH // 2:
                await pull(
                    self._link,
                    self._stream,
                    self._consumer,
                    f"{self.inbox}.{self._consumer}",
                    batch=BATCH - self._outstanding,
                    expires=EXPIRES,
                    heartbeat=HEARTBEAT,
                )
                self._outstanding = BATCH
        except Unavailable:
            await asyncio.sleep(PAUSE)

    async def begin(self) -> None:
        """A consumer from after the last message on."""
        former, self._consumer = self._consumer, f"feed-{uuid4().hex[:16]}"
        self._expected = 1
        self._outstanding = 0
        config: dict[str, Any] = {
            "name": self._consumer,
            "filter_subject": self._subject,
            "deliver_policy": "by_start_sequence",
            "opt_start_seq": self._after + 1,
            "ack_policy": "none",
            "inactive_threshold": FORGOTTEN_AFTER * SECOND,
            "mem_storage": True,
            "num_replicas": 1,
        }
        if former:
            await self.forget(former)
        async with within(self._link.limit, f"{self._stream} gives no consumer"):
            answer = await self._link.api(
                f"CONSUMER.CREATE.{self._stream}.{self._consumer}.{self._subject}",
                {"stream_name": self._stream, "config": config, "action": "create"},
            )
        if error := answer.get("error"):
            raise failed(error, f"{self._stream} cannot be followed")
        self._heard = time.monotonic()
        self._sound = True

    async def forget(self, consumer: str | None = None) -> None:
        """Drop the consumer, if it is there; the server does so itself after a while."""
        call = f"CONSUMER.DELETE.{self._stream}.{consumer or self._consumer}"
        await self._link.send(self._link.calls.subject(call), b"")


@asynccontextmanager
async def following(link: Link, stream: str, subject: str, after: int) -> AsyncIterator[Feed]:
    """Follow a stream, past a sequence, while the context lasts. Raises Refused, Unavailable on entry."""
    # The last message that is there, not the last that was: a feed would wait for that for ever.
    last = await last_message(link, stream, subject)
    feed = NatsFeed(link, stream, subject, after, last.sequence if last else 0)
    subscription = await link.subscribe(f"{feed.inbox}.*", feed.take, pending=0)
    # A pull's messages come under their own subjects, its other words under the inbox.
    link.on_reconnect.add(feed.interrupt)
    try:
        await feed.begin()
        yield feed
    finally:
        link.on_reconnect.discard(feed.interrupt)
        await link.unsubscribe(subscription)
        try:
            await feed.forget()
        except Unavailable:
            log.debug("feed_consumer_left_behind", stream=stream)
