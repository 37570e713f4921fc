"""Commands put on their subject, as an edge does, by one driver process: the engine's own speed."""

import asyncio
import random
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from divan.bench.figures import Timed
from divan.bench.players import choose
from libs.events import subjects
from libs.events.commands import Command
from libs.events.ports import Events, Heard, Unavailable
from libs.events.wire import pack, unpack_plain
from libs.games.catalog import GAMES
from libs.runtime.delta import apply

PATIENCE = 3.0


@dataclass(slots=True)
class Seen:
    """The last view of each seat of a room, and who waits for a newer one."""

    views: dict[int, dict[str, Any]] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)


class SubjectDriver:
    """Plays many rooms at once, one command in flight in each."""

    def __init__(self, events: Events, game: str, seats: int) -> None:
        self._events = events
        self._game = game
        self._seats = seats
        self._run = secrets.token_hex(4)
        self._rooms: dict[str, Seen] = {}
        self.timed = Timed()

    async def run(self, rooms: int, commands: int) -> Timed:
        """`rooms` tables side by side until `commands` were accepted; after a game comes a new one."""
        listening = [
            await self._events.bus.listen(f"view.*.{seat}", self._heard) for seat in range(self._seats)
        ]
        began = time.perf_counter()
        async with asyncio.TaskGroup() as tasks:
            for slot in range(rooms):
                tasks.create_task(self._slot(slot, commands))
        self.timed.took = time.perf_counter() - began
        for each in listening:
            await each.stop()
        return self.timed

    def _heard(self, heard: Heard) -> None:
        view = unpack_plain(heard.data)
        seen = self._rooms.get(view["room"])
        if seen is not None:
            former = seen.views.get(view["reader"])
            if former is None or former["number"] < view["number"]:
                if "changes" in view and former is not None:
                    view = {**former, **view}
                    apply(view, view["changes"])
                seen.views[view["reader"]] = view
                seen.news.set()

    async def _slot(self, slot: int, commands: int) -> None:
        rng = random.Random(slot)
        game = 0
        while len(self.timed.seconds) < commands:
            await self._play(f"b{self._run}-{slot}-{game}", rng, commands)
            game += 1

    async def _play(self, room: str, rng: random.Random, commands: int) -> None:
        seen = self._rooms[room] = Seen()
        seats = [{"player": "person"} for _ in range(self._seats)]
        start = {"type": "start", "game": self._game, "options": {}, "seats": seats}
        await self._ask(Command(room=room, id="start", origin="host", body=start))
        number = 0
        while len(self.timed.seconds) < commands:
            while len(seen.views) < self._seats:
                await self._news(seen)
            if any(view["result"] for view in seen.views.values()):
                break
            seat, command = self._next(seen, rng)
            if command is None:
                await self._news(seen)
                continue
            number += 1
            began = time.perf_counter()
            answer = await self._ask(
                Command(
                    room=room,
                    id=f"m{number}",
                    origin="player",
                    seat=seat,
                    seen=seen.views[seat]["number"],
                    body=command,
                )
            )
            if answer["outcome"] == "rejected":
                raise RuntimeError(f"{room}: {command} was refused: {answer['code']}")
            while seen.views[seat]["number"] < answer["number"]:
                await self._news(seen)
            self.timed.seconds.append(time.perf_counter() - began)
        del self._rooms[room]

    def _next(self, seen: Seen, rng: random.Random) -> tuple[int, dict[str, Any] | None]:
        """A seat that the clock runs for and that has something to do, as its own view says."""
        for seat, view in seen.views.items():
            if view["wait"] is not None and seat in view["wait"]["seats"]:
                command = choose(view["options"], rng)
                if command is not None:
                    return seat, command
        return 0, None

    async def _news(self, seen: Seen) -> None:
        seen.news.clear()
        async with asyncio.timeout(30):
            await seen.news.wait()

    async def _ask(self, command: Command) -> dict[str, Any]:
        """As an edge does: the same id until it is answered."""
        partition = subjects.partition(command.room, self._events.partitions)
        subject, data = subjects.command(command.origin, partition, command.room), pack(command)
        while True:
            try:
                answer: dict[str, Any] = unpack_plain(
                    await self._events.bus.request(subject, data, within=PATIENCE)
                )
            except Unavailable:
                await asyncio.sleep(0.1)
                continue
            if answer["outcome"] != "retry":
                return answer
            await asyncio.sleep(0.1)


def seats_of(game: str) -> int:
    """The fewest seats that a game is played by."""
    return GAMES[game].seats.start
