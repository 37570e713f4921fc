"""Every kind of store that Divan has, driven through its port: written, replaced, erased, and read whole."""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import datetime
from itertools import count

from libs.events import streams, subjects
from libs.events.nats import NatsEvents
from libs.events.nats.link import Link
from libs.events.nats.reading import messages
from libs.events.ports import Journal, Register
from tests.power.deeds import Deed, Deeds

TIMERS_FROM = 4_000_000_000_000
"""Unix milliseconds: timers are armed for a time so far off that none fires."""

KEYS = 6
"""Of each store, each written by a worker of its own."""

JOURNALS = ("rooms", "chats", "archive", "aside", "public", "admin")
REGISTERS = ("tables", "snapshots")
BUCKETS = ("accounts", "names", "sessions", "erased", "bans")
QUICK = ("snapshots",)
"""Acknowledged before the disk has it, as `streams.py` declares: they may be lost."""

Standing = dict[str, dict[str, dict[str, int]]]
"""By store, key and mark: the fence that it stands at. In the order of the stream."""


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores of one server. Marks are made up here, each once in the life of this object."""

    events: NatsEvents
    link: Link
    deeds: Deeds
    rng: random.Random
    marks: "count[int]"

    async def standing(self) -> Standing:
        """All that stands in every store."""
        found: Standing = defaultdict(lambda: defaultdict(dict))
        for shard in range(self.events.shards):
            stream = streams.games(shard).name
            async for each in messages(self.link, stream, subjects.game(shard, "*"), 0):
                found["games"][each.subject.rpartition(".")[2]][each.data.decode()] = each.sequence
            async for each in messages(self.link, stream, subjects.timer(shard, "*"), 0):
                room = each.subject.rpartition(".")[2]
                found["timers"][room][timer_mark(room, each.headers["Nats-Schedule"])] = each.sequence
        for name in JOURNALS:
            async for stored in self._journal(name).read_all():
                found[name][stored.key][stored.data.decode()] = stored.fence
        for name in REGISTERS:
            for key in _keys(name):
                value = await self._register(name).get(key)
                if value is not None:
                    found[name][key][value.decode()] = 0
        for name in BUCKETS:
            async for key, kept in self.events.bucket(name).entries():
                found[name][key][kept.value.decode()] = kept.revision
        return found

    async def write(self, standing: Standing) -> None:
        """Write to every store until the server is gone. Returns when no worker is left."""
        workers = [self._game(key, standing["games"][key], standing["timers"][key]) for key in _keys("games")]
        for name in JOURNALS:
            workers += [self._written(name, key, standing[name][key]) for key in _keys(name)]
        for name in REGISTERS:
            workers += [self._kept(name, key, standing[name][key]) for key in _keys(name)]
        for name in BUCKETS:
            workers += [self._bucket(name, key, standing[name][key]) for key in _keys(name)]
        await asyncio.gather(*workers)

    async def _do(self, deed: Deed, write: Awaitable[int | None]) -> int:
        result = await write
        deed.done = time.monotonic()
        return result or 0

    def _mark(self, key: str) -> str:
        # Of any length, so that what is torn is torn in the middle of a message too.
        return f"{key}:{next(self.marks)}:" + "x" * self.rng.choice((0, 20, 200, 1500))

    async def _game(self, room: str, log: dict[str, int], armed: dict[str, int]) -> None:
        """A room: entries behind the fence, timers that are replaced, and now and then its end."""
        last = max(log.values(), default=0)
        while True:
            mark = self._mark(room)
            match self.rng.choices(("append", "arm", "cancel", "end", "purge"), (60, 30, 3, 4, 3))[0]:
                case "append":
                    deed = self.deeds.begin("games", "append", adds=mark)
                    last = await self._do(
                        deed, self.events.games.append(room, mark.encode(), id=mark, expected=last)
                    )
                    log[mark] = last
                case "end":
                    deed = self.deeds.begin("games", "append that ends", adds=mark, removes=armed)
                    last = await self._do(
                        deed, self.events.games.append(room, mark.encode(), id=mark, expected=last, ends=True)
                    )
                    log[mark] = last
                    armed.clear()
                case "arm":
                    at = TIMERS_FROM + next(self.marks) * 1000
                    mark = f"{room}@{at // 1000}"
                    deed = self.deeds.begin("timers", "arm", adds=mark, removes=armed)
                    await self._do(deed, self.events.timers.arm(room, at))
                    armed.clear()
                    armed[mark] = 0
                case "cancel":
                    deed = self.deeds.begin("timers", "cancel", removes=armed)
                    await self._do(deed, self.events.timers.cancel(room))
                    armed.clear()
                case "purge" if len(log) > 20:
                    deed = self.deeds.begin("games", "purge", removes=log)
                    await self._do(deed, self.events.games.purge(room))
                    log.clear()
                    last = 0

    async def _written(self, name: str, key: str, stands: dict[str, int]) -> None:
        journal = self._journal(name)
        while True:
            what = self.rng.choices(("append", "erase", "purge", "shorten"), (85, 8, 3, 4))[0]
            if what == "append" or not stands or name == "admin":
                mark = self._mark(key)
                deed = self.deeds.begin(name, "append", adds=mark)
                stands[mark] = await self._do(deed, journal.append(key, mark.encode(), id=mark))
            elif what == "erase":
                mark = self.rng.choice(list(stands))
                deed = self.deeds.begin(name, "erase", removes=[mark])
                await self._do(deed, journal.erase(key, stands[mark]))
                del stands[mark]
            elif what == "purge":
                deed = self.deeds.begin(name, "purge", removes=stands)
                await self._do(deed, journal.purge(key))
                stands.clear()
            else:
                before = self.rng.choice(list(stands.values()))
                deed = self.deeds.begin(
                    name, "purge of the oldest", removes=[each for each in stands if stands[each] < before]
                )
                await self._do(deed, journal.purge(key, before=before))
                for each in deed.removes:
                    del stands[each]

    async def _kept(self, name: str, key: str, stands: dict[str, int]) -> None:
        register = self._register(name)
        while True:
            mark = self._mark(key)
            deed = self.deeds.begin(name, "put", adds=mark, removes=stands)
            await self._do(deed, register.put(key, mark.encode()))
            stands.clear()
            stands[mark] = 0

    async def _bucket(self, name: str, key: str, stands: dict[str, int]) -> None:
        bucket = self.events.bucket(name)
        while True:
            mark = self._mark(key)
            if not stands:
                deed = self.deeds.begin(name, "create", adds=mark)
                stands[mark] = await self._do(deed, bucket.create(key, mark.encode()))
                continue
            what = self.rng.choices(("update", "delete", "erase"), (80, 10, 10))[0]
            former = next(iter(stands))
            if what == "update":
                deed = self.deeds.begin(name, what, adds=mark, removes=[former])
                stands[mark] = await self._do(deed, bucket.update(key, mark.encode(), stands[former]))
            else:
                deed = self.deeds.begin(name, what, removes=[former])
                await self._do(deed, bucket.delete(key) if what == "delete" else bucket.erase(key))
            del stands[former]

    def _journal(self, name: str) -> Journal:
        journal: Journal = getattr(self.events, name)
        return journal

    def _register(self, name: str) -> Register:
        register: Register = getattr(self.events, name)
        return register


def _keys(name: str) -> list[str]:
    return [f"{name}-{number}" for number in range(KEYS)]


def timer_mark(room: str, schedule: str) -> str:
    """As `arm` marks it: the room and the second."""
    at = datetime.fromisoformat(schedule.removeprefix("@at ").replace("Z", "+00:00"))
    return f"{room}@{int(at.timestamp())}"


def marks(standing: Standing) -> set[str]:
    return {mark for keys in standing.values() for stands in keys.values() for mark in stands}
