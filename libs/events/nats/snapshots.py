"""Whole streams out of a server and into one, in the server's own form.

The server's form keeps what no copy of messages can: sequences (our fences) and the gaps between them,
times (ages and TTLs), schedules, and how far each durable consumer is. It is a compressed archive that
only a server reads; it comes as chunks, each to be acknowledged, in flow control.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any

from nats.aio.msg import Msg

from libs.events.nats.connect import connect
from libs.events.nats.link import PASSES, Link, failed
from libs.events.nats.patience import NO_RESPONDERS, PAUSE, status, within
from libs.events.nats.setup import recorded_installation
from libs.events.nats.storing import SETTLES
from libs.events.ports import EventsError, Refused, Unavailable
from libs.events.streams import Installation

CHUNK = 128 << 10
"""Bytes of a chunk: below the smallest max_payload that Divan's servers are given."""

PIECE = 4 << 10
"""Bytes of a chunk on the way in. The server gives up one that it has not taken within five seconds, and
with `sync_interval: always` it syncs every message that the chunk unpacks to."""

CLOSED = "closed pipe"
SLOW = (
    ": the server was too slow. Start it with `sync_interval: 2m` for the restore, stop it, and start it "
    "again as it was"
)

CHUNK_LIMIT = 30.0
"""Seconds in which the next chunk must come, or be taken: a server reads and checks whole blocks between."""

END_LIMIT = 600.0
"""Seconds in which a server that has a whole stream must have built its indexes."""

GIVEN_UP = 10.0
"""Seconds in which a server gives up a stream of which no more comes; it waits for five."""

NO_STREAM = 10059
IN_THE_WAY = 10130
"""A stream of that name is there."""
ENDED = "204"


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamState:
    """What a stream holds: `first` and `last` are sequences (fences), `last` is 0 where none ever was."""

    messages: int
    bytes: int
    first: int
    last: int
    consumers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """A stream on its way out: its configuration and state at the beginning, and its chunks.

    What was stored or removed after the beginning may or may not be in it.
    """

    config: dict[str, Any]
    state: StreamState
    chunks: AsyncIterator[bytes]


class Snapshots:
    """The streams of one server. Made by `open_snapshots`."""

    def __init__(self, link: Link) -> None:
        self._link = link

    @property
    def server(self) -> str:
        """The server's version."""
        version = self._link.client.connected_server_version
        return f"{version.major}.{version.minor}.{version.patch}"

    async def states(self) -> dict[str, StreamState]:
        """Every stream of the account, by name. Raises Unavailable, Refused."""
        found: dict[str, StreamState] = {}
        while True:
            answer = await self._api("STREAM.LIST", {"offset": len(found)}, "the streams cannot be listed")
            page = answer.get("streams") or []
            found |= {info["config"]["name"]: _state(info["state"]) for info in page}
            if not page or len(found) >= answer["total"]:
                return found

    async def state(self, stream: str) -> StreamState:
        """Of one stream. Of several servers not all know at once of one that was made a moment ago.

        Raises Unavailable where none knows of it, Refused.
        """
        async with within(self._link.limit, f"no server knows of {stream}"):
            while True:
                answer = await self._link.api(f"STREAM.INFO.{stream}", {})
                error = answer.get("error")
                if error is None:
                    return _state(answer["state"])
                if error.get("err_code") != NO_STREAM:
                    raise failed(error, f"{stream} cannot be looked at")
                await asyncio.sleep(SETTLES)

    async def installation(self) -> Installation:
        """As it was first set up. Raises Unavailable where none was."""
        return await recorded_installation(self._link)

    async def add(self, name: str, subject: str, purpose: str) -> None:
        """A small stream of its own."""
        config = {"name": name, "subjects": [subject], "description": purpose, "storage": "file"}
        await self._api(f"STREAM.CREATE.{name}", config, f"the stream {name} cannot be created")

    async def remove(self, name: str) -> None:
        """Remove a stream with all that it holds; one that is not there is no error."""
        async with within(self._link.limit, f"JetStream did not remove {name} in time"):
            answer = await self._link.api(f"STREAM.DELETE.{name}", {})
        if "error" in answer and answer["error"].get("err_code") != NO_STREAM:
            raise Refused(f"the stream {name} cannot be removed ({answer['error'].get('description')})")

    @asynccontextmanager
    async def take(self, stream: str) -> AsyncGenerator[Taking, None]:
        """A stream with its consumers, checked by the server while it is read.

        Raises Refused and Unavailable, also while the chunks are read.
        """
        come: asyncio.Queue[Msg | EventsError] = asyncio.Queue()

        async def taken(chunk: Msg) -> None:
            come.put_nowait(chunk)

        # Told of a broken connection. The chunks need a subscription of this very subject: for one by a
        # wildcard the server waits two seconds.
        with self._link.conversation("", lambda _: None, come.put_nowait) as inbox:
            chunks = f"{inbox}.chunks"
            subscription = await self._link.subscribe(chunks, taken)
            try:
                asked = {"deliver_subject": chunks, "no_consumers": False, "chunk_size": CHUNK, "jsck": True}
                answer = await self._api(
                    f"STREAM.SNAPSHOT.{stream}", asked, f"{stream} cannot be read", once=True
                )
                yield Taking(
                    config=answer["config"], state=_state(answer["state"]), chunks=self._chunks(stream, come)
                )
            finally:
                await self._link.unsubscribe(subscription)

    async def _chunks(self, stream: str, come: "asyncio.Queue[Msg | EventsError]") -> AsyncIterator[bytes]:
        number = 0
        while True:
            async with within(CHUNK_LIMIT, f"the server sends no more of {stream}"):
                chunk = await come.get()
            if isinstance(chunk, EventsError):
                raise chunk
            if not chunk.data:
                if status(chunk) not in (None, ENDED):
                    raise Unavailable(f"the server broke off {stream} ({status(chunk)})")
                return
            number += 1
            if chunk.reply and int(chunk.reply.rpartition(".")[2]) != number:
                raise Unavailable(f"chunk {number} of {stream} did not come")
            yield chunk.data
            if chunk.reply:
                await self._link.send(chunk.reply, b"")

    async def restore(
        self,
        stream: str,
        config: dict[str, Any],
        state: StreamState,
        chunks: AsyncIterator[bytes],
        *,
        anew: bool = False,
    ) -> StreamState:
        """A stream that is not there, as it was taken. What it holds then.

        If it is begun `anew`, what is there is what is left of it, and goes.
        Raises Refused where the server does not take it, and Unavailable where it ended it, perhaps: it can
        be begun anew then. Some of it, or all, may be left there.
        """
        held = asdict(state)
        asked = {
            "config": config,
            "state": {word: held[name] for name, word in _WORDS.items()},
        }
        what = f"{stream} cannot be restored"
        subject = await self._begin(stream, asked, what, anew=anew)
        async for chunk in chunks:
            async with within(CHUNK_LIMIT, f"the server takes no more of {stream}"):
                taken = await self._link.request(subject, chunk)
            if taken.data or status(taken):
                raise _broken_off(what, taken)
        async with within(END_LIMIT, f"the server does not end the restoring of {stream}"):
            ended = await self._link.request(subject, b"")
        if _error(ended):
            raise _broken_off(what, ended)
        return await self.state(stream)

    async def _begin(self, stream: str, asked: dict[str, Any], what: str, *, anew: bool) -> str:
        """Where the chunks go. What broke off may come to be after it was removed: of what had come."""
        until = asyncio.get_running_loop().time() + GIVEN_UP
        while True:
            async with within(CHUNK_LIMIT, f"{what}: JetStream does not answer"):
                answer = await self._link.api(f"STREAM.RESTORE.{stream}", asked, once=True)
            error = answer.get("error", {})
            late = asyncio.get_running_loop().time() > until
            if not anew or late or error.get("err_code") != IN_THE_WAY:
                break
            await self.remove(stream)
            await asyncio.sleep(PAUSE)
        if error:
            raise _refusal(error, what)
        return str(answer["deliver_subject"])

    async def _api(
        self, subject: str, asked: dict[str, Any], what: str, *, once: bool = False
    ) -> dict[str, Any]:
        async with within(CHUNK_LIMIT, f"{what}: JetStream does not answer"):
            answer = await self._link.api(subject, asked, once=once)
        if error := answer.get("error"):
            raise _refusal(error, what)
        return answer


@asynccontextmanager
async def open_snapshots(url: str) -> AsyncGenerator[Snapshots, None]:
    """Raises Unavailable where no server answers, and Refused for a wrong user or password."""
    async with connect(url, name="divan backup") as link:
        yield Snapshots(link)


_WORDS = {"messages": "messages", "bytes": "bytes", "first": "first_seq", "last": "last_seq"}
"""What StreamState names, in the server's words."""


def _state(state: dict[str, Any]) -> StreamState:
    named = {name: state[word] for name, word in _WORDS.items()}
    return StreamState(**named, consumers=state.get("consumer_count", 0))


def _refusal(error: dict[str, Any], what: str) -> EventsError:
    kind = Unavailable if error.get("code") == PASSES else Refused
    return kind(f"{what} ({error.get('description')})")


def _broken_off(what: str, answer: Msg) -> EventsError:
    """What it means that the server takes no more of a stream. After it has given up nobody listens there."""
    why = _error(answer)
    if status(answer) == NO_RESPONDERS:
        return Unavailable(f"{what} (the server has ended it)")
    return Unavailable(f"{what} ({why}{SLOW})") if CLOSED in why else Refused(f"{what} ({why})")


def _error(message: Msg) -> str:
    """The server's reason in an answer; empty where there is none."""
    if code := status(message):
        return code
    answer: dict[str, Any] = json.loads(message.data)
    return str(answer.get("error", {}).get("description", ""))
