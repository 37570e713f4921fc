"""Reading a stream: the last message, and pages of a subject's messages.

By direct get, which any server that has the stream may answer: with several of them also one that is
behind. There the leader is asked for what must be the last (docs/architecture.md, Reads).
"""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from nats.aio.msg import Msg

from libs.events.nats import headers
from libs.events.nats.link import Link, failed
from libs.events.nats.patience import Broken, repeated, status, within
from libs.events.ports import EventsError, Refused, Unavailable

PAGE = 256
"""Messages asked for at once."""

EVERYTHING = ">"
"""For a stream read whole. Its own wildcard would do, but then the server counts what is left subject by
subject for each page: 100,000 keys took minutes."""


NO_MESSAGE = 10037
NO_STREAM = 10059


@dataclass(frozen=True, slots=True)
class Found:
    """A message as a stream holds it."""

    subject: str
    sequence: int
    data: bytes
    headers: dict[str, str]


def found(message: Msg) -> Found:
    given = message.headers or {}
    return Found(given["Nats-Subject"], int(given["Nats-Sequence"]), message.data, given)


async def last_message(link: Link, stream: str, subject: str) -> Found | None:
    """The last message of a subject (which may have wildcards)."""
    if link.is_clustered:
        return await _from_leader(link, stream, {"last_by_subj": subject})
    asked = json.dumps({"last_by_subj": subject}).encode()
    async with within(link.limit, f"{stream} did not give the last message of {subject}"):
        answer = await repeated(lambda: link.request(f"$JS.API.DIRECT.GET.{stream}", asked))
    match status(answer):
        case None:
            return found(answer)
        case "404":
            return None
        case other:
            raise Refused(f"{stream} does not give the last message of {subject}: {other}")


async def _from_leader(link: Link, stream: str, asked: dict[str, Any]) -> Found | None:
    """The message of the stream's leader, who alone answers to this."""
    async with within(link.limit, f"{stream} has no leader that gives {asked}"):
        answer = await link.api(f"STREAM.MSG.GET.{stream}", asked)
    error = answer.get("error")
    if error is None:
        message = answer["message"]
        block = base64.b64decode(message.get("hdrs", ""))
        data = base64.b64decode(message.get("data", ""))
        return Found(message["subject"], message["seq"], data, headers.read(block))
    if error["err_code"] == NO_MESSAGE:
        return None
    if error["err_code"] == NO_STREAM:
        raise Unavailable(f"there is no stream {stream}")
    raise failed(error, f"{stream} does not give {asked}")


async def subject_counts(link: Link, stream: str, subject: str) -> dict[str, int]:
    """How many messages each subject has that fits a pattern. Raises Refused, Unavailable."""
    counts: dict[str, int] = {}
    while True:
        asked = {"subjects_filter": subject, "offset": len(counts)}
        async with within(link.limit, f"{stream} did not tell its subjects"):
            answer = await link.api(f"STREAM.INFO.{stream}", asked)
        if error := answer.get("error"):
            raise failed(error, f"{stream} does not tell its subjects")
        page = answer["state"].get("subjects") or {}
        counts |= page
        if not page or len(counts) >= answer.get("total", 0):
            return counts


async def messages(link: Link, stream: str, subject: str, after: int) -> AsyncIterator[Found]:
    """The messages of a subject past a sequence, in order, page after page until none is left.

    What is missing at a server that is behind is asked of the leader, one by one.
    """
    left = 1
    while left:
        page, left = await _page(link, stream, subject, after)
        for message in page:
            yield message
        if page:
            after = page[-1].sequence
    while link.is_clustered:
        asked = {"seq": after + 1, "next_by_subj": subject}
        missing = await _from_leader(link, stream, asked)
        if missing is None:
            return
        yield missing
        after = missing.sequence


async def _page(link: Link, stream: str, subject: str, after: int) -> tuple[list[Found], int]:
    """Up to a page of messages and how many are left. What came before a break is kept."""
    page: list[Found] = []

    async def ask() -> Msg:
        return await _collect(link, stream, subject, page[-1].sequence if page else after, page)

    async with within(link.limit, f"{stream} did not give the messages of {subject}"):
        end = await repeated(ask, clustered=link.is_clustered)
    match status(end):
        case "204" if page and end.headers:
            return page, int(end.headers.get("Nats-Num-Pending", 0))
        case "204" | "404":
            return page, 0
        case other:
            raise Refused(f"{stream} does not give the messages of {subject}: {other}")


async def _collect(link: Link, stream: str, subject: str, after: int, page: list[Found]) -> Msg:
    """Ask for a page once, add what comes to `page`, return the message that ends it."""
    await link.connected()
    end: asyncio.Future[Msg] = asyncio.get_running_loop().create_future()
    former = 0

    def answered(message: Msg) -> None:
        nonlocal former
        if end.done():
            return
        if status(message) is not None:
            end.set_result(message)
            return
        message_found = found(message)
        if int(message_found.headers["Nats-Last-Sequence"]) != former:
            end.set_exception(Broken("a message of a page was lost on the way"))
            return
        former = message_found.sequence
        page.append(message_found)

    def failed(error: EventsError) -> None:
        if not end.done():
            end.set_exception(error)

    api = f"$JS.API.DIRECT.GET.{stream}"
    asked = json.dumps({"seq": after + 1, "batch": PAGE, "next_by_subj": subject}).encode()
    with link.conversation(api, answered, failed) as reply:
        await link.send(api, asked, reply)
        return await end
