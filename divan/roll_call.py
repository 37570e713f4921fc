"""Who is connected to a room, asked of every edge."""

import asyncio
from dataclasses import dataclass
from uuid import uuid4

from libs.events import subjects
from libs.events.ports import Events, Heard
from libs.events.presence import AskConnected, Connected
from libs.events.wire import Malformed, pack, unpack

PATIENCE = 1.0
"""Seconds in which edges answer."""

ALONE = 0.3
"""Seconds after an answer until which edges that it does not know of may tell of themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """What was told. `silent` are edges that others know to live, and that did not answer."""

    answered: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()
    seated: frozenset[str] = frozenset()
    spectators: frozenset[str] = frozenset()

    @property
    def is_whole(self) -> bool:
        return bool(self.answered) and not self.silent

    def connected(self, person: str) -> bool | None:
        """None: not known, since not every edge has told of its sockets."""
        return True if person in self.seated else False if self.is_whole else None


async def call_roll(events: Events, room: str, *, patience: float = PATIENCE) -> Roll:
    """Ask every edge, and wait until all that are known have answered, or the patience is over."""
    told: dict[str, Connected] = {}
    id, news = str(uuid4()), asyncio.Event()

    def hear(heard: Heard) -> None:
        try:
            connected = unpack(Connected, heard.data)
        except Malformed:
            # A newer build may say what this one does not understand: it counts as silent.
            return
        if connected.id == id:
            told[connected.edge] = connected
            news.set()

    listening = await events.bus.listen(subjects.CONNECTED, hear)
    try:
        await events.bus.publish(subjects.ASK_CONNECTED, pack(AskConnected(id=id, room=room)))
        try:
            async with asyncio.timeout(patience):
                while not told or _silent(told):
                    news.clear()
                    await news.wait()
                await asyncio.sleep(ALONE)
        except TimeoutError:
            pass
    finally:
        await listening.stop()
    return Roll(
        answered=frozenset(told),
        silent=_silent(told),
        seated=frozenset(person for each in told.values() for person in each.seated),
        spectators=frozenset(person for each in told.values() for person in each.spectators),
    )


def _silent(told: dict[str, Connected]) -> frozenset[str]:
    return frozenset(edge for each in told.values() for edge in each.edges) - told.keys()
