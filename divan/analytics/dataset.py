"""A folder of Parquet files that grows by whole games, however often it is killed.

    DIR/games/game=fetih/day=2026-01-01/part-5f1c….parquet, and the same under seats, entries, events

A part is games of one game and one day: four files of one name, one in each table. They are written under
.drafts and moved to their places with the games' file last, so that **a part stands once its file under
games does**. What another table has beyond that was left by a kill: a reader passes it over, and the next
export removes it.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from divan.analytics import parquet
from divan.analytics.rows import Rows
from divan.analytics.schema import SCHEMA_VERSION
from divan.exits import Exit, Trouble
from libs.runtime.disk import to_disk

ORDER = ("events", "entries", "seats", "games")
"""In which the files of a part come to their places."""

PART_ROWS = 150_000
"""Rows of events and entries after which a part is written."""

PART_BYTES = 48 << 20
"""The same in bytes of JSON."""

HELD_ROWS, HELD_BYTES = 2 * PART_ROWS, 2 * PART_BYTES
"""The most that all unwritten parts hold together: then the largest of them is written."""


@dataclass(slots=True)
class Part:
    """The games of a part to be."""

    rows: Rows = field(default_factory=Rows)
    rooms: list[str] = field(default_factory=list)

    @property
    def size(self) -> int:
        return len(self.rows.entries) + len(self.rows.events)

    def add(self, room: str, rows: Rows) -> None:
        self.rooms.append(room)
        self.rows.games += rows.games
        self.rows.seats += rows.seats
        self.rows.entries += rows.entries
        self.rows.events += rows.events
        self.rows.weight += rows.weight

    @property
    def name(self) -> str:
        return f"part-{sha256(' '.join(self.rooms).encode()).hexdigest()[:20]}.parquet"


class Dataset:
    """The folder, opened for writing by one process at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._drafts = folder / ".drafts"
        self._open: dict[tuple[str, str], Part] = {}
        self.rooms: set[str] = set()
        """Every room that was added, or stood there before: about 100 bytes each."""
        self.written = 0
        """Bytes of the files written."""

    def add(self, game: str, ended_at: int, room: str, rows: Rows) -> None:
        """Take a game in; it is on disk once its part is full, or after `flush`."""
        key = game, day_of(ended_at)
        part = self._open.setdefault(key, Part())
        part.add(room, rows)
        self.rooms.add(room)
        if part.size >= PART_ROWS or part.rows.weight >= PART_BYTES:
            self._write(key)
        elif (
            sum(each.size for each in self._open.values()) >= HELD_ROWS
            or sum(each.rows.weight for each in self._open.values()) >= HELD_BYTES
        ):
            self._write(max(self._open, key=lambda key: self._open[key].rows.weight))

    def flush(self) -> None:
        """Write all that was taken in."""
        for key in sorted(self._open):
            self._write(key)

    def _write(self, key: tuple[str, str]) -> None:
        game, day = key
        part = self._open.pop(key)
        for table in ORDER:
            draft = self._drafts / f"{table}-{part.name}"
            parquet.write(draft, table, getattr(part.rows, table))
            self.written += draft.stat().st_size
            to_disk(draft)
        for table in ORDER:
            place = self._folder / table / f"game={game}" / f"day={day}"
            place.mkdir(parents=True, exist_ok=True)
            (self._drafts / f"{table}-{part.name}").replace(place / part.name)
            for folder in (place, place.parent, place.parent.parent):
                to_disk(folder)

    def prepare(self) -> None:
        """Remove what a kill left, and learn which games are there. Raises Trouble for another's files."""
        for table in ORDER:
            (self._folder / table).mkdir(exist_ok=True)
        self._drafts.mkdir(exist_ok=True)
        for draft in self._drafts.iterdir():
            draft.unlink()
        standing = set(parts(self._folder, "games"))
        for table in ORDER[:-1]:
            for left in set(parts(self._folder, table)) - standing:
                (self._folder / table / left).unlink()
        for part in standing:
            path = self._folder / "games" / part
            try:
                version, rooms = parquet.version_of(path), parquet.rooms_of(path)
            except (ValueError, KeyError) as error:
                raise Trouble(
                    f"{path} is damaged: {error}. Remove it, and its games are exported anew.", Exit.FAILED
                ) from error
            if version != SCHEMA_VERSION:
                raise Trouble(
                    f"{path} has version {version} of the tables, and this is {SCHEMA_VERSION}: "
                    "export into another folder.",
                    Exit.USAGE,
                )
            self.rooms.update(rooms)


@contextmanager
def open_dataset(folder: Path) -> Iterator[Dataset]:
    """Open it for writing, made where it is missing. Raises Trouble where it cannot be used."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise Trouble(f"{folder} cannot be written: {error.strerror}.", Exit.UNAVAILABLE) from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Trouble(f"another export writes into {folder}.", Exit.UNAVAILABLE) from None
        dataset = Dataset(folder)
        dataset.prepare()
        yield dataset
    finally:
        os.close(lock)


def parts(folder: Path, table: str) -> Iterator[str]:
    """The files of a table as `game=…/day=…/part-….parquet`."""
    root = folder / table
    return (str(path.relative_to(root)) for path in root.glob("game=*/day=*/part-*.parquet"))


def standing_files(folder: Path, table: str) -> list[str]:
    """The files of a table whose part stands whole, in order."""
    return [str(folder / table / part) for part in sorted(parts(folder, "games"))]


def day_of(at: int) -> str:
    """The day in UTC of a time in Unix milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")
