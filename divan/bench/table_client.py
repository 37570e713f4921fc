"""A seat at a table over the WebSocket, as a program takes it: views whole or as deltas."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import orjson

from libs.runtime.delta import apply

DOCUMENT = ("number", "at", "head", "view", "options", "wait", "result", "players")
"""What a delta changes (docs/api.md)."""


class Unanswered(Exception):
    """The server closed the socket, or answered something that the driver does not expect."""


@dataclass(slots=True)
class TableClient:
    """`document` is the last view; `news` is set whenever something came."""

    socket: aiohttp.ClientWebSocketResponse
    document: dict[str, Any] | None = None
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    updates: list[int] = field(default_factory=list)
    """Bytes of each view or delta that came after the welcome."""

    async def listen(self) -> None:
        """Take frames until the socket is closed."""
        async for message in self.socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                continue
            frame = orjson.loads(message.data)
            if frame["type"] in ("view", "delta"):
                self.updates.append(len(message.data.encode()))
            self._take(frame)
            self.news.set()

    def _take(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "welcome":
                self.document = frame["view"]
            case "view":
                self.document = {name: frame[name] for name in DOCUMENT}
            case "delta" if self.document is not None:
                apply(self.document, frame["changes"])
            case "accepted" | "rejected" | "outcome_unknown":
                self.answers[frame["id"]] = frame

    async def command(self, id: str, seen: int, command: dict[str, Any]) -> None:
        """Give a command, and wait until it is answered and its view has come."""
        frame = {"type": "command", "id": id, "seen": seen, "command": command}
        await self.socket.send_str(orjson.dumps(frame).decode())
        while id not in self.answers:
            await self.next()
        answer = self.answers.pop(id)
        if answer["type"] != "accepted":
            raise Unanswered(f"{command}: {answer}")
        while self.document is None or self.document["number"] < answer["number"]:
            await self.next()

    async def next(self) -> None:
        """Until something comes; at most half a minute."""
        if self.socket.closed:
            raise Unanswered(f"the socket was closed ({self.socket.close_code})")
        self.news.clear()
        async with asyncio.timeout(30):
            await self.news.wait()
