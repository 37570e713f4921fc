"""NATS's protocol by hand: what the server refuses is read as the server says it."""

import asyncio
import json
import re
from collections.abc import Iterable
from typing import Self
from urllib.parse import urlsplit

VIOLATION = re.compile(rb"-ERR 'Permissions Violation for (?:Publish|Subscription) to \"([^\"]+)\"")


class RawClient:
    """One connection; made by `open`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._subscriptions = 0

    @classmethod
    async def open(cls, url: str) -> Self:
        place = urlsplit(url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=1 << 22)
        options = {"user": place.username, "pass": place.password, "verbose": False, "headers": True}
        writer.write(b"CONNECT " + json.dumps(options).encode() + b"\r\n")
        return cls(reader, writer)

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def refused_to_publish(self, subjects: Iterable[str]) -> set[str]:
        """Which of them the server does not let this user publish to. What it lets, it gets: two bytes."""
        for subject in subjects:
            self._writer.write(f"PUB {subject} 2\r\n{{}}\r\n".encode())
        return await self._violations()

    async def ask(self, subjects: Iterable[str], replies: Iterable[str]) -> None:
        """Each of the requests for an answer to each place, and the server has dealt with all of them."""
        places = list(replies)
        for subject in subjects:
            for reply in places:
                self._writer.write(f"PUB {subject} {reply} 2\r\n{{}}\r\n".encode())
        await self._violations()

    async def refused_to_subscribe(self, subjects: Iterable[str]) -> set[str]:
        for subject in subjects:
            self._subscriptions += 1
            self._writer.write(f"SUB {subject} {self._subscriptions}\r\n".encode())
        return await self._violations()

    async def _violations(self) -> set[str]:
        self._writer.write(b"PING\r\n")
        found = set()
        async with asyncio.timeout(20):
            while (line := await self._reader.readline()) != b"PONG\r\n":
                assert line, "the server closed the connection"
                if violation := VIOLATION.match(line):
                    found.add(violation[1].decode())
        return found
