"""One connection to NATS: it outlives servers, and no call on it waits longer than its limit.

nats-py has faults that this module is built around (each has a test in `tests/libs/events/nats`):

- its reader dies of any exception that a callback raises, so that no callback here can raise;
- after 60 failed attempts it would give up for good: it never does here;
- a PONG that comes after its `flush` gave up kills the reader too: `settle` asks by a message instead;
- what waits for an answer when the connection breaks waits out its time: here it is told at once;
- a message that the user may not publish is answered with silence and an error beside it: joined here.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import (
    BadSubjectError,
    ConnectionClosedError,
    MaxPayloadError,
    OutboundBufferLimitError,
    SlowConsumerError,
)
from nats.errors import Error as NatsError

from libs.events.nats.patience import ELECTION_LIMIT, LIMIT, PAUSE, Broken, Nobody, repeated, within
from libs.events.nats.write_keys import WriteKeys
from libs.events.permissions import INBOX
from libs.events.ports import Counts, EventsError, Refused, Unavailable
from libs.events.seals import PREFIX as SEALED
from libs.events.seals import Calls
from libs.events.streams import Consumer
from libs.events.write_keys import veiled

log = structlog.get_logger()

PENDING_BYTES = 64 << 20
"""Of answers that came and were not yet handed over; a batch of a log is the largest."""

_VIOLATION = re.compile(
    r'permissions violation for (publish|subscription) (?:with reply )?(?:to|of) "([^"]+)"'
)

NOT_ALLOWED = "the server's permissions do not let this user publish to {subject}"

LEADERLESS = frozenset({10008, 10009})
"""What several servers answer while they have no leader, or have just changed it: to be asked again."""

PASSES = 503
"""The code of errors that are of this moment: no leader, too few servers, JetStream not up yet."""

PINGS = 1
"""Seconds between two pings to one of several servers, of which two may be missed. So a server that stands
still is left for another after three seconds at most, and that is before the others can have agreed on a new
leader in its place (four seconds after its last word, which it says every second). One that wakes and still
takes itself for the leader has no clients any more whom it could tell what was."""

PINGS_TO_ONE = 5
"""The same to a single server: there is none to leave it for."""

NOT_SEALED = (
    "nobody answers at {subject}: the server was not given this user's calls, or those of another password "
    '(docs/permissions.md, "Sealed calls")'
)

NOT_FOUND = 10043
DELETE_FAILED = 10057
"""For several reasons; where the sequence lies beyond those that there are, the text speaks of the end."""

Answered = Callable[[Msg], None]


def failed(error: dict[str, Any], what: str) -> EventsError:
    """What an error of JetStream's API means to a caller."""
    text = f"{what}: {error.get('description')}"
    return Unavailable(text) if error.get("code") == PASSES else Refused(text)


def _is_gone(error: dict[str, Any]) -> bool:
    """Whether a message could not be deleted because it is not there."""
    code, text = error.get("err_code"), error.get("description", "")
    return code == NOT_FOUND or (code == DELETE_FAILED and ("EOF" in text or "no message found" in text))


def _unguessed() -> str:
    """A word of a reply subject. Who answers one request learns where its answer goes, and must not know by
    that where another is waited for: it could give that one too, or have JetStream carry a message of its own
    there. nats-py's inboxes are each a step from the last.
    """
    return secrets.token_hex(8)


@dataclass(slots=True)
class Waiting:
    """Who waits for the answers to one request: told of each, and of what ended the waiting early."""

    subject: str
    answered: Answered
    failed: Callable[[EventsError], None]


@dataclass(eq=False)
class Link:
    """The connection. Made by `connect`."""

    client: Client
    calls: Calls = field(default_factory=Calls)
    counts: Counts = field(default_factory=Counts)
    on_reconnect: set[Callable[[], None]] = field(default_factory=set)
    """Called after each reconnect."""
    changes: int = 0
    """How often one of the servers behind this one came or went: what was on its way from there is lost."""
    _servers: frozenset[str] = frozenset()
    write_keys: WriteKeys = field(default_factory=WriteKeys)
    _connected: asyncio.Event = field(default_factory=asyncio.Event)
    _waiting: dict[str, Waiting] = field(default_factory=dict)
    _inbox: str = ""
    _violations: set[str] = field(default_factory=set)
    _denied: set[str] = field(default_factory=set)

    async def open(self) -> None:
        """Take answers: one inbox for all requests."""
        if not self.is_clustered:
            self.client.options["ping_interval"] = PINGS_TO_ONE
        prefix = self.client.new_inbox().rpartition(".")[0]
        self._inbox = f"{prefix}.{_unguessed()}."
        await self.client.subscribe(
            self._inbox + "*", cb=self._take_answer, pending_msgs_limit=0, pending_bytes_limit=PENDING_BYTES
        )
        self._connected.set()

    async def _take_answer(self, message: Msg) -> None:
        waiting = self._waiting.get(message.subject[len(self._inbox) :])
        if waiting is not None:
            waiting.answered(message)

    # What nats-py tells us. None of these may raise.

    async def on_error(self, error: Exception) -> None:
        if isinstance(error, SlowConsumerError):
            self.counts.dropped += 1
            return
        if found := _VIOLATION.search(str(error)):
            self.counts.refused += 1
            self._deny(found[1], found[2])
            return
        if not isinstance(error, (OSError, asyncio.TimeoutError, NatsError)):
            log.error("nats_callback_failed", error=repr(error), exc_info=error)

    def _deny(self, what: str, subject: str) -> None:
        # nats-py lowers the case of the server's error texts.
        if what == "subscription":
            self._violations.add(subject)
            return
        waits = [waiting for waiting in self._waiting.values() if waiting.subject.lower() == subject]
        for waiting in waits:
            waiting.failed(Refused(NOT_ALLOWED.format(subject=veiled(waiting.subject))))
        if subject.startswith(INBOX.lower()):
            # Of somebody who is none of those whom this user answers.
            log.info("answer_not_permitted", subject=subject)
        elif not waits and subject not in self._denied:
            # What nobody waits for would be missing without a word.
            log.error("publish_not_permitted", subject=veiled(subject))
            self._denied.add(subject)

    def require_permitted(self, subject: str) -> None:
        """Raises Refused where the server has refused a message to this subject that nobody waited for."""
        if self._denied and subject.lower() in self._denied:
            raise Refused(NOT_ALLOWED.format(subject=veiled(subject)))

    def on_servers(self, servers: frozenset[str]) -> None:
        if self.is_connected and servers != self._servers:
            self.changes += 1
        self._servers = servers

    async def on_disconnected(self) -> None:
        self._connected.clear()
        broken = Broken("the connection broke: what was asked may or may not have happened")
        for waiting in list(self._waiting.values()):
            waiting.failed(broken)

    async def on_reconnected(self) -> None:
        self.counts.reconnects += 1
        self._denied.clear()
        self._connected.set()
        for call in list(self.on_reconnect):
            try:
                call()
            except Exception:
                log.exception("reconnect_call_failed")

    # What the rest of the adapter calls.

    @property
    def is_connected(self) -> bool:
        return self._connected.is_set() and not self.client.is_closed

    @property
    def is_clustered(self) -> bool:
        """Whether the server is one of several: a stream may stand on more than one of them."""
        return "cluster" in self.client._server_info

    @property
    def limit(self) -> float:
        """Seconds that a call may take in all."""
        return ELECTION_LIMIT if self.is_clustered else LIMIT

    async def connected(self) -> None:
        if self.client.is_closed:
            raise Unavailable("the connection is closed")
        await self._connected.wait()

    @contextmanager
    def conversation(
        self, subject: str, answered: Answered, failed: Callable[[EventsError], None]
    ) -> Iterator[str]:
        """A reply subject on which several answers may come, while the context lasts."""
        token = _unguessed()
        self._waiting[token] = Waiting(subject, answered, failed)
        try:
            yield self._inbox + token
        finally:
            del self._waiting[token]

    async def request(self, subject: str, data: bytes = b"", headers: dict[str, str] | None = None) -> Msg:
        """One answer. Raises Broken and Refused, and sets no limit itself: call it under `within`."""
        return await self._ask(subject, data, headers, subject)

    async def settle(self) -> None:
        """Until the server has seen everything sent before: a message to ourselves comes back."""
        async with within(self.limit, "the server does not answer"):
            await repeated(lambda: self._ask(None, b"", None, ""))

    async def _ask(self, subject: str | None, data: bytes, headers: dict[str, str] | None, name: str) -> Msg:
        if not self.is_connected:
            await self.connected()
        token = _unguessed()
        reply = self._inbox + token
        future: asyncio.Future[Msg] = asyncio.get_running_loop().create_future()

        def answered(message: Msg) -> None:
            if not future.done():
                future.set_result(message)

        def failed(error: EventsError) -> None:
            if not future.done():
                future.set_exception(error)

        self._waiting[token] = Waiting(name, answered, failed)
        try:
            if subject is None:
                await self.send(reply, data)
            else:
                await self.send(subject, data, reply, headers)
            return await future
        finally:
            del self._waiting[token]

    async def send(
        self, subject: str, data: bytes, reply: str = "", headers: dict[str, str] | None = None
    ) -> None:
        """Publish, with nats-py's errors translated."""
        try:
            await self.client.publish(subject, data, reply, headers)
        except (ConnectionClosedError, OutboundBufferLimitError) as error:
            raise Unavailable(str(error)) from error
        except MaxPayloadError as error:
            raise Refused(f"{len(data)} bytes are more than the server takes") from error
        except (BadSubjectError, NatsError) as error:
            raise Refused(f"{error}: {veiled(subject)!r}") from error

    async def api(
        self, call: str, request: dict[str, Any] | None = None, *, once: bool = False
    ) -> dict[str, Any]:
        """One call of JetStream's API, such as `STREAM.INFO.ROOMS`; errors and all as the server gives them.

        Several servers are asked again where they are silent or have no leader, unless it is to be asked
        only `once`. Call it under `within`.
        """
        data = json.dumps(request).encode() if request is not None else b""
        again = self.is_clustered and not once
        where = self.calls.subject(call)
        while True:
            try:
                answer = await repeated(lambda: self.request(where, data), clustered=again)
            except Nobody as error:
                if where.startswith(f"{SEALED}."):
                    raise Nobody(NOT_SEALED.format(subject=veiled(where))) from error
                raise
            found: dict[str, Any] = json.loads(answer.data)
            if not again or found.get("error", {}).get("err_code") not in LEADERLESS:
                return found
            await asyncio.sleep(PAUSE)

    async def name_of(self, consumer: Consumer) -> str:
        """A consumer's name on the server. Raises as `write_keys.of`, and Unavailable."""
        async with within(self.limit, f"the name of {consumer.name} was not told in time"):
            return consumer.named(await self.write_keys.of(self, consumer.stream))

    async def purge(self, stream: str, subject: str, *, before: int | None = None) -> None:
        """Remove every message of a subject, or those before a sequence. Raises Refused, Unavailable."""
        asked: dict[str, Any] = {"filter": subject}
        if before is not None:
            asked["seq"] = before
        async with within(self.limit, f"{subject} was not purged in time"):
            answer = await self.api(f"STREAM.PURGE.{stream}", asked)
        if error := answer.get("error"):
            raise failed(error, f"{subject} is not purged")

    async def erase(self, stream: str, sequence: int) -> None:
        """Remove a message and overwrite its bytes; one that is gone is no error. Raises Refused."""
        async with within(self.limit, f"{stream} did not erase {sequence} in time"):
            answer = await self.api(f"STREAM.MSG.DELETE.{stream}", {"seq": sequence, "no_erase": False})
        error = answer.get("error")
        if error is not None and not _is_gone(error):
            raise failed(error, f"{sequence} of {stream} is not erased")

    async def subscribe(
        self,
        subject: str,
        taken: Callable[[Msg], Awaitable[None]],
        *,
        queue: str = "",
        pending: int = 65_536,
    ) -> Subscription:
        """Subscribe, and return once the server listens. Raises Refused where permissions say no."""
        await self.connected()
        self._violations.discard(subject.lower())
        try:
            subscription = await self.client.subscribe(
                subject,
                queue,
                cb=taken,
                pending_msgs_limit=pending,
                pending_bytes_limit=PENDING_BYTES,
            )
        except ConnectionClosedError as error:
            raise Unavailable(str(error)) from error
        except NatsError as error:
            raise Refused(f"{error}: {subject!r}") from error
        await self.settle()
        if subject.lower() in self._violations:
            await self.unsubscribe(subscription)
            raise Refused(f"the server's permissions do not let this user listen to {subject}")
        return subscription

    async def unsubscribe(self, subscription: Subscription) -> None:
        """Stop it; harmless where the connection or the subscription is gone."""
        try:
            await subscription.unsubscribe()
        except NatsError:
            log.debug("nats_subscription_gone", subject=subscription.subject)
