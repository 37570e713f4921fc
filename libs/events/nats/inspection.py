"""What a server holds, and what of it is otherwise than declared: looked at, never changed."""

import json
from dataclasses import dataclass
from typing import Any

from libs.events.nats.connect import connect
from libs.events.nats.kv import NatsBucket
from libs.events.nats.link import Link
from libs.events.nats.patience import within
from libs.events.nats.server_times import milliseconds
from libs.events.nats.setup import INSTALLATION, check_version, differences, replicas_of
from libs.events.nats.storage import ALONE, LEADERLESS, standing
from libs.events.ports import Refused
from libs.events.standing import Standing
from libs.events.streams import BUCKETS, Installation, consumers, streams
from libs.events.write_keys import key_of, keyed


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """What a stream takes: its messages, and their bytes in its files, subjects and headers with them.

    `oldest` is when the first message that is there was stored, in Unix milliseconds; None: there is none.
    Of a stream without a leader nobody knows what it takes.
    """

    messages: int
    bytes: int
    oldest: int | None = None
    standing: Standing = ALONE


async def stream_sizes(url: str) -> dict[str, Size]:
    """Every stream of the server, by name. Raises Unavailable, Refused."""
    async with connect(url, name="divan sizes") as link:
        return await sizes(link)


async def sizes(link: Link) -> dict[str, Size]:
    """Every stream of the server, by name. Raises Unavailable, Refused."""
    found: dict[str, Size] = {}
    offset = 0
    while True:
        async with within(link.limit, "the server did not tell its streams in time"):
            answer = await link.api("STREAM.LIST", {"offset": offset})
        if error := answer.get("error"):
            raise Refused(f"the server does not tell its streams: {error.get('description')}")
        page = answer.get("streams") or []
        for info in page:
            state = info["state"]
            found[info["config"]["name"]] = Size(
                messages=state["messages"],
                bytes=state["bytes"],
                oldest=milliseconds(state["first_ts"]) if state["messages"] else None,
                standing=standing(info),
            )
        for name in answer.get("missing") or ():
            found[name] = Size(messages=0, bytes=0, standing=LEADERLESS)
        offset += len(page)
        if not page or offset >= answer["total"]:
            return found


async def deviations(url: str) -> list[str] | None:
    """A sentence for each missing or differing stream, bucket and consumer; None: nothing was set up yet.

    Raises Unavailable where no server answers, and Refused with the reason.
    """
    async with connect(url, name="divan doctor") as link:
        check_version(link)
        settings = BUCKETS["settings"]
        replicas = await replicas_of(link, settings.stream)
        if not replicas:
            return None
        kept = await NatsBucket(link, settings).get(INSTALLATION)
        if kept is None:
            return None
        return await _compare(link, Installation(**json.loads(kept.value), replicas=replicas))


async def _compare(link: Link, installation: Installation) -> list[str]:
    found = []
    configs = [bucket.config(installation.replicas) for bucket in BUCKETS.values()]
    configs += [stream.config(installation.replicas) for stream in streams(installation)]
    keys = dict[str, str]()
    for wanted in configs:
        info = await _told(link, f"STREAM.INFO.{wanted['name']}")
        key = keys[wanted["name"]] = key_of(info.get("config") or {})
        wanted = keyed(wanted, key)
        found += _sentences(f"stream {wanted['name']}", info, wanted)
    for consumer in consumers(installation):
        name = consumer.named(keys[consumer.stream])
        info = await _told(link, f"CONSUMER.INFO.{consumer.stream}.{name}")
        found += _sentences(f"consumer {consumer.name} of {consumer.stream}", info, consumer.config(name))
    return found


async def _told(link: Link, subject: str) -> dict[str, Any]:
    async with within(link.limit, f"the server did not answer to {subject} in time"):
        return await link.api(subject, {})


def _sentences(what: str, info: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    if "error" in info:
        return [f"{what}: {info['error'].get('description', 'cannot be read')}"]
    return [f"{what}: {difference}" for difference in differences(info["config"], wanted)]
