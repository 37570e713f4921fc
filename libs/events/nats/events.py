"""A process's connection to NATS, as the ports have it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from libs.events import streams, subjects
from libs.events.holding import PartitionEvents, Partitions
from libs.events.nats.bus import NatsBus
from libs.events.nats.connect import connect
from libs.events.nats.greeting import certificates
from libs.events.nats.jobs import NatsJobs, NatsWork
from libs.events.nats.journal import NatsJournal, Place
from libs.events.nats.kv import NatsBucket
from libs.events.nats.link import Link
from libs.events.nats.partitions import holding
from libs.events.nats.patience import within
from libs.events.nats.register import NatsRegister
from libs.events.nats.setup import check_installation, check_version, set_up, wait_for_set_up
from libs.events.nats.storage import storage
from libs.events.nats.timers import NatsTimers
from libs.events.ports import Counts, EventsError, Refused
from libs.events.standing import Storage
from libs.events.streams import BUCKETS, Installation

ALIVE_LIMIT = 2.0

ENTRIES_AT_LEAST = 32
"""So many entries of the log are asked for at a time, where so many may be open."""


class NatsEvents:
    """Made by `open_events`."""

    def __init__(self, link: Link, installation: Installation, url: str) -> None:
        self._link = link
        self._url = url
        self._installation = installation
        shards = [
            Place(streams.games(shard).name, subjects.game(shard, "*"))
            for shard in range(installation.shards)
        ]
        self.games = NatsJournal(link, self._place_of_game, stream=None, shards=shards)
        self.rooms = _journal(link, streams.ROOMS, subjects.room)
        self.chats = _journal(link, streams.CHAT, subjects.chat)
        self.archive = _journal(link, streams.ARCHIVE, subjects.archive)
        self.aside = _journal(link, streams.ASIDE, subjects.set_aside)
        self.public = _journal(link, streams.ANALYTICS, subjects.public)
        self.admin = _journal(link, streams.ADMIN, subjects.admin)
        self.tables = NatsRegister(link, streams.TABLES.name, subjects.table)
        self.snapshots = NatsRegister(link, streams.SNAPSHOTS.name, subjects.snapshot)
        self.timers = NatsTimers(link, installation)
        self.bots = NatsJobs(link, lambda key: f"bot.{key}", streams.BOT_WORKERS)
        self.bus = NatsBus(link)

    def _place_of_game(self, room: str) -> Place:
        shard = self._installation.shard(room)
        return Place(streams.games(shard).name, subjects.game(shard, room), subjects.timer(shard, room))

    @property
    def partitions(self) -> int:
        return self._installation.partitions

    @property
    def shards(self) -> int:
        return self._installation.shards

    def entries(self, shard: int) -> NatsWork:
        return NatsWork(self._link, streams.publishers(shard), at_least=ENTRIES_AT_LEAST)

    @property
    def counts(self) -> Counts:
        return self._link.counts

    def bucket(self, name: str) -> NatsBucket:
        return NatsBucket(self._link, BUCKETS[name])

    def hold_partitions(self, events: PartitionEvents) -> AbstractAsyncContextManager[Partitions]:
        return holding(self._link, self._installation, events)

    @property
    def reconnects(self) -> int:
        return self._link.counts.reconnects + self._link.changes

    async def alive(self) -> bool:
        try:
            async with within(ALIVE_LIMIT, "no answer"):
                return "error" not in await self._link.api("INFO")
        except EventsError:
            return False

    async def missing(self) -> list[str]:
        declared = [stream.name for stream in streams.streams(self._installation)]
        declared += [bucket.stream for bucket in BUCKETS.values()]
        present: set[str] = set()
        async with within(ALIVE_LIMIT, "the server did not tell its streams"):
            while True:
                answer = await self._link.api("STREAM.NAMES", {"offset": len(present)})
                if error := answer.get("error"):
                    raise Refused(f"the server does not tell its streams: {error.get('description')}")
                page = answer.get("streams") or []
                present.update(page)
                if not page or len(present) >= answer["total"]:
                    return [name for name in declared if name not in present]

    async def certificates(self) -> dict[str, float]:
        return {server: end.timestamp() for server, end in (await certificates(self._url)).items()}

    async def storage(self, *names: str) -> Storage:
        return await storage(self._link, names)


def _journal(link: Link, stream: streams.Stream, subject: Callable[[str], str]) -> NatsJournal:
    return NatsJournal(link, lambda key: Place(stream.name, subject(key)), stream=stream.name)


@asynccontextmanager
async def open_events(
    url: str,
    *,
    name: str,
    installation: Installation | None = None,
    setting_up: bool = True,
    waits: Callable[[str], None] | None = None,
) -> AsyncIterator[NatsEvents]:
    """Connect as `name`, and see that the server has what is declared.

    Without `setting_up` (for a user that may not) only the server's version and the installation are
    checked. With `waits` it stays until a server answers, and until somebody else has set up; `waits` is told
    for which of the two. Raises Unavailable where no server answers, and Refused (SetUpRefused) with the
    reason.
    """
    installation = installation or Installation()
    if waits:
        waits("NATS")
    async with connect(url, name=name, waiting=waits is not None) as link:
        if setting_up:
            await set_up(link, installation)
        elif waits:
            waits("set-up")
            await wait_for_set_up(link, installation)
        else:
            check_version(link)
            await check_installation(link, installation)
        yield NatsEvents(link, installation, url)
