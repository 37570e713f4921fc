"""One game as a file: a line that says what it is, then a line for each entry of its log (docs/game-file.md).

The entries stand in it byte by byte as they were stored, so that their hash chain can be checked anywhere.
Several games may follow one another in one file. A file may be compressed with gzip.
"""

import gzip
import io
import os
import zlib
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated, Any, Literal
from uuid import uuid4

from pydantic import Field, StrictInt, StrictStr

from libs.events.commands import GameName, RoomId
from libs.events.entry import Sealed
from libs.events.ports import Stored
from libs.events.wire import Malformed, from_json, pack, to_json, unpack, validate
from libs.runtime.disk import to_disk
from libs.runtime.replay import replay
from libs.runtime.sight import result_to_json
from libs.runtime.state import AnyGame
from libs.runtime.table import Table

SUFFIX = ".divan"

SUFFIXES = (SUFFIX, f"{SUFFIX}.gz")
"""How the name of a game file ends: of a compressed one with the second."""

LONGEST_LINE = 4 << 20
"""Bytes of the longest line that is read: an entry has at most 1 MiB, written in base64."""

LONGEST_GAME = 256 << 20
"""Bytes of the lines of the longest game that is read: five hundred times those of the longest played."""

LEAST_LINE = 128
"""Bytes that a line counts for at least, since each takes memory: no entry's is shorter."""

GZIP = b"\x1f\x8b"

Hex32 = Annotated[str, Field(strict=True, pattern=r"^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line of a game: what follows, and what its log leads to.

    entries   how many lines follow, at least 1
    head      the hash of the last entry
    began_at, ended_at   Unix milliseconds of the first and of the last entry
    result    {"reason", "seats": [{"outcome", "place", "score"}]}; None where the game was not over
    """

    divan: Literal["game"] = "game"
    version: Annotated[int, Field(strict=True, ge=1, le=1)] = 1
    room: RoomId
    game: GameName
    rules: StrictInt
    entries: Annotated[int, Field(strict=True, ge=1)]
    head: Hex32
    began_at: StrictInt
    ended_at: StrictInt
    result: dict[StrictStr, Any] | None = None

    @property
    def is_over(self) -> bool:
        return self.result is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """The line of an entry; docs/game-file.md says what is in it."""

    seq: StrictInt
    entry: StrictStr
    hash: Hex32

    def sealed(self) -> Sealed:
        """The entry as it was stored. Raises Malformed."""
        try:
            body = b64decode(self.entry, validate=True)
        except (BadBase64, ValueError) as error:
            raise Malformed("the entry is not base64") from error
        return Sealed(entry=body, hash=bytes.fromhex(self.hash))


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as read: `log` holds the messages of `game.<s>.<room>` as they were stored, in order."""

    header: Header
    log: tuple[bytes, ...]


def header_of(table: Table) -> Header:
    """The header of the log that this table is folded from. Raises ValueError where no entry is."""
    if table.seq == 0:
        raise ValueError("a game that has not begun has no file")
    return Header(
        room=table.room,
        game=table.game.name,
        rules=table.rules,
        entries=table.seq,
        head=table.hash.hex(),
        began_at=table.began_at,
        ended_at=table.at,
        result=result_to_json(table.state) if table.state.over else None,
    )


def lines(header: Header, log: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a game, each with its line feed; `log` as it is stored. Raises Malformed."""
    yield to_json(header) + b"\n"
    for seq, data in enumerate(log, start=1):
        yield entry_line(seq, data)


def entry_line(seq: int, data: bytes) -> bytes:
    """The line of one stored message. Raises Malformed."""
    sealed = unpack(Sealed, data)
    return to_json({"seq": seq, "entry": b64encode(sealed.entry).decode(), "hash": sealed.hash}) + b"\n"


def write_game(file: IO[bytes], header: Header, log: Iterable[bytes]) -> None:
    for line in lines(header, log):
        file.write(line)


async def read_log(room: str, log: AsyncIterator[Stored], games: Mapping[str, AnyGame]) -> GameFile | None:
    """The game of a log, its chain checked and folded on the way; None where the log is empty.

    Raises as `replay` does.
    """
    messages: list[bytes] = []
    table: Table | None = None

    async def noted() -> AsyncIterator[Stored]:
        async for stored in log:
            messages.append(stored.data)
            yield stored

    async for page in replay(room, noted(), games):
        table = page.table
    return None if table is None else GameFile(header_of(table), tuple(messages))


def packed(game: GameFile) -> bytes:
    """The file of one game, compressed: the same bytes each time it is."""
    return gzip.compress(b"".join(lines(game.header, game.log)), mtime=0)


def unpacked(data: bytes) -> GameFile:
    """The one game of a compressed file. Raises Malformed."""
    with gzip.open(io.BytesIO(data), "rb") as file:
        games = tuple(read_games(file))  # type: ignore[arg-type]  # it lacks what nobody here calls
    if len(games) != 1:
        raise Malformed(f"{len(games)} games, and not one")
    return games[0]


def save(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, also where the power fails. Raises OSError."""
    part = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    to_disk(path.parent)


def open_game_file(path: Path) -> IO[bytes]:
    """The file for reading, decompressed if need be. Raises OSError."""
    with path.open("rb") as file:
        is_compressed = file.read(2) == GZIP
    return gzip.open(path, "rb") if is_compressed else path.open("rb")  # type: ignore[return-value]


def read_games(file: IO[bytes]) -> Iterator[GameFile]:
    """The games of a file, one after another; only one is in memory.

    Raises Malformed, with the number of the line, for what is no game file or is cut short. What the
    entries say is not looked at: that is `divan verify`'s.
    """
    number = 0

    def next_line() -> bytes:
        nonlocal number
        number += 1
        try:
            line = file.readline(LONGEST_LINE)
        except (OSError, EOFError, zlib.error) as error:
            raise Malformed(f"line {number}: the file cannot be decompressed: {error}") from error
        if len(line) == LONGEST_LINE:
            raise Malformed(f"line {number}: it is longer than {LONGEST_LINE} bytes")
        return line

    while line := next_line():
        header = _read(Header, line, number)
        log, size = [], 0
        for seq in range(1, header.entries + 1):
            line = next_line()
            if not line:
                raise Malformed(f"line {number}: the file ends before entry {seq} of {header.entries}")
            size += max(len(line), LEAST_LINE)
            if size > LONGEST_GAME:
                raise Malformed(f"line {number}: the game is longer than {LONGEST_GAME} bytes")
            log.append(_message(line, number, seq))
        yield GameFile(header, tuple(log))


def _read(kind: Any, line: bytes, number: int) -> Any:
    try:
        return validate(kind, from_json(line))
    except Malformed as error:
        raise Malformed(f"line {number}: {error}") from error


def _message(line: bytes, number: int, seq: int) -> bytes:
    read: EntryLine = _read(EntryLine, line, number)
    if read.seq != seq:
        raise Malformed(f"line {number}: entry {seq} is expected, not {read.seq}")
    try:
        return pack(read.sealed())
    except Malformed as error:
        raise Malformed(f"line {number}: {error}") from error
