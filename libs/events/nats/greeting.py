"""What a NATS server says before anybody has signed in: its first line, and its certificate."""

import asyncio
import json
import os
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from libs.events.nats.addresses import address_fault
from libs.events.ports import Refused, Unavailable

GREETING = 3.0
"""Seconds to wait for a server's first line."""


class Untrusted(Refused):
    """A server's certificate has ended, is for another name, or is signed by nobody who is trusted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Greeter:
    """A server that has greeted."""

    host: str
    port: int
    info: Mapping[str, Any]
    writer: asyncio.StreamWriter


@asynccontextmanager
async def greeted(url: str) -> AsyncIterator[Greeter]:
    """The server at that one address, while inside. Raises Unavailable where none greets as NATS does."""
    if (fault := address_fault(url)) is not None:
        raise Unavailable(f"that is no address of a server: {fault}")
    place = urlsplit(url if "://" in url else f"nats://{url}")
    host, port = place.hostname or "127.0.0.1", place.port or 4222
    where = f"the NATS server at {host}:{port}"
    try:
        async with asyncio.timeout(GREETING):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                line = await reader.readline()
                if not line.startswith(b"INFO "):
                    raise Unavailable(f"{where} is something else: it does not greet as NATS does")
                yield Greeter(host=host, port=port, info=json.loads(line[5:]), writer=writer)
            finally:
                writer.close()
    except (OSError, TimeoutError) as error:
        why = "no answer" if isinstance(error, TimeoutError) else _reason(error)
        raise Unavailable(f"{where} cannot be reached: {why}") from error


def _reason(error: OSError) -> str:
    """In the system's words: asyncio puts its own into the error, and an address twice."""
    return os.strerror(error.errno).lower() if error.errno is not None and error.errno > 0 else str(error)


async def certificates(url: str) -> dict[str, datetime]:
    """Until when the certificate of each server is good, by its address; one without TLS has none.

    That which it shows to whoever connects now: an older connection does not know of a newer one. Only of
    those that `url` names (with commas between) and that answer. Raises Untrusted.
    """
    ends: dict[str, datetime] = {}
    for address in url.split(","):
        try:
            async with greeted(address.strip()) as met:
                if met.info.get("tls_required") or met.info.get("tls_available"):
                    ends[f"{met.host}:{met.port}"] = await _certificate(met)
        except Unavailable:
            continue
    return ends


async def _certificate(met: Greeter) -> datetime:
    try:
        await met.writer.start_tls(ssl.create_default_context(), server_hostname=met.host)
    except ssl.SSLCertVerificationError as error:
        what = f"the certificate of the NATS server at {met.host}:{met.port}"
        raise Untrusted(f"{what} is not trusted: {error.verify_message}") from error
    end = ssl.cert_time_to_seconds(met.writer.get_extra_info("peercert")["notAfter"])
    return datetime.fromtimestamp(end, UTC)
