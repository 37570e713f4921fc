"""Every subject and call that there is on a server, and its users to try them as."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from libs.events import streams, subjects
from libs.events.nats import NatsEvents, open_events
from libs.events.permissions import users
from libs.events.seals import seal, sealed
from libs.events.streams import BUCKETS, Installation
from libs.events.write_keys import under
from tests.support.shipped_server import ShippedServer, password_of

INSTALLATION = Installation()
STREAMS = {
    **{stream.name: stream.subjects[0] for stream in streams.streams(INSTALLATION)},
    **{bucket.stream: bucket.subject(">") for bucket in BUCKETS.values()},
    streams.RESTORING: "restoring",
}
"""Each with a subject of its own."""

ROOM = "Room1"

STREAM_API = (
    "STREAM.INFO",
    "STREAM.CREATE",
    "STREAM.UPDATE",
    "STREAM.DELETE",
    "STREAM.PURGE",
    "STREAM.SNAPSHOT",
    "STREAM.RESTORE",
    "STREAM.MSG.GET",
    "STREAM.MSG.DELETE",
    "STREAM.LEADER.STEPDOWN",
    "STREAM.PEER.REMOVE",
    "DIRECT.GET",
    "CONSUMER.CREATE",
    "CONSUMER.LIST",
    "CONSUMER.NAMES",
)
CONSUMER_API = (
    "CONSUMER.CREATE",
    "CONSUMER.DURABLE.CREATE",
    "CONSUMER.INFO",
    "CONSUMER.DELETE",
    "CONSUMER.MSG.NEXT",
    "CONSUMER.UNPIN",
    "CONSUMER.PAUSE",
    "CONSUMER.RESET",
    "CONSUMER.LEADER.STEPDOWN",
)
SERVER_API = ("INFO", "STREAM.NAMES", "STREAM.LIST", "ACCOUNT.PURGE.X", "META.LEADER.STEPDOWN")


def core() -> Iterator[str]:
    """A subject of every kind that there is, and of each partition's or shard's."""
    for origin in ("player", "bot", "host", "admin", "clock"):
        yield from (subjects.command(origin, partition, ROOM) for partition in (0, 15))
    yield from (
        subjects.ask(0, ROOM),
        subjects.ENGINES,
        subjects.EDGES,
        subjects.STATS,
        subjects.ASK_STATS,
        subjects.presence(ROOM),
        subjects.ASK_CONNECTED,
        subjects.CONNECTED,
    )
    yield from (subjects.view(ROOM, reader) for reader in (None, 0, 1))
    yield from stored()
    yield from (subjects.heard(ROOM), subjects.say(ROOM), subjects.unsay("p1"), subjects.unsaid(ROOM))
    yield from (subjects.banned("p1"), subjects.drain("e1"), subjects.erased("p1"))
    yield from (under(key, subject) for key in ("k", "0" * 32) for subject in stored())
    for user in users():
        yield from (f"{user.inbox}.abc", f"{user.inbox}.abc.1")
    yield from ("_INBOX.abc.1", "_R_.abc", "$SYS.REQ.SERVER.PING", "$JS.EVENT.ADVISORY.API", "anything.else")


def stored() -> Iterator[str]:
    """A subject of every kind that a stream stores."""
    for kind in ("room", "table", "snapshot", "archive", "chat", "public", "aside", "admin"):
        yield f"{kind}.{ROOM}"
    yield subjects.bot("fetih", ROOM)
    for shard in range(INSTALLATION.shards):
        yield from (subjects.game(shard, ROOM), subjects.timer(shard, ROOM))
        yield from (subjects.due(shard, shard, ROOM), subjects.due(shard, shard, streams.WAKE))
    yield from (bucket.subject("key.of.it") for bucket in BUCKETS.values())


def calls() -> Iterator[str]:
    """Every call of JetStream's API, for every stream."""
    yield from SERVER_API
    for stream, subject in STREAMS.items():
        yield from (f"{call}.{stream}" for call in STREAM_API)
        yield f"DIRECT.GET.{stream}.{subject.replace('*', ROOM).replace('>', ROOM)}"
        for consumer in consumers(stream):
            yield from (f"{call}.{stream}.{consumer}" for call in CONSUMER_API)
            yield f"CONSUMER.CREATE.{stream}.{consumer}.{subject}"


def consumers(stream: str) -> tuple[str, ...]:
    return ("feed-1", *(each.name for each in streams.consumers(INSTALLATION) if each.stream == stream))


def jetstream() -> Iterator[str]:
    """All that JetStream listens to, where everybody knows it to be."""
    yield from (f"$JS.API.{call}" for call in calls())
    for stream in STREAMS:
        for consumer in consumers(stream):
            yield f"$JS.ACK.{stream}.{consumer}.1.1.1.1.0"
            yield f"$JS.FC.{stream}.{consumer}.abc"


def secret() -> Iterator[str]:
    """Every call, sealed for each user."""
    for user in users():
        yield from (sealed(seal(user.name, password_of(user.name)), call) for call in calls())


EVERYTHING = (*core(), *jetstream(), *secret())
LISTENING = (
    *core(),
    *("command.*.3.*", "command.*.*.*", "command.player.3.*", "ask.3.*", "ask.*.*", "view.Room1.*"),
    *(
        "view.*.*",
        "heard.*",
        "say.*",
        "unsay.*",
        "unsaid.*",
        "erased.*",
        "presence.*",
        "connected.*",
        "game.0.*",
    ),
    *("banned.*", "drain.*", "admin.*"),
    *("room.*", "table.*", "chat.*", "public.*", "bot.*.*", "snapshot.*", "archive.*", "$KV.accounts.>"),
    *(">", "*", "view.>", "command.>", "_INBOX.>", "_INBOX_*.>", "_INBOX_engine.>", "_INBOX_rooms.*"),
    *("$JS.>", "$JS.API.>", "$JS.ACK.>", "$JS.EVENT.>", "$JS.EVENT.ADVISORY.>", "$SYS.>", "$KV.>"),
    *("$JS.EVENT.ADVISORY.CONSUMER.PINNED.*.*", "$JS.EVENT.ADVISORY.CONSUMER.UNPINNED.*.*"),
)

RESTRICTED = [pytest.param(user, id=user.name) for user in users() if user.name != "admin"]


@asynccontextmanager
async def connected(server: ShippedServer, user: str) -> AsyncIterator[NatsEvents]:
    async with open_events(server.url, name="setup"):
        """Set up, where no other test has."""
    async with open_events(server.url_of(user), name=user, setting_up=False, waits=lambda _: None) as events:
        yield events
