"""Every stream, bucket and consumer, declared as data; `libs.events.nats.setup` makes the server agree."""

from dataclasses import dataclass
from typing import Any, Literal

from libs.events import subjects

SECOND = 1_000_000_000
"""The server counts time in nanoseconds."""

DAY = 24 * 60 * 60.0

OLDEST_SERVER = (2, 15)
"""Scheduled messages, per-message TTL and pinned consumers, all needed, are whole from here on."""


RESTORING = "RESTORING"
"""A stream that is there only while a backup is being restored: nobody may set anything up meanwhile."""

KEYING = "KEYING"
"""A stream that is there only while one that an older build has made is given its key (decision 34)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """What is fixed when an installation is first set up (partitions, shards), and its replication."""

    partitions: int = 16
    shards: int = 4
    replicas: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.shards <= self.partitions:
            raise ValueError("an installation has at least one shard, and not more shards than partitions")

    def partition(self, room: str) -> int:
        return subjects.partition(room, self.partitions)

    def shard(self, room: str) -> int:
        return subjects.shard(self.partition(room), self.shards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """One stream. Ages and windows are in seconds, 0 and -1 mean no bound.

    `quick` streams acknowledge before the disk has it (async persistence, which exists at one replica
    only): what they lose in a crash is repaired by those who use them. Not so talk: nobody could say again
    what was acknowledged a moment before the server was killed. Of an `append_only` stream nothing can be
    taken but by its age and bounds.
    """

    name: str
    subjects: tuple[str, ...]
    purpose: str
    retention: Literal["limits", "workqueue"] = "limits"
    discard: Literal["old", "new"] = "old"
    max_messages: int = -1
    max_bytes: int = -1
    max_age: float = 0
    max_per_subject: int = -1
    duplicate_window: float = 120
    max_consumers: int = 64
    direct: bool = True
    schedules: bool = False
    ttl: bool = False
    quick: bool = False
    append_only: bool = False

    def config(self, replicas: int) -> dict[str, Any]:
        """What the server is asked for, in its own words."""
        return {
            "name": self.name,
            "description": self.purpose,
            "subjects": list(self.subjects),
            "retention": self.retention,
            "storage": "file",
            "num_replicas": replicas,
            "discard": self.discard,
            "max_consumers": self.max_consumers,
            "max_msgs": self.max_messages,
            "max_bytes": self.max_bytes,
            "max_age": int(self.max_age * SECOND),
            "max_msgs_per_subject": self.max_per_subject,
            "duplicate_window": int(self.duplicate_window * SECOND),
            "allow_direct": self.direct,
            "allow_msg_schedules": self.schedules,
            "allow_msg_ttl": self.ttl,
            "persist_mode": "async" if self.quick and replicas == 1 else "default",
            "deny_delete": self.append_only,
            "deny_purge": self.append_only,
        }


def games(shard: int) -> Stream:
    """A shard of the log, with its rooms' timers (a timer must fire within its own stream)."""
    return Stream(
        name=f"GAMES_{shard}",
        subjects=(f"game.{shard}.*", f"timer.{shard}.*", f"due.{shard}.*.*"),
        purpose="the log of the rooms of this shard, their timers, and the timers that fired",
        schedules=True,
        ttl=True,
    )


FOLLOWED = -1
"""No bound on the consumers of a stream that several services follow: of a bound, one of them could leave
nothing to the others."""

ROOMS = Stream(
    name="ROOMS",
    subjects=("room.*",),
    purpose="the life of each room beside its game",
    max_consumers=FOLLOWED,
)
TABLES = Stream(
    name="TABLES",
    subjects=("table.*",),
    purpose="what the other services may know of a game",
    max_per_subject=1,
    max_consumers=FOLLOWED,
)
SNAPSHOTS = Stream(
    name="SNAPSHOTS",
    subjects=("snapshot.*",),
    purpose="positions, to load a room faster; may be deleted at any time",
    max_per_subject=1,
    max_age=30 * DAY,  # Whom nobody asked for so long can be read from the log.
    quick=True,
)
BOTS = Stream(
    name="BOTS",
    subjects=("bot.*.*",),
    purpose="questions to bots",
    retention="workqueue",
    discard="new",
    max_messages=50_000,
    max_bytes=256 << 20,
    max_age=60,
    duplicate_window=60,
    direct=False,
    quick=True,
)
CHAT = Stream(
    name="CHAT",
    subjects=("chat.*",),
    purpose="what was said in a room",
    max_per_subject=1_000,  # Never reached: the chat itself takes away what is older than the last 200.
    max_age=7 * DAY,
)
ARCHIVE = Stream(
    name="ARCHIVE",
    subjects=("archive.*",),
    purpose="games taken out of the log, each as a compressed game file, in pieces",
)
ASIDE = Stream(
    name="ASIDE",
    subjects=("aside.*",),
    purpose="commands that made the engine fail, for whoever mends it",
    max_messages=10_000,
    max_bytes=64 << 20,
    max_age=30 * DAY,
)
ANALYTICS = Stream(
    name="ANALYTICS",
    subjects=("public.*",),
    purpose="the games for analysts: as spectators are told them while they run, whole after their end",
    max_bytes=2 << 30,
    max_age=30 * DAY,
)
ADMIN = Stream(
    name="ADMIN",
    subjects=("admin.*",),
    purpose="what operators did, and why",
    max_bytes=256 << 20,
    max_age=365 * DAY,
    append_only=True,
)


def streams(installation: Installation) -> tuple[Stream, ...]:
    """Every stream of an installation but those of the buckets."""
    log = tuple(games(shard) for shard in range(installation.shards))
    return (*log, ROOMS, TABLES, SNAPSHOTS, BOTS, CHAT, ARCHIVE, ASIDE, ANALYTICS, ADMIN)


MOST_VALUES = 64
"""Of a key in a bucket: as many as NATS's tools take for a history. There is one: each takes the former
away. There may be two where a server was killed between storing the one and removing the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bucket:
    """A key-value bucket: a stream of the shape that every NATS client takes for one (ADR-8 of NATS)."""

    name: str
    purpose: str
    max_age: float = 0

    @property
    def stream(self) -> str:
        return f"KV_{self.name}"

    def subject(self, key: str) -> str:
        return f"$KV.{self.name}.{key}"

    def config(self, replicas: int) -> dict[str, Any]:
        return {
            "name": self.stream,
            "description": self.purpose,
            "subjects": [self.subject(">")],
            "retention": "limits",
            "storage": "file",
            "num_replicas": replicas,
            "discard": "new",
            "max_consumers": 64,
            "max_msgs": -1,
            "max_bytes": -1,
            "max_age": int(self.max_age * SECOND),
            "max_msgs_per_subject": MOST_VALUES,
            "duplicate_window": 120 * SECOND,
            "allow_direct": True,
            "allow_rollup_hdrs": True,
            "deny_delete": True,
            "allow_msg_ttl": True,
        }


ATTEMPTS_LAST = 15 * 60.0
"""Seconds for which a failed attempt to sign in is remembered."""

BACKUPS_LAST = 90 * DAY
"""Seconds for which it is known who was erased: as long as the oldest backup is kept (docs/privacy.md)."""

BUCKETS = {
    bucket.name: bucket
    for bucket in (
        Bucket(name="accounts", purpose="who is who: names and passwords' hashes"),
        Bucket(name="names", purpose="names that are taken, each once"),
        Bucket(name="sessions", purpose="who is signed in", max_age=31 * DAY),
        Bucket(name="attempts", purpose="failed attempts to sign in", max_age=ATTEMPTS_LAST),
        Bucket(name="erased", purpose="pseudonyms of accounts that were erased", max_age=BACKUPS_LAST),
        Bucket(name="bans", purpose="pseudonyms that may not come in, until when and why"),
        Bucket(name="settings", purpose="what is fixed for this installation"),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Consumer:
    """A durable pull consumer with explicit acknowledgement. Times in seconds.

    On the server the key of its stream is in its name: whoever knows a consumer's name can have its messages
    given to nobody (decision 36).
    """

    name: str
    stream: str
    filter: str
    ack_wait: float
    max_ack_pending: int
    group: str | None = None
    pin_timeout: float = 0

    def named(self, key: str) -> str:
        """Its name on the server. A stream that was made before there were keys has none."""
        return f"{self.name}-{key}" if key else self.name

    def config(self, name: str) -> dict[str, Any]:
        """What the server is asked for, in its own words; from the stream's first message on."""
        config: dict[str, Any] = {
            "name": name,
            "durable_name": name,
            "filter_subject": self.filter,
            "ack_policy": "explicit",
            "ack_wait": int(self.ack_wait * SECOND),
            "max_deliver": -1,
            "max_ack_pending": self.max_ack_pending,
        }
        if self.group is not None:
            config["priority_groups"] = [self.group]
            config["priority_policy"] = "pinned_client"
            config["priority_timeout"] = int(self.pin_timeout * SECOND)
        return config


GROUP = "engines"
"""The priority group in which the server pins a partition's consumer to one engine."""

PIN_TIMEOUT = 1.5
"""Seconds after its last request for which a pinned engine keeps its pin."""

WAKE = "~"
"""In place of a room (it cannot be one): a due message that only makes the server pin somebody. A service
that tries whether it can write does it there too."""


FIRED = b"fired"
"""What a due message holds. Not nothing: one that is taken by a pull that was an answer (decision 36) goes to
where the answer is acknowledged, and an empty one would acknowledge itself there."""


def due_consumer(installation: Installation, partition: int) -> Consumer:
    """The fired timers of a partition. Who is pinned to it by the server holds the partition."""
    shard = subjects.shard(partition, installation.shards)
    return Consumer(
        name=f"due-{partition}",
        stream=games(shard).name,
        filter=subjects.due(shard, partition, "*"),
        ack_wait=2,
        max_ack_pending=64,
        group=GROUP,
        pin_timeout=PIN_TIMEOUT,
    )


BOT_WORKERS = Consumer(
    name="workers",
    stream=BOTS.name,
    filter="bot.*.*",
    ack_wait=3,  # A worker says every second that it is at it: a dead one's question moves on soon.
    max_ack_pending=10_000,
)


def publishers(shard: int) -> Consumer:
    """The entries of a shard of the log, for whoever tells the public of them."""
    return Consumer(
        name=f"publish-{shard}",
        stream=games(shard).name,
        filter=subjects.game(shard, "*"),
        ack_wait=10,
        max_ack_pending=1_000,
    )


def consumers(installation: Installation) -> tuple[Consumer, ...]:
    """Every durable consumer: one a partition, one a shard, the bots' workers. Rooms do not add any."""
    due = tuple(due_consumer(installation, partition) for partition in range(installation.partitions))
    return (*due, *(publishers(shard) for shard in range(installation.shards)), BOT_WORKERS)
