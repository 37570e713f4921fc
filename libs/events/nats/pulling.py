"""Pulling from a consumer by standing requests (nats-py's `fetch` stalls, and knows no priority groups)."""

import json
from dataclasses import dataclass

from nats.aio.msg import Msg

from libs.events.nats.link import Link
from libs.events.streams import SECOND

ACK = b"+ACK"
WORKING = b"+WPI"
NEVER_AGAIN = b"+TERM"


@dataclass(frozen=True, slots=True)
class Delivery:
    """What the reply subject of a delivered message says of it."""

    consumer: str
    attempt: int
    sequence: int
    order: int
    """The consumer's own count of deliveries, from 1."""


def delivery(message: Msg) -> Delivery:
    fields = message.reply.split(".")
    # $JS.ACK.<stream>.<consumer>.<attempt>.<sequence>.<order>.<time>.<pending>, or, with a domain,
    # $JS.ACK.<domain>.<account>.<stream>.<consumer>. … .<random>
    at = 3 if len(fields) == 9 else 5
    return Delivery(fields[at], int(fields[at + 1]), int(fields[at + 2]), int(fields[at + 3]))


async def pull(
    link: Link,
    stream: str,
    consumer: str,
    inbox: str,
    *,
    batch: int,
    expires: float,
    heartbeat: float,
    group: str | None = None,
    pin: str | None = None,
) -> None:
    """Ask for up to `batch` messages, to be sent to `inbox` as they come until it `expires` (seconds).

    Raises Unavailable, and Refused where the server has refused to be asked so before.
    """
    subject = f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}"
    link.require_permitted(subject)
    request: dict[str, object] = {
        "batch": batch,
        "expires": int(expires * SECOND),
        "idle_heartbeat": int(heartbeat * SECOND),
    }
    if group is not None:
        request["group"] = group
    if pin is not None:
        request["id"] = pin
    await link.send(subject, json.dumps(request).encode(), inbox)


def again_in(seconds: float) -> bytes:
    """The refusal of a message that is to come again after so many seconds."""
    return b"-NAK " + json.dumps({"delay": int(seconds * SECOND)}).encode()
