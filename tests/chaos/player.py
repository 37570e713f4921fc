"""A player at a WebSocket: comes back when cut off, sends again with the same id, records what it sees."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp

from libs.events.views import ShownWait, View
from tests.chaos.calls import PATIENCE, now
from tests.chaos.history import Answered, Asked, Glimpse, History, Reader, Seen

ANSWER_WITHIN = 12.0
"""Seconds after which a command without any answer is sent again: an edge answers within 10."""

AGAIN = 0.15
NOT_NOW = ("busy", "rate_limited", "not_begun", "unavailable")
"""Refusals by the edge, before the engine was asked."""


class Player:
    """One socket at a time, with the same session at every edge. Stopped by `close`."""

    def __init__(
        self,
        web: aiohttp.ClientSession,
        edges: Sequence[str],
        rng: random.Random,
        *,
        token: str,
        door: str,
        reader: Reader,
        seed: str | None,
        history: History,
        changed: Callable[[], None],
        welcomed: Callable[[float], None],
    ) -> None:
        self.reader = reader
        self.view: View | None = None
        self._web = web
        self._edges = edges
        self._rng = rng
        self._token = token
        self._door = door
        self._seed = seed
        self._history = history
        self._changed = changed
        self._welcomed = welcomed
        self._document: dict[str, Any] = {}
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._connected = asyncio.Event()
        self._away_until = 0.0
        self._cut_at: float | None = None
        self._waiting: dict[str, list[asyncio.Future[dict[str, Any] | None]]] = {}
        self._task = asyncio.create_task(self._stay())

    @property
    def number(self) -> int:
        return 0 if self.view is None else self.view.number

    def expect(self, number: int) -> None:
        """Nothing to do: the edge sees to it, or the checker sees that it did not."""

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def go_away(self, seconds: float) -> None:
        """Close the socket, and come back after so long."""
        self._away_until = time.monotonic() + seconds
        if self._socket is not None:
            await self._socket.close()
        await asyncio.sleep(seconds)

    # The connection.

    async def _stay(self) -> None:
        while True:
            await asyncio.sleep(self._away_until - time.monotonic())
            if self._cut_at is None:
                self._cut_at = now()
            address = f"{self._rng.choice(self._edges)}/api/rooms/{self._door}/socket"
            since = {"since": str(self.number)} if self.number else {}
            headers = {"Authorization": f"Bearer {self._token}"}
            try:
                async with self._web.ws_connect(address, params=since, headers=headers) as socket:
                    self._socket = socket
                    self._connected.set()
                    async for frame in socket:
                        self._hear(json.loads(frame.data))
            except (aiohttp.ClientError, OSError, TimeoutError):
                await asyncio.sleep(self._rng.uniform(0, AGAIN))
            finally:
                self._cut_off()

    def _cut_off(self) -> None:
        self._connected.clear()
        self._socket = None
        for waiting in self._waiting.values():
            for future in waiting:
                if not future.done():
                    future.set_result(None)

    async def _send(self, message: dict[str, Any]) -> None:
        """Raises ConnectionError where the socket closes meanwhile."""
        await self._connected.wait()
        if self._socket is None:
            raise ConnectionError
        await self._socket.send_json(message)

    async def _ask(self, id: str, message: dict[str, Any]) -> dict[str, Any] | None:
        """The frame that answers this id, or None where none comes on this socket."""
        future: asyncio.Future[dict[str, Any] | None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(id, []).append(future)
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await self._send(message)
                return await future
        except (TimeoutError, ConnectionError, aiohttp.ClientError):
            return None
        finally:
            self._waiting[id].remove(future)

    # What comes.

    def _hear(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "welcome":
                if self._cut_at is not None:
                    self._welcomed(self._cut_at)
                self._cut_at = None
                if frame["view"] is not None:
                    self._show(frame["view"], frame["view"]["number"], None)
                self._see_room(frame["room"])
            case "view":
                document = {name: frame[name] for name in frame if name not in ("type", "former", "told")}
                fresh = frame["former"] == frame["number"]
                self._show(document, frame["former"], None if fresh else frame["told"])
            case "delta" if frame["former"] == self._document.get("number"):
                self._show(changed(self._document, frame["changes"]), frame["former"], frame["told"])
            case "delta":
                self._tell({"type": "resync"})
            case "accepted" | "rejected" | "outcome_unknown" | "chat" | "chat_refused":
                # Each frame answers one of the commands with this id.
                for future in self._waiting.get(frame["id"], ()):
                    if not future.done():
                        future.set_result(frame)
                        break
            case "room":
                self._see_room(frame["room"])

    def _see_room(self, room: dict[str, Any]) -> None:
        if room["status"] == "starting" and self._seed is not None:
            self._tell({"type": "seed", "seed": self._seed})

    def _tell(self, message: dict[str, Any]) -> None:
        """Send what needs no answer, if it can be sent."""
        if self._socket is not None and not self._socket.closed:
            self._unanswered = asyncio.create_task(self._send_quietly(message))

    async def _send_quietly(self, message: dict[str, Any]) -> None:
        try:
            await self._send(message)
        except (ConnectionError, aiohttp.ClientError):
            return

    def _show(self, document: dict[str, Any], former: int, told: list[dict[str, Any]] | None) -> None:
        self._document = document
        wait = document["wait"]
        self.view = View(
            room=self._history.room,
            game=self._history.game,
            reader=self.reader,
            number=document["number"],
            former=former,
            at=document["at"],
            head=bytes.fromhex(document["head"]),
            view=document["view"],
            options=tuple(document["options"]),
            wait=None if wait is None else ShownWait(seats=tuple(wait["seats"]), ends_at=wait["ends_at"]),
            result=document["result"],
        )
        self._history.seen.append(
            Seen(
                at=now(),
                reader=self.reader,
                number=document["number"],
                former=former,
                head=document["head"],
                glimpse=Glimpse(view=document["view"], wait=wait, result=document["result"]),
                told=told,
            )
        )
        self._changed()

    # What goes.

    async def command(self, id: str, seen: int, body: dict[str, Any], note: Asked) -> Answered | None:
        """The engine's answer, written into the note; None: there was none for as long as we had patience."""
        message = {"type": "command", "id": id, "seen": seen, "command": body}
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            frame = await self._ask(id, message)
            if frame is None or frame["type"] == "outcome_unknown" or frame.get("code") in NOT_NOW:
                await asyncio.sleep(AGAIN)
                continue
            outcome = "repeated" if frame.get("repeated") else frame["type"]
            answered = Answered(
                at=now(),
                outcome=outcome,
                code=frame.get("code"),
                number=frame.get("number"),
                head=frame.get("head"),
            )
            note.answers.append(answered)
            return answered
        return None

    async def say(self, id: str, text: str) -> bool | None:
        """Whether it was said; None: nobody knows."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            frame = await self._ask(id, {"type": "chat", "id": id, "text": text})
            if frame is None or (frame.get("code") in NOT_NOW and frame["code"] != "rate_limited"):
                await asyncio.sleep(AGAIN)
                continue
            return bool(frame["type"] == "chat")
        return None


def changed(document: dict[str, Any], changes: list[list[Any]]) -> dict[str, Any]:
    """The document after a delta's changes, as docs/api.md says."""
    whole: dict[str, Any] = json.loads(json.dumps(document))
    for path, *value in changes:
        place: Any = whole
        for step in path[:-1]:
            place = place[step]
        last = path[-1]
        if not value and isinstance(place, list):
            del place[last:]
        elif not value:
            del place[last]
        elif isinstance(place, list) and last == len(place):
            place.append(value[0])
        else:
            place[last] = value[0]
    return whole
