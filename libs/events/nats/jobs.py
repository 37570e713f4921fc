"""The work queue: a standing request for as many jobs as the worker has hands free."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from nats.aio.msg import Msg

from libs.events.nats.headers import received
from libs.events.nats.link import Link, failed
from libs.events.nats.patience import status, within
from libs.events.nats.pulling import ACK, NEVER_AGAIN, WORKING, again_in, delivery, pull
from libs.events.nats.server_times import milliseconds
from libs.events.nats.setup import found_again
from libs.events.nats.storing import DEDUPLICATED, store, write_id
from libs.events.ports import Backlog, EventsError, Headers, Job, Taking, Unavailable
from libs.events.streams import Consumer

log = structlog.get_logger()

EXPIRES = 1.0
"""Seconds for which a request stands: so long, at most, until who stops knows that nothing more comes."""

TICK = 1.0
HEARTBEAT = 0.5


class NatsWorker:
    """One worker's requests and open jobs."""

    def __init__(self, link: Link, consumer: Consumer, at_once: int, at_least: int) -> None:
        self._link = link
        self._consumer = consumer
        self._at_once = at_once
        self._at_least = min(at_once, at_least)
        self.inbox = link.client.new_inbox()
        self._arrived: asyncio.Queue[Job] = asyncio.Queue()
        self._open: set[str] = set()
        self._outstanding = 0
        self._asked_until = 0.0
        self._abstains = False
        self._nothing_to_come = asyncio.Event()
        self._missing = False

    async def take(self, message: Msg) -> None:
        """A job or a word of the server, called by nats-py."""
        match status(message):
            case None:
                await self._job(message)
            case "100":
                return
            case "408":
                left = int((message.headers or {}).get("Nats-Pending-Messages", 0))
                self._expect(self._outstanding - left)
                # Small requests become large ones again: not each is renewed by itself.
                if self._outstanding * 2 <= self._at_once - len(self._open):
                    await self._try_to_ask()
            case other:
                log.info("job_request_ended", status=other, stream=self._consumer.stream)
                self._expect(0)
                self._missing = other in ("404", "409", "503")

    def _expect(self, outstanding: int) -> None:
        self._outstanding = max(0, outstanding)
        if self._outstanding == 0:
            self._nothing_to_come.set()
        else:
            self._nothing_to_come.clear()

    def interrupt(self) -> None:
        """The connection was renewed: what was asked of the old one is not answered."""
        self._expect(0)

    def abstain(self, abstains: bool) -> None:
        self._abstains = abstains

    async def quiet(self) -> None:
        # The server ends each request with its last job, or with a word after the last one it gave.
        with suppress(TimeoutError):
            async with asyncio.timeout(self._asked_until - time.monotonic()):
                await self._nothing_to_come.wait()

    async def __aiter__(self) -> AsyncIterator[Job]:
        while True:
            try:
                await self._ask()
                async with asyncio.timeout(TICK):
                    job = await self._arrived.get()
            except TimeoutError:
                continue
            except EventsError:
                log.info("jobs_unavailable", stream=self._consumer.stream)
                await asyncio.sleep(TICK)
                continue
            yield job

    async def _try_to_ask(self) -> None:
        try:
            await self._ask()
        except EventsError:
            log.info("jobs_unavailable", stream=self._consumer.stream)

    async def _ask(self) -> None:
        await self._link.connected()
        if self._missing:
            await found_again(self._link, self._consumer)
            self._missing = False
        if time.monotonic() > self._asked_until:
            self._expect(0)
        wanted = self._at_once - len(self._open) - self._outstanding
        if wanted >= self._at_least and not self._abstains:
            self._expect(self._outstanding + wanted)
            self._asked_until = time.monotonic() + EXPIRES + TICK
            await pull(
                self._link,
                self._consumer.stream,
                await self._link.name_of(self._consumer),
                self.inbox,
                batch=wanted,
                expires=EXPIRES,
                heartbeat=HEARTBEAT,
            )

    async def _job(self, message: Msg) -> None:
        self._expect(self._outstanding - 1)
        if len(self._open) >= self._at_once:
            # A request that was counted as lost was not: another worker may have it.
            await self._say(message.reply, again_in(0.001))
            return
        reply = message.reply
        self._open.add(reply)

        async def close(word: bytes) -> None:
            if reply in self._open:
                self._open.remove(reply)
                await self._say(reply, word)
                await self._try_to_ask()

        async def done() -> None:
            await close(ACK)

        async def working() -> None:
            await self._say(reply, WORKING)

        async def later(seconds: float) -> None:
            await close(again_in(seconds))

        async def drop() -> None:
            await close(NEVER_AGAIN)

        key = message.subject.partition(".")[2]
        attempt = delivery(message).attempt
        self._arrived.put_nowait(
            Job(key, message.data, attempt, done, working, later, drop, received(message))
        )

    async def _say(self, reply: str, word: bytes) -> None:
        try:
            await self._link.send(reply, word)
        except Unavailable:
            log.info("job_word_not_sent", word=word.decode())

    async def leave(self) -> None:
        """Hand every open job back at once."""
        for reply in self._open:
            await self._say(reply, again_in(0.001))
        self._open.clear()


class NatsWork:
    """Work that comes from a stream. Its workers share a durable consumer, made anew where it is gone.

    `at_least` so many jobs are asked for at a time: a request for each would cost as much as the job.
    """

    def __init__(self, link: Link, consumer: Consumer, *, at_least: int = 1) -> None:
        self._link = link
        self._consumer = consumer
        self._at_least = at_least

    async def waiting(self) -> int:
        name = await self._link.name_of(self._consumer)
        info = await self._told(f"CONSUMER.INFO.{self._consumer.stream}.{name}")
        return int(info["num_pending"]) + int(info["num_ack_pending"])

    async def _told(self, call: str) -> dict[str, Any]:
        async with within(self._link.limit, f"{self._consumer.stream} did not tell of itself in time"):
            answer = await self._link.api(call)
        if error := answer.get("error"):
            raise failed(error, f"{self._consumer.stream} does not tell of itself")
        return answer

    @asynccontextmanager
    async def work(self, *, at_once: int) -> AsyncIterator[Taking]:
        worker = NatsWorker(self._link, self._consumer, at_once, self._at_least)
        subscription = await self._link.subscribe(worker.inbox, worker.take, pending=0)
        self._link.on_reconnect.add(worker.interrupt)
        try:
            yield worker
        finally:
            self._link.on_reconnect.discard(worker.interrupt)
            await self._link.unsubscribe(subscription)
            await worker.leave()


class NatsJobs(NatsWork):
    """A work queue on a stream."""

    def __init__(self, link: Link, subject: Callable[[str], str], consumer: Consumer) -> None:
        super().__init__(link, consumer)
        self._subject = subject

    async def put(self, key: str, data: bytes, headers: Headers | None = None) -> None:
        told = {**(headers or {}), DEDUPLICATED: write_id()}
        await store(self._link, self._consumer.stream, self._subject(key), data, told)

    async def backlog(self) -> Backlog:
        state = (await self._told(f"STREAM.INFO.{self._consumer.stream}"))["state"]
        jobs = int(state["messages"])
        # Done jobs leave the stream, so that its first message is the oldest job.
        return Backlog(jobs=jobs, oldest=milliseconds(state["first_ts"]) if jobs else None)
