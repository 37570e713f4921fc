"""A room's log read as a game: each entry with what it led to."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from libs.events.entry import GENESIS, Entry, unseal
from libs.events.ports import Stored
from libs.runtime.state import AnyGame, Step
from libs.runtime.table import Table, open_table

BREATH = 64
"""After so many entries the event loop gets a turn, so that a long log does not hold up other rooms."""


@dataclass(frozen=True, slots=True)
class Page:
    """An entry, its fence in the stream, its events with the position after each, and the table after it.

    The table is the same object on every page: it goes on with the next one.
    """

    entry: Entry
    fence: int
    steps: Sequence[Step]
    table: Table


async def replay(
    room: str, log: AsyncIterator[Stored], games: Mapping[str, AnyGame], table: Table | None = None
) -> AsyncIterator[Page]:
    """Fold a log from its start, or on from `table`, checking the hash chain.

    Raises Broken, LogError, Malformed for what does not hold, NewerEntry for what this build does not know.
    """
    read = 0
    async for stored in log:
        entry, digest = unseal(stored.data, GENESIS if table is None else table.hash)
        if table is None:
            table = open_table(room, entry.game, games)
        steps: list[Step] = []
        table.apply(entry, digest, steps=steps)
        yield Page(entry, stored.fence, steps, table)
        read += 1
        if read % BREATH == 0:
            await asyncio.sleep(0)
