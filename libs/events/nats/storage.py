"""How full the servers are, and on how many of them a stream stands."""

import asyncio
from typing import Any

from libs.events.nats.link import Link
from libs.events.nats.patience import within
from libs.events.ports import Unavailable
from libs.events.standing import Standing, Storage

TOLD_WITHIN = 2.0
"""Seconds after which a stream that nobody speaks for has no leader."""

ALONE = Standing()
LEADERLESS = Standing(replicas=0, whole=0)


async def storage(link: Link, streams: tuple[str, ...]) -> Storage:
    """What all streams take, and how these stand. Raises Unavailable, Refused."""
    async with within(TOLD_WITHIN, "the server did not tell what its streams take"):
        used = await link.api("INFO", once=True)
    if error := used.get("error"):
        raise Unavailable(f"the server does not tell what its streams take: {error.get('description')}")
    found = await asyncio.gather(*(_asked(link, stream) for stream in streams))
    return Storage(bytes=used["storage"], streams=dict(zip(streams, found, strict=True)))


async def _asked(link: Link, stream: str) -> Standing:
    try:
        async with within(TOLD_WITHIN, f"nobody speaks for {stream}"):
            return standing(await link.api(f"STREAM.INFO.{stream}", {}, once=True))
    except Unavailable:
        if not link.is_connected:
            raise
        return LEADERLESS


def standing(info: dict[str, Any]) -> Standing:
    """What the server's answer about a stream comes to."""
    if "error" in info:
        return LEADERLESS
    config, state = info["config"], info["state"]
    bounds = ((state["messages"], config["max_msgs"]), (state["bytes"], config["max_bytes"]))
    shares = [reached / bound for reached, bound in bounds if bound > 0]
    return Standing(
        replicas=config["num_replicas"],
        whole=_whole(info.get("cluster")),
        fill=max(shares, default=None),
    )


def _whole(cluster: dict[str, Any] | None) -> int:
    """Of one server alone nothing is said but that it answers."""
    if cluster is None:
        return 1
    if not cluster.get("leader"):
        return 0
    others = cluster.get("replicas") or ()
    return 1 + len([other for other in others if other["current"] and not other.get("offline")])
