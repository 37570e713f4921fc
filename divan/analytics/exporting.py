"""`divan export --to DIR`: finished games into a folder of Parquet files, as many as are new."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from divan.analytics.dataset import Dataset, open_dataset
from divan.analytics.rows import BadLog, FinishedGame, rows_of
from divan.analytics.sources import Found, Source, Unfinished, Unreadable, Wanted
from divan.exits import Exit, Trouble
from divan.progress import Tell, progress

NAMED = 20
"""So many games that were left out are named in the summary; each is on the screen when it is met."""


@dataclass(slots=True)
class Summary:
    """What an export came to."""

    games: int = 0
    entries: int = 0
    events: int = 0
    there: int = 0
    unfinished: int = 0
    left_out: list[Unreadable] = field(default_factory=list)
    bytes: int = 0
    seconds: float = 0.0

    def lines(self, folder: Path) -> Iterator[str]:
        """For people."""
        rate = self.events / self.seconds if self.seconds else 0.0
        games = f"{self.games:,} game{'' if self.games == 1 else 's'}"
        yield (
            f"{games} exported to {folder}: {self.entries:,} entries, {self.events:,} events, "
            f"{self.bytes / 1e6:,.1f} MB in {self.seconds:.1f} s ({rate:,.0f} events/s)"
        )
        if self.there:
            yield f"{self.there:,} were there already"
        if self.unfinished:
            yield f"{self.unfinished:,} passed over: not over yet"
        if self.left_out:
            yield f"{len(self.left_out):,} left out: their logs do not hold"
            yield from (f"  {each.name}: {each.why}" for each in self.left_out[:NAMED])
            if len(self.left_out) > NAMED:
                yield f"  and {len(self.left_out) - NAMED:,} more"


async def export(
    source: Source,
    dataset: Dataset,
    wanted: Wanted,
    tell: Tell = lambda done, total, what: None,
) -> Summary:
    """Add the games of the source that are wanted and not there yet; all of them are on disk at the end."""
    summary, began = Summary(), time.monotonic()
    async for found in source.games(wanted, dataset.rooms.__contains__):
        _take(found, dataset, summary)
        tell(*source.progress, f"{summary.games:,} games, {summary.events:,} events")
    dataset.flush()
    summary.bytes = dataset.written
    summary.seconds = time.monotonic() - began
    return summary


def _take(found: Found, dataset: Dataset, summary: Summary) -> None:
    match found:
        case Unfinished():
            summary.unfinished += 1
        case Unreadable():
            summary.left_out.append(found)
        case FinishedGame() if found.room in dataset.rooms:
            summary.there += 1
        case FinishedGame():
            try:
                rows = rows_of(found)
            except BadLog as error:
                summary.left_out.append(Unreadable(found.room, str(error)))
                return
            dataset.add(found.game, found.ended_at, found.room, rows)
            summary.games += 1
            summary.entries += len(rows.entries)
            summary.events += len(rows.events)


async def run_export(source: Source, folder: Path, wanted: Wanted) -> bool:
    """Export and say what came of it. False where a game was left out. Raises Trouble, EventsError."""
    try:
        with open_dataset(folder) as dataset, progress() as tell, _no_search_for_cycles():
            summary = await export(source, dataset, wanted, tell)
    except OSError as error:
        # Sources say of their own files what is wrong with them.
        raise Trouble(f"{folder} cannot be written: {error.strerror or error}.", Exit.FAILED) from error
    print("\n".join(summary.lines(folder)))
    return not summary.left_out


@contextmanager
def _no_search_for_cycles() -> Iterator[None]:
    """Python looks through all rows again and again for cycles, of which there are none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
