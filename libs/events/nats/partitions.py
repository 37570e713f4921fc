"""Holding partitions: standing requests on the due consumers, of which the server pins each to one engine.

What was found out of the server (2.15.1), and what follows from it:

- It pins somebody only when it has a message to give: where nobody is pinned, a wake message is put on
  the consumer's subject. Who asks without a pin looks for that now and then, and when told (by an
  advisory) that a pin ended.
- A pin lasts 1.5 s past the last *request* of its holder, however long that request stands: the holder
  asks every half second.
- Who asks with a pin that is over is told so at once (423). Who was stopped for longer than a pin
  lasts knows by the clock, before any answer.
- A request without a pin that still stands may be pinned again after a release: to let go means to
  stop listening first.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import structlog
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from libs.events import subjects
from libs.events.holding import PartitionEvents, Partitions
from libs.events.nats.bus import is_meant
from libs.events.nats.link import Link
from libs.events.nats.patience import status, within
from libs.events.nats.pulling import again_in, delivery, pull
from libs.events.nats.setup import found_again
from libs.events.nats.storing import DEDUPLICATED
from libs.events.permissions import ADVISORIES
from libs.events.ports import EventsError
from libs.events.streams import FIRED, GROUP, PIN_TIMEOUT, WAKE, Consumer, Installation, due_consumer
from libs.events.write_keys import under, without_key

log = structlog.get_logger()

HOLDING_EVERY = 0.5
"""Seconds between a holder's requests; three of them may be lost before the pin is."""

ASKING_EVERY = 1.0
EXPIRES = 1.2
HEARTBEAT = 0.5
BATCH = 64
ANSWERED_WITHIN = 3.0
"""Seconds without any word of the server, heartbeats included, after which nothing can be asked for."""

REST = 1.0
"""Seconds for which a partition that was let go is not asked for: somebody else does, or nobody is there."""
AGAIN = 0.5
"""Seconds after which a fired timer that was not dealt with comes again."""

CLOSE_LIMIT = 5.0


@dataclass(slots=True)
class _Due:
    """A fired timer in hand; when it comes again meanwhile, its latest delivery is the one to acknowledge."""

    room: str
    reply: str


class _Partition:
    """One partition: asks for it, keeps it, and hands its events on one at a time."""

    def __init__(self, link: Link, installation: Installation, number: int, events: PartitionEvents) -> None:
        self._link = link
        self._events = events
        self._number = number
        self._shard = subjects.shard(number, installation.shards)
        self.consumer: Consumer = due_consumer(installation, number)
        self._inbox = link.client.new_inbox()
        self._subscription: Subscription | None = None
        self._pin: str | None = None
        self._asked = 0.0
        self._heard = 0.0
        self._rest_until = 0.0
        self._missing = False
        self._abstains = False
        self._due: dict[int, _Due] = {}
        self._forgetting: set[asyncio.Task[None]] = set()
        self._calls: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._stir = asyncio.Event()

    @property
    def held(self) -> bool:
        return self._pin is not None and not self._lapsed()

    @property
    def is_answered(self) -> bool:
        return time.monotonic() - self._heard < ANSWERED_WITHIN

    def _lapsed(self) -> bool:
        now = time.monotonic()
        return now - self._asked > PIN_TIMEOUT or now - self._heard > PIN_TIMEOUT

    # What the server says.

    async def take(self, message: Msg) -> None:
        """A fired timer, or a word of the server, called by nats-py."""
        match status(message):
            case None:
                self._take_due(message)
            case "423":
                self._lose()
                self.stir()
            case "409" | "503":
                self._missing = True
        self._heard = time.monotonic()

    def _take_due(self, message: Msg) -> None:
        pin = (message.headers or {}).get("Nats-Pin-Id")
        if self._pin is not None and (pin != self._pin or self._lapsed()):
            self._lose()
        if self._pin is None:
            self._gain(pin)
        due = _Due(subjects.room_of(message.subject), message.reply)
        sequence = delivery(message).sequence
        if sequence in self._due:
            self._due[sequence].reply = due.reply
            return
        self._due[sequence] = due
        self._calls.put_nowait(lambda: self._deal_with(sequence, due))

    def _gain(self, pin: str | None) -> None:
        self._pin = pin
        self._asked = self._heard = time.monotonic()
        self._calls.put_nowait(lambda: self._events.gained(self._number))
        self.stir()

    def _lose(self) -> None:
        if self._pin is not None:
            self._pin = None
            self._due.clear()
            self._calls.put_nowait(lambda: self._events.lost(self._number))

    async def _deal_with(self, sequence: int, due: _Due) -> None:
        if self._due.get(sequence) is not due:
            return
        dealt_with = False
        try:
            dealt_with = due.room == WAKE or await self._events.due(due.room)
        finally:
            if self._due.get(sequence) is due:
                del self._due[sequence]
            if dealt_with:
                # Beside, for it must not keep `lost` waiting where the server is silent.
                task = asyncio.create_task(self._forget(sequence))
                self._forgetting.add(task)
                task.add_done_callback(self._forgetting.discard)
            else:
                await self._link.send(due.reply, again_in(AGAIN))

    async def _forget(self, sequence: int) -> None:
        """Delete the message, which settles its delivery too: if that fails, it comes again."""
        try:
            # This message alone: purging the subject would take a timer along that has fired meanwhile.
            async with within(self._link.limit, "a due message was not deleted in time"):
                await self._link.api(
                    f"STREAM.MSG.DELETE.{self.consumer.stream}", {"seq": sequence, "no_erase": True}
                )
        except EventsError as error:
            log.info("due_message_not_deleted", partition=self._number, error=str(error))

    # Asking.

    def stir(self) -> None:
        """Ask now."""
        self._stir.set()

    async def ask_for_ever(self) -> None:
        while True:
            self._stir.clear()
            if self._pin is not None and self._lapsed():
                self._lose()
            try:
                await self._ask()
            except EventsError as error:
                log.info("partition_not_asked_for", partition=self._number, error=str(error))
            try:
                async with asyncio.timeout(HOLDING_EVERY if self._pin else ASKING_EVERY):
                    await self._stir.wait()
            except TimeoutError:
                continue

    async def _ask(self) -> None:
        if time.monotonic() < self._rest_until or not self._link.is_connected:
            return
        if self._abstains and self._pin is None:
            await self._stop_listening()
            return
        if self._missing:
            await found_again(self._link, self.consumer)
            self._missing = False
        name = await self._link.name_of(self.consumer)
        if self._subscription is None:
            self._subscription = await self._link.subscribe(self._inbox, self.take, pending=0)
        self._asked = time.monotonic()
        await pull(
            self._link,
            self.consumer.stream,
            name,
            self._inbox,
            batch=BATCH,
            expires=EXPIRES,
            heartbeat=HEARTBEAT,
            group=GROUP,
            pin=self._pin,
        )
        if self._pin is None and not await self._somebody_is_pinned(name):
            await self.wake(f"{self._inbox}-{time.monotonic_ns()}")

    async def _somebody_is_pinned(self, name: str) -> bool:
        async with within(ASKING_EVERY, "the consumer's state was not told in time"):
            info = await self._link.api(f"CONSUMER.INFO.{self.consumer.stream}.{name}")
        if "error" in info:
            self._missing = True
            return True
        return any(group.get("pinned_client_id") for group in info.get("priority_groups", []))

    async def wake(self, id: str) -> None:
        """Give the server a message to pin somebody with; several with the same id are one."""
        key = await self._link.write_keys.of(self._link, self.consumer.stream)
        subject = under(key, subjects.due(self._shard, self._number, WAKE))
        await self._link.send(subject, FIRED, headers={DEDUPLICATED: f"wake:{id}"})

    async def advised(self, ended: bool, id: str) -> None:
        """The server says that somebody was pinned, or that a pin ended: a holder makes sure of its own."""
        if self._pin is not None:
            self.stir()
        elif ended and time.monotonic() >= self._rest_until:
            await self.wake(id)

    # Letting go.

    def abstain(self, abstains: bool) -> None:
        self._abstains = abstains
        self.stir()

    async def _stop_listening(self) -> None:
        """A request that still stands may get a pin."""
        subscription, self._subscription = self._subscription, None
        if subscription is not None:
            await self._link.unsubscribe(subscription)

    async def release(self) -> None:
        self._rest_until = time.monotonic() + REST
        await self.let_go()

    async def let_go(self) -> None:
        """Give the pin back, if it is held; nothing is asked for in its place."""
        held = self._pin is not None
        self._lose()
        await self._stop_listening()
        if held:
            async with within(CLOSE_LIMIT, "the pin was not given back in time"):
                name = await self._link.name_of(self.consumer)
                await self._link.api(f"CONSUMER.UNPIN.{self.consumer.stream}.{name}", {"group": GROUP})

    # Telling.

    async def tell_for_ever(self) -> None:
        while True:
            call = await self._calls.get()
            try:
                await call()
            except EventsError as error:
                log.info("partition_event_unavailable", partition=self._number, error=str(error))
            except Exception:
                log.exception("partition_event_failed", partition=self._number)
            finally:
                self._calls.task_done()

    async def told(self) -> None:
        """Until everything that happened was told, and what was dealt with is deleted."""
        await self._calls.join()
        await asyncio.gather(*self._forgetting)


class NatsPartitions:
    """All partitions of one process."""

    def __init__(self, link: Link, installation: Installation, events: PartitionEvents) -> None:
        self._link = link
        self._partitions = [
            _Partition(link, installation, number, events) for number in range(installation.partitions)
        ]
        self._by_consumer = {(each.consumer.stream, each.consumer.name): each for each in self._partitions}
        """By the names that are declared."""

    @property
    def held(self) -> frozenset[int]:
        return frozenset(number for number, each in enumerate(self._partitions) if each.held)

    @property
    def is_answered(self) -> bool:
        return any(each.is_answered for each in self._partitions)

    async def release(self, partition: int) -> None:
        await self._partitions[partition].release()

    def abstain(self, abstains: bool) -> None:
        for partition in self._partitions:
            partition.abstain(abstains)

    async def take_advisory(self, listening: str, message: Msg) -> None:
        """Somebody was pinned, or a pin ended, says the server; nobody else may say so."""
        if not is_meant(self._link, message, listening) or not message.data:
            return
        advisory = json.loads(message.data)
        declared = without_key(str(advisory.get("consumer")))
        partition = self._by_consumer.get((str(advisory.get("stream")), declared))
        if partition is not None:
            await partition.advised("reason" in advisory, advisory["id"])

    def stir(self) -> None:
        for partition in self._partitions:
            partition.stir()

    def tasks(self) -> list[asyncio.Task[None]]:
        """The standing tasks, to be cancelled when all is let go of: those that ask, then those that tell."""
        asking = [asyncio.create_task(each.ask_for_ever()) for each in self._partitions]
        telling = [asyncio.create_task(each.tell_for_ever()) for each in self._partitions]
        return [*asking, *telling]

    async def let_go(self) -> None:
        given_back = await asyncio.gather(
            *(each.let_go() for each in self._partitions), return_exceptions=True
        )
        for outcome in given_back:
            if isinstance(outcome, EventsError):
                log.info("pin_not_given_back", error=str(outcome))
            elif outcome is not None:
                raise outcome
        try:
            async with asyncio.timeout(CLOSE_LIMIT):
                await asyncio.gather(*(each.told() for each in self._partitions))
        except TimeoutError:
            log.warning("partition_events_cut_off")


@asynccontextmanager
async def holding(
    link: Link, installation: Installation, events: PartitionEvents
) -> AsyncIterator[Partitions]:
    """Ask for every partition until left; then give all back."""
    partitions = NatsPartitions(link, installation, events)
    advisories = [
        await link.subscribe(subject, partial(partitions.take_advisory, subject)) for subject in ADVISORIES
    ]
    link.on_reconnect.add(partitions.stir)
    tasks = partitions.tasks()
    try:
        yield partitions
    finally:
        link.on_reconnect.discard(partitions.stir)
        for advisory in advisories:
            await link.unsubscribe(advisory)
        for task in tasks[: installation.partitions]:
            task.cancel()
        await asyncio.gather(*tasks[: installation.partitions], return_exceptions=True)
        await partitions.let_go()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
