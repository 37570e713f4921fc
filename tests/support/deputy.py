"""A person's program: it keeps the view by what comes on its socket, and moves as a bot would."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import aiohttp

from libs.runtime.delta import apply
from services.ai.bots import BOTS, Bot


@dataclass
class Deputy:
    """`socket_url` is that of a room, `headers` say whose seat it is."""

    http: aiohttp.ClientSession
    socket_url: str
    headers: Mapping[str, str]
    rng: random.Random
    bot: Bot = BOTS["fetih"]["standard"]
    socket: aiohttp.ClientWebSocketResponse | None = None
    document: dict[str, Any] = field(default_factory=dict)
    told: list[dict[str, Any]] = field(default_factory=list)
    is_resting: bool = False
    """Whether it only listens."""
    _awaited: str | None = None
    _moved_at: int = -1

    async def connect(self) -> None:
        self.socket = await self.http.ws_connect(self.socket_url, headers=dict(self.headers))
        self._awaited, self._moved_at, self.document = None, -1, {}

    async def cut(self) -> None:
        assert self.socket is not None
        await self.socket.close()

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.document["view"]
        return view

    @property
    def is_over(self) -> bool:
        return bool(self.document) and self.document["result"] is not None

    def has_heard(self, **fields: Any) -> bool:
        return any(fields.items() <= event.items() for event in self.told)

    async def hear(self) -> None:
        """The next message, and the move that it calls for."""
        assert self.socket is not None
        self.take(await self.socket.receive_json())
        await self.move()

    def take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome" if message["view"] is not None:
                self.document = message["view"]
            case "view":
                self.document = message
                self.told += message["told"]
            case "delta":
                assert self.document["number"] == message["former"]
                apply(self.document, message["changes"])
                self.told += message["told"]
            case "told":
                self.told += [event for entry in message["entries"] for event in entry["told"]]
            case "accepted" | "rejected" | "outcome_unknown" if message["id"] == self._awaited:
                # The view that tells more may come later, and so may one by which it was refused: there is
                # no next move before.
                self._awaited = None
                if message["type"] == "accepted":
                    self._moved_at = max(self._moved_at, message["number"] - 1)

    def is_asked(self) -> bool:
        """Whether it is this person who plays the seat, and something is to be done there."""
        seat: dict[str, Any] = self.view["seats"][self.view["you"]]
        return bool(seat["controller"] == "person")

    async def move(self) -> None:
        """Give the command that the bot would, if one is asked for and none is on its way."""
        if self.is_resting or not self.document or self._awaited is not None:
            return
        if self.document["number"] <= self._moved_at:
            return
        options = [option for option in self.document["options"] if option["command"]["type"] != "resign"]
        if not options or not self.is_asked():
            return
        command = self.bot(self.view, options, self.rng)
        self._moved_at = self.document["number"]
        self._awaited = uuid4().hex
        assert self.socket is not None
        await self.socket.send_json(
            {"type": "command", "id": self._awaited, "seen": self._moved_at, "command": command}
        )
