"""What a server holds otherwise than declared: looked at, never changed."""

import json
from typing import Any

from libs.events.nats.connect import connect
from libs.events.nats.kv import NatsBucket
from libs.events.nats.link import Link
from libs.events.nats.setup import INSTALLATION, check_version, differences
from libs.events.streams import BUCKETS, Installation, consumers, streams


async def deviations(url: str) -> list[str] | None:
    """A sentence for each missing or differing stream, bucket and consumer; None: nothing was set up yet.

    Raises Unavailable where no server answers, and Refused with the reason.
    """
    async with connect(url, name="divan doctor") as link:
        check_version(link)
        settings = BUCKETS["settings"]
        if "error" in await link.api(f"STREAM.INFO.{settings.stream}", {}):
            return None
        kept = await NatsBucket(link, settings).get(INSTALLATION)
        if kept is None:
            return None
        return await _compare(link, Installation(**json.loads(kept.value)))


async def _compare(link: Link, installation: Installation) -> list[str]:
    found = []
    configs = [bucket.config(installation.replicas) for bucket in BUCKETS.values()]
    configs += [stream.config(installation.replicas) for stream in streams(installation)]
    for wanted in configs:
        info = await link.api(f"STREAM.INFO.{wanted['name']}", {})
        found += _sentences(f"stream {wanted['name']}", info, wanted)
    for consumer in consumers(installation):
        info = await link.api(f"CONSUMER.INFO.{consumer.stream}.{consumer.name}", {})
        found += _sentences(f"consumer {consumer.name} of {consumer.stream}", info, consumer.config())
    return found


def _sentences(what: str, info: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    if "error" in info:
        return [f"{what}: {info['error'].get('description', 'cannot be read')}"]
    return [f"{what}: {difference}" for difference in differences(info["config"], wanted)]
