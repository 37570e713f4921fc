"""What services need of NATS, as ports; `libs.events.nats` and its twin `libs.events.memory` implement them.

Both pass the same contract tests. Failures that a caller can act on:

    EventsError
    ├── Conflict     the fence: the subject's last message is another than expected
    ├── Unavailable  no answer, no leader, no connection: the outcome is unknown, ask again
    ├── Full         a bounded stream refuses more for now
    └── Refused      the server or its permissions say no for good (a bug or a setting)
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from libs.events.holding import PartitionEvents, Partitions
from libs.events.standing import Storage

Headers = Mapping[str, str]
"""What goes beside the data of a message. Names that begin with `Nats-` or `Divan-` are the adapter's own."""


class EventsError(Exception):
    """The root of what the adapter raises."""


class Conflict(EventsError):
    """Someone else wrote first. `last` is the true sequence of the subject's last message (0: none)."""

    def __init__(self, last: int) -> None:
        super().__init__(f"the last message is {last}")
        self.last = last


class Unavailable(EventsError):
    """Not answered in time: it may or may not have happened."""


class Full(EventsError):
    """The stream is at its bound."""


class Refused(EventsError):
    """Refused for good."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored message: `fence` is its sequence in the stream, `id` the id it was written with."""

    fence: int
    key: str
    data: bytes
    id: str | None = None


class Journal(Protocol):
    """Append-only messages by key (a room): the games' log, the lobby, the chat."""

    async def append(
        self, key: str, data: bytes, *, id: str, expected: int | None = None, ends: bool = False
    ) -> int:
        """Append and return the fence of the message.

        Without `expected` a repeat of the id within two minutes is not stored again. With `expected`
        (0: none yet) it is stored only if the key's last message has that fence;
        otherwise Conflict, unless that last message carries this very `id`: then its fence is
        returned, for it is ours and the acknowledgement was lost. `ends` cancels the key's timer
        in the same write (the games' log only). Raises Conflict, Unavailable, Full, Refused.
        """
        ...

    def read(self, key: str, after: int = 0) -> AsyncIterator[Stored]:
        """The messages of a key past the fence `after`, in order, up to the last at the time of asking."""
        ...

    def read_all(self) -> AsyncIterator[Stored]:
        """The messages of every key in stream order, up to the last at the time of asking.

        Raises Refused for the games' log: it is sharded and has no order over all rooms.
        """
        ...

    async def last(self, key: str) -> Stored | None:
        """The last message of a key."""
        ...

    async def purge(self, key: str, *, before: int | None = None) -> None:
        """Remove every message of a key, or those before a fence: what is there from it on stays."""
        ...

    async def counts(self) -> dict[str, int]:
        """How many messages each key has that has any."""
        ...

    async def erase(self, key: str, fence: int) -> None:
        """Remove one message and overwrite its bytes where it was stored; one that is gone is no error.

        Raises Refused for the games' log, in which nothing is ever taken back.
        """
        ...

    def follow(self, after: int = 0) -> AbstractAsyncContextManager["Feed"]:
        """Everything of every key in stream order, from past `after`, and on as it comes.

        Raises Refused for the games' log: it is sharded and has no order over all rooms.
        """
        ...


class Feed(Protocol):
    """A standing reader: survives reconnects without a gap or a repeat."""

    @property
    def caught_up(self) -> int:
        """The fence of the last message when the feed was opened (0: none): past it the past is known."""
        ...

    def __aiter__(self) -> AsyncIterator[Stored]: ...


class Register(Protocol):
    """One value by key (a room), the last one wins: tables, snapshots."""

    async def put(self, key: str, data: bytes) -> None: ...

    async def get(self, key: str) -> bytes | None: ...

    async def remove(self, key: str) -> None:
        """Where the server is killed after it, an older value may be back: for what can be made anew."""
        ...

    def follow(self) -> AbstractAsyncContextManager[Feed]:
        """The present value of every key, then changes as they come. What is removed is not told."""
        ...


class Timers(Protocol):
    """One durable timer a room. It is a hint to look at the room, and may fire early, late or twice."""

    async def arm(self, room: str, at: int) -> None:
        """Fire at `at` (Unix milliseconds; a past time fires at once). Replaces the room's former timer."""
        ...

    async def cancel(self, room: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Job:
    """A message of a work queue. It comes again unless `done` is called within the queue's wait."""

    key: str
    data: bytes
    attempt: int
    """Counts from 1."""
    done: Callable[[], Awaitable[None]]
    working: Callable[[], Awaitable[None]]
    """Ask for the full wait anew (long thinking)."""
    later: Callable[[float], Awaitable[None]]
    """Hand it back, to come again after so many seconds."""
    drop: Callable[[], Awaitable[None]]
    """Never again."""
    headers: Headers | None = None
    """Those that it was put with; None: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """What a work queue holds: `jobs` not done, and since when (Unix milliseconds) the oldest; None: none."""

    jobs: int
    oldest: int | None


class Taking(Protocol):
    def __aiter__(self) -> AsyncIterator[Job]: ...

    def abstain(self, abstains: bool) -> None:
        """Ask for no more jobs, until told otherwise."""

    async def quiet(self) -> None:
        """After `abstain`: until nothing that was asked for can come any more, a second or so.

        Who leaves without it may lose a job on its way: that comes again after the queue's wait alone.
        """
        ...


class Work(Protocol):
    """Jobs to be done: each goes to one worker, and to another if that one dies."""

    async def waiting(self) -> int:
        """How many jobs are not done: given to nobody yet, or not finished. Raises Unavailable, Refused."""
        ...

    def work(self, *, at_once: int) -> AbstractAsyncContextManager[Taking]:
        """Jobs as they come, at most `at_once` of them open at a time. A standing pull, not a fetch."""
        ...


class Jobs(Work, Protocol):
    """A work queue."""

    async def put(self, key: str, data: bytes, headers: Headers | None = None) -> None:
        """`key` is the subject past the queue's own token, such as `tictactoe.<room>`. Raises Full."""
        ...

    async def backlog(self) -> Backlog:
        """What is in the queue. Raises Unavailable, Refused."""
        ...


@dataclass(frozen=True, slots=True)
class Kept:
    """A value of the key-value store with its revision."""

    value: bytes
    revision: int


class KeyValue(Protocol):
    """A bucket with compare-and-set. Keys are [-/_=.a-zA-Z0-9]+."""

    async def get(self, key: str) -> Kept | None: ...

    async def create(self, key: str, value: bytes) -> int:
        """Raises Conflict where the key has a value. Returns the revision."""
        ...

    async def update(self, key: str, value: bytes, revision: int) -> int:
        """Raises Conflict where the key's revision is another. Returns the new revision."""
        ...

    async def delete(self, key: str) -> None:
        """Remove the value; that there was one under this key may be seen afterwards."""
        ...

    async def erase(self, key: str) -> None:
        """Remove the value and the key: for keys that say something of a person."""
        ...

    async def keys(self) -> list[str]: ...

    def entries(self) -> AsyncIterator[tuple[str, Kept]]:
        """Every key with its value, as they stand while it is read."""
        ...


@dataclass(slots=True)
class Counts:
    """What happened on a connection, for the metrics."""

    reconnects: int = 0
    dropped: int = 0
    """Messages that came faster than they were taken, or could not be sent."""
    refused: int = 0
    """Permission violations."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A core message. `answer` sends a reply; it does nothing where none is wanted."""

    subject: str
    data: bytes
    wants_answer: bool
    answer: Callable[[bytes], Awaitable[None]]
    headers: Headers | None = None
    """Those that it was sent with; None: none."""


class Bus(Protocol):
    """Core NATS: at most once, never stored. Loss is repaired by those who use it."""

    async def publish(self, subject: str, data: bytes, headers: Headers | None = None) -> None: ...

    async def request(
        self, subject: str, data: bytes, *, within: float, headers: Headers | None = None
    ) -> bytes:
        """Raises Unavailable where nobody answers in time; at once where nobody listens."""
        ...

    async def listen(self, subject: str, handle: Callable[[Heard], None], *, queue: str = "") -> "Listening":
        """Call `handle` (which must not block nor raise) for each message, in order."""
        ...


class Listening(Protocol):
    async def stop(self) -> None: ...


class Events(Protocol):
    """One process's connection, with everything on it."""

    @property
    def games(self) -> Journal: ...

    @property
    def rooms(self) -> Journal: ...

    @property
    def chats(self) -> Journal: ...

    @property
    def aside(self) -> Journal: ...

    @property
    def public(self) -> Journal: ...

    @property
    def archive(self) -> Journal: ...

    @property
    def admin(self) -> Journal:
        """The audit trail, by action."""
        ...

    @property
    def tables(self) -> Register: ...

    @property
    def snapshots(self) -> Register: ...

    @property
    def timers(self) -> Timers: ...

    @property
    def bots(self) -> Jobs: ...

    @property
    def bus(self) -> Bus: ...

    @property
    def partitions(self) -> int:
        """How many there are in this installation."""
        ...

    @property
    def shards(self) -> int:
        """How many the games' log has. A room of partition p is in shard p % shards."""
        ...

    def entries(self, shard: int) -> Work:
        """Every entry of a shard of the games' log from its first on, as jobs; `<shard>.<room>` is the key.

        In the order of the log but for those that come again, and kept until done: an entry is a job once
        for all processes and all time. One whose message was removed meanwhile is none.
        """
        ...

    def bucket(self, name: str) -> KeyValue:
        """`accounts`, `names`, `sessions`, `attempts`, `erased`, `bans`, `settings`: see streams.py."""
        ...

    def hold_partitions(self, events: PartitionEvents) -> AbstractAsyncContextManager[Partitions]:
        """Ask for every partition, standing, until left. Leaving gives all pins back at once."""
        ...

    @property
    def reconnects(self) -> int:
        """How often the connection came back, or a server behind it came or went.

        What others published on the bus meanwhile was not heard.
        """
        ...

    @property
    def counts(self) -> Counts: ...

    async def alive(self) -> bool:
        """Whether the server answers a request of ours now (is_connected would lie)."""
        ...

    async def missing(self) -> list[str]:
        """The declared streams that the server does not have. Raises Unavailable, Refused."""
        ...

    async def certificates(self) -> dict[str, float]:
        """When the certificate of each server ends that shows one now, by its address, in Unix seconds.

        Raises Refused where it is not believed.
        """
        ...

    async def storage(self, *names: str) -> Storage:
        """What is stored, and how these streams stand. Raises Unavailable, Refused."""
        ...
