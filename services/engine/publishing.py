"""Telling the public: a follower of the log, off the path of a move."""

import asyncio
from collections import OrderedDict

import structlog

from libs.events import subjects
from libs.events.entry import Broken, NewerEntry, seq_of
from libs.events.holding import Partitions
from libs.events.ports import EventsError, Job, Refused
from libs.events.wire import Malformed
from libs.runtime.table import LogError
from services.engine import metrics
from services.engine.house import House
from services.engine.publication import Publication, Secret

log = structlog.get_logger()

LOOK_EVERY = 0.25
"""Seconds between two looks at which shards are ours to follow."""

AT_ONCE = 64
"""Entries of a shard that are at hand; they are told of one after another."""

TABLES_AT_HAND = 1_000
"""Rooms whose table is kept; that of another is folded anew from its snapshot or its log."""

IDLE = 60_000
"""Milliseconds after which a room of which nothing more came is no longer kept."""

REACHED_AT_HAND = 100_000
"""Rooms of which it is known how far they were told."""

PAUSE = 1.0
"""Seconds until it is tried again where the server does not answer."""

PATIENCE = 5.0
"""Seconds until an entry comes again that this engine cannot read, or may not write: another one may."""

SECRET_FOR = 60.0
"""Seconds until it is looked again whether a fork may be told whole."""

TRIES = 60
"""After so many an entry is given up, lest such entries hold up their shard for ever."""


class Publisher:
    """Follows the shards of the log whose partition of the same number this engine holds.

    Any number of them may follow a shard at once (one that does not know yet that it has lost its
    partition): what keeps the stream whole is the fence of each room (`Publication`). A room is always
    told up to the entry that came, so that it does not matter in which order entries come again.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._publications: OrderedDict[str, Publication] = OrderedDict()
        self._reached: OrderedDict[str, int] = OrderedDict()
        """The last entry told, by room."""

    async def measure(self, holding: Partitions) -> None:
        """Set the gauges of what is at hand, and of what waits in the shards followed here."""
        metrics.PUBLICATIONS.set(len(self._publications))
        shards = [shard for shard in range(self._house.events.shards) if shard in holding.held]
        metrics.PUBLISH_WAITING.set(
            sum([await self._house.events.entries(shard).waiting() for shard in shards])
        )

    async def run(self, holding: Partitions) -> None:
        """Follow what is ours, until cancelled."""
        following: dict[int, asyncio.Task[None]] = {}
        async with asyncio.TaskGroup() as tasks:
            while True:
                held = holding.held
                for shard in range(self._house.events.shards):
                    if shard in held and shard not in following:
                        following[shard] = tasks.create_task(self.follow(shard))
                    elif shard not in held and shard in following:
                        following.pop(shard).cancel()
                await asyncio.sleep(LOOK_EVERY)

    async def follow(self, shard: int) -> None:
        """Tell of the entries of a shard, until cancelled."""
        while True:
            try:
                async with self._house.events.entries(shard).work(at_once=AT_ONCE) as jobs:
                    async for job in jobs:
                        await self._handle(job)
            except EventsError as error:
                log.info("shard_not_followed", shard=shard, reason=str(error))
                await asyncio.sleep(PAUSE)

    async def _handle(self, job: Job) -> None:
        """Tell of one entry. Whatever is wrong with its room, the shard goes on."""
        room = subjects.room_of(job.key)
        try:
            await self.tell(room, job.data)
        except Exception as error:
            again_in = _again_in(error, job.attempt)
            if again_in is not None:
                log.info("room_not_yet_published", room=room, attempt=job.attempt, reason=str(error))
                await job.later(again_in)
                return
            metrics.UNPUBLISHED.inc()
            known = isinstance(error, (Broken, LogError, Malformed, EventsError))
            log.error("room_not_published", room=room, reason=str(error), exc_info=None if known else error)
        await job.done()

    async def tell(self, room: str, data: bytes) -> None:
        """Tell of a room up to this entry of its log, as it is stored; nothing where that is told already."""
        seq = seq_of(data)
        if seq <= self._reached.get(room, 0):
            return
        # Kept again only once all went well: half told, it would take for told what is not.
        publication = self._publications.pop(room, None)
        if publication is not None and publication.table is not None and publication.table.seq == seq - 1:
            await publication.follow(data)
        else:
            publication = Publication(room, self._house)
            await publication.catch_up()
        self._keep(room, publication)

    def _keep(self, room: str, publication: Publication) -> None:
        table = publication.table
        if table is None:
            return
        now = self._house.now()
        metrics.PUBLISH_LAG.set(max(0, now - table.at) / 1000)
        self._reached[room] = table.seq
        self._reached.move_to_end(room)
        if len(self._reached) > REACHED_AT_HAND:
            self._reached.popitem(last=False)
        if table.state.over:
            return
        self._publications[room] = publication
        publication.used = now
        oldest = next(iter(self._publications.values()))
        if len(self._publications) > TABLES_AT_HAND or oldest.used < now - IDLE:
            self._publications.popitem(last=False)


def _again_in(error: Exception, attempt: int) -> float | None:
    """Seconds until an entry is tried again after an error; None: never."""
    if isinstance(error, Secret):
        return SECRET_FOR
    if isinstance(error, (NewerEntry, Refused)):
        return PATIENCE if attempt < TRIES else None
    return PAUSE if isinstance(error, EventsError) else None
