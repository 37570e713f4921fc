"""How long it takes to see the end of a long game: from its first entry, from a snapshot, by asking."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from divan.bench.figures import Figure
from divan.bench.replaying import KEYS, recorded
from libs.events.entry import GENESIS, unseal
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.views import AskPositions
from libs.games.catalog import GAMES
from libs.runtime.game_logs import game_logs
from libs.runtime.table import STATE_EVERY, Table
from services.engine import snapshots
from services.engine.asks import answered
from services.engine.house import House
from services.engine.room import Room

LONG = 1_000
"""Entries of a long game: a longer one is cut there."""

LOOKS = 20
"""So many games are played to find one that is so long."""

BEFORE = STATE_EVERY - 1
"""Entries that a snapshot is behind at worst."""

TIMES = 5
"""A duration is the least of so many: whatever else runs here only adds to it."""

ROOM, BUILD = "bench", "bench"


async def durations(game: str) -> list[Figure]:
    """In milliseconds, for the longest of some games of random legal moves."""
    log = longest(game)
    behind = len(log) - min(BEFORE, len(log) // 2)
    taken = snapshots.take(folded(log[:behind]), behind, BUILD)

    async def from_the_start() -> None:
        folded(log)

    async def from_a_snapshot() -> None:
        restored = snapshots.restore(ROOM, taken, BUILD, GAMES)
        assert restored is not None
        folded(log[behind:], restored[0])

    ask = await _asking(game, log)
    note = f"{game}, {len(log)} entries"
    return [
        Figure(name="replay from the first entry", value=await _least(from_the_start), unit="ms", note=note),
        Figure(
            name="replay from a snapshot",
            value=await _least(from_a_snapshot),
            unit="ms",
            note=f"{note}, the last {len(log) - behind} of them",
        ),
        Figure(
            name="an engine's answer: the last view",
            value=await _least(ask),
            unit="ms",
            note=f"{note}, without NATS",
        ),
    ]


def longest(game: str) -> list[bytes]:
    """The first game that is long, or the longest there is."""
    found: list[bytes] = []
    for seed in range(LOOKS):
        log = recorded(game, seed, most=LONG)
        found = max(found, log, key=len)
        if len(found) == LONG:
            break
    return found


def folded(log: Sequence[bytes], table: Table | None = None) -> Table:
    """The table after the whole log, or the rest of it."""
    digest = GENESIS if table is None else table.hash
    for data in log:
        entry, digest = unseal(data, digest)
        table = table or Table(ROOM, GAMES[entry.game])
        table.apply(entry, digest)
    assert table is not None
    return table


async def _asking(game: str, log: Sequence[bytes]) -> Callable[[], Awaitable[None]]:
    """A question to an engine that has the room in memory."""
    events = MemoryEvents(MemoryServer())
    for number, data in enumerate(log):
        await events.games.append(ROOM, data, id=f"{number}")
    house = House(
        events=events,
        logs=game_logs(events),
        games=GAMES,
        keyring=KEYS,
        now=lambda: 0,
        spawn=lambda work: work.close(),
        build=BUILD,
        holds=lambda room: True,
    )
    room = Room(ROOM, house)
    table = await room.table()
    assert table is not None
    reader = 0
    ask = AskPositions(reader=reader, start=table.numbers[reader], limit=1)

    async def asked() -> None:
        answer = await answered(house, room, ask)
        assert answer.answer is not None, answer.refused

    return asked


async def _least(work: Callable[[], Awaitable[None]]) -> float:
    found = []
    for _ in range(TIMES):
        began = time.perf_counter()
        await work()
        found.append((time.perf_counter() - began) * 1_000)
        await asyncio.sleep(0)
    return min(found)
