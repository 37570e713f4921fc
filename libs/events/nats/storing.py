"""Writing to a stream: acknowledged, within a limit, and never told wrongly that it failed."""

import asyncio
from itertools import count
from uuid import uuid4

import orjson
from nats.aio.msg import Msg

from libs.events.nats.link import Link
from libs.events.nats.patience import NO_RESPONDERS, repeated, status, within
from libs.events.nats.reading import last_message
from libs.events.ports import Conflict, EventsError, Full, Refused, Unavailable
from libs.events.write_keys import under

EXPECTED = "Nats-Expected-Last-Subject-Sequence"

ID = "Divan-Id"
"""The id of a message that the fence guards. Not `Nats-Msg-Id`, of which the server would keep a list in
memory for two minutes that the fence makes needless."""

DEDUPLICATED = "Nats-Msg-Id"
"""The id of a message without a fence: a repeat within the stream's window is not stored again. The
server takes these as ids of the whole stream, so that they carry the key."""

WRONG_LAST = frozenset({10071, 10164})
FULL = frozenset({10002, 10023, 10028, 10047, 10077})
"""The account, the server, its memory or disk is full, or the stream at its bound: all come as "503"."""
PASSING = frozenset({10004, 10008, 10009, 10076, 10118, 10194})
"""Not available just now: an incomplete cluster, no leader, JetStream off, a stream offline."""

UNDER_WAY = 10158
"""A message of this id is on its way to the other servers, and not stored yet."""

SETTLES = 0.05
"""Seconds after which something that is on its way to the other servers is looked at again."""

_run = uuid4().hex[:12]
_writes = count(1)


def write_id() -> str:
    """An id for a write that has none of its own, so that repeating it is harmless."""
    return f"{_run}-{next(_writes)}"


def id_of(headers: dict[str, str], key: str) -> str | None:
    """The id that a stored message of this key was written with."""
    if fenced := headers.get(ID):
        return fenced
    id = headers.get(DEDUPLICATED)
    return id.removeprefix(f"{key}:") if id else None


TARGET = "Nats-Schedule-Target"
"""Where a scheduled message is stored when it is due: a subject of the same stream, under its key too."""


async def store(
    link: Link, stream: str, subject: str, data: bytes, headers: dict[str, str] | None = None
) -> int:
    """Publish, and return the sequence that the server acknowledged. It may be sent more than once.

    Raises Conflict(-1) for a failed fence: the last sequence is to be looked up.
    """

    async def once() -> Msg:
        key = await link.write_keys.of(link, stream)
        told = headers | {TARGET: under(key, headers[TARGET])} if headers and TARGET in headers else headers
        answer = await link.request(under(key, subject), data, told)
        if status(answer) == NO_RESPONDERS:
            # Without a leader for a moment, or made again under another key.
            link.write_keys.forget(stream)
        return answer

    async with within(link.limit, f"{subject} was not acknowledged in time"):
        while True:
            answer = await repeated(once, clustered=link.is_clustered)
            acknowledged = orjson.loads(answer.data)
            error = acknowledged.get("error")
            if error is None:
                sequence: int = acknowledged["seq"]
                return sequence
            if error.get("err_code") != UNDER_WAY:
                raise failure(error, subject)
            await asyncio.sleep(SETTLES)


def failure(error: dict[str, object], subject: str) -> EventsError:
    """What the server's refusal of a write means to a caller. By `err_code`: the codes mislead."""
    code = error.get("err_code")
    text = f"{subject}: {error.get('description')} ({code})"
    if code in WRONG_LAST:
        return Conflict(-1)
    if code in FULL:
        return Full(text)
    if code in PASSING:
        return Unavailable(text)
    return Refused(text)


async def store_after(
    link: Link, stream: str, subject: str, data: bytes, headers: dict[str, str], *, expected: int, id: str
) -> int:
    """Store only if the subject's last message is `expected`, or give the fence of our own that is.

    Raises Conflict with the true last sequence.
    """
    headers[EXPECTED] = str(expected)
    headers[ID] = id
    until = asyncio.get_running_loop().time() + link.limit
    while True:
        try:
            return await store(link, stream, subject, data, headers)
        except Conflict:
            # The server looks at the fence first: a write whose acknowledgement was lost meets itself.
            last = await last_message(link, stream, subject)
        if last is not None and last.headers.get(ID) == id:
            return last.sequence
        found = 0 if last is None else last.sequence
        if found != expected:
            raise Conflict(found)
        # It lost to what is on its way to the other servers, its own former self perhaps.
        if asyncio.get_running_loop().time() > until:
            raise Unavailable(f"what {subject} has after {expected} does not settle")
        await asyncio.sleep(SETTLES)
