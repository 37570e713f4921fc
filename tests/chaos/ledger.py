"""A room's stored log as the checker reads it: folded once, by the same code that replays games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from divan.verifying.reading import stored_log
from divan.verifying.verify import verify
from libs.events.entry import Broken
from libs.events.ports import Stored
from libs.events.wire import Malformed, plain
from libs.runtime.replay import Page, replay
from libs.runtime.sight import Sight, sight, told
from libs.runtime.state import AnyGame
from libs.runtime.table import LogError
from tests.chaos.history import Glimpse, Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One entry and what stood after it.

    ends_at   when the wait that it leads to ends (Unix milliseconds), None where it does not
    numbers   of each reader's last view, as counted from `shown` over the log so far
    glimpses  what each reader sees after it; told: what it told each
    """

    seq: int
    id: str
    origin: str
    at: int
    hash: str
    ends_at: int | None = None
    over: bool = False
    shown: tuple[Reader, ...] = ()
    numbers: Mapping[Reader, int] = field(default_factory=dict)
    glimpses: Mapping[Reader, Glimpse] = field(default_factory=dict)
    told: Mapping[Reader, list[dict[str, Any]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """`broken` says why the log cannot be read to its end, if it cannot; `said`: person and id, in order.

    `disproved` is what `divan verify` finds in a log that can be read.
    """

    lines: Sequence[Line]
    broken: str | None = None
    disproved: str | None = None
    said: Sequence[tuple[str, str]] = ()
    over_told: bool = True
    """The other services know whether the game is over as the log has it."""


async def ledger(room: str, stored: Sequence[Stored], games: Mapping[str, AnyGame]) -> Ledger:
    """Fold a stored log, as far as it holds."""
    lines: list[Line] = []

    async def entries() -> Any:
        for each in stored:
            yield each

    try:
        async for page in replay(room, entries(), games):
            lines.append(_line(page))
    except (Broken, LogError, Malformed) as error:
        return Ledger(lines=lines, broken=str(error))
    report = verify(await stored_log(entries()), games)
    return Ledger(lines=lines, disproved=None if report.failure is None else str(report.failure))


def _line(page: Page) -> Line:
    table, entry = page.table, page.entry
    readers = table.readers
    return Line(
        seq=entry.seq,
        id=entry.command.id,
        origin=entry.command.origin,
        at=entry.at,
        hash=table.hash.hex(),
        ends_at=table.state.ends_at,
        over=table.state.over,
        shown=entry.shown,
        numbers=dict(table.numbers),
        glimpses={reader: _glimpse(sight(table.game, table.state, reader)) for reader in readers},
        told={reader: list(told(table.game, page.steps, reader)) for reader in readers},
    )


def _glimpse(seen: Sight) -> Glimpse:
    return Glimpse(view=seen.view, wait=None if seen.wait is None else plain(seen.wait), result=seen.result)
