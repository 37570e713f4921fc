"""Game files as whoever doubts them reads them: what is broken is told of its game, and reading goes on.

`libs.runtime.game_file` reads a file to use it, and refuses it whole.
"""

import gzip
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import IO, Any

from divan.exits import Exit, Trouble
from divan.verifying.chain import ClaimedLog, Piece, Unreadable
from divan.verifying.report import Check
from libs.events.entry import Sealed
from libs.events.ports import Stored
from libs.events.wire import Malformed, from_json, unpack, validate
from libs.runtime.game_file import GZIP, LEAST_LINE, LONGEST_GAME, LONGEST_LINE, EntryLine, Header

TOO_LONG = Unreadable(Check.FORM, f"The game is longer than {LONGEST_GAME} bytes.")
"""In place of all that follows in a game that would take all memory."""

MOST_UNREADABLE = 100
"""So many lines of a game may be unreadable before the rest of it is passed over."""


def claimed_logs(path: Path, watch: Callable[[int], None] = lambda _: None) -> Iterator[ClaimedLog]:
    """The games of a file, one in memory at a time; `watch` is told the bytes read. Raises Trouble."""
    try:
        with path.open("rb") as raw:
            is_compressed = raw.read(len(GZIP)) == GZIP
            raw.seek(0)
            file: IO[bytes] = gzip.GzipFile(fileobj=raw) if is_compressed else raw  # type: ignore[assignment]
            for log in logs_of(file):
                watch(raw.tell())
                yield log
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror or error}.", Exit.USAGE) from error


def _lines(file: IO[bytes]) -> Iterator[bytes | None]:
    """The lines; None in place of one that cannot be read."""
    while True:
        try:
            line = file.readline(LONGEST_LINE)
            if len(line) == LONGEST_LINE:
                while len(file.readline(LONGEST_LINE)) == LONGEST_LINE:
                    pass
                yield None
                continue
        except (EOFError, OSError, zlib.error):
            yield None
            return
        if not line:
            return
        yield line


def logs_of(file: IO[bytes]) -> Iterator[ClaimedLog]:
    """The games of a decompressed file, one in memory at a time."""
    log: ClaimedLog | None = None
    size = unreadable = 0
    for line in _lines(file):
        size += max(len(line or b""), LEAST_LINE)
        if log is not None and b'"divan"' not in (line or b""):
            if size > LONGEST_GAME:
                if log.pieces[-1:] != [TOO_LONG]:
                    log.pieces.append(TOO_LONG)
                continue
            if unreadable > MOST_UNREADABLE:
                continue
        value = _object(line)
        if log is None or "divan" in value:
            if log is not None:
                yield log
            log, size, unreadable = _begun(value), 0, 0
            # A file whose first line is missing begins with an entry.
            if "seq" not in value:
                continue
        log.pieces.append(_piece(value, len(log.pieces) + 1))
        unreadable += isinstance(log.pieces[-1], Unreadable)
    if log is not None:
        yield log


def _object(line: bytes | None) -> dict[str, Any]:
    """The object of a line; an empty one where it is none."""
    try:
        value = {} if line is None else from_json(line)
    except Malformed:
        return {}
    return value if isinstance(value, dict) else {}


def _begun(value: dict[str, Any]) -> ClaimedLog:
    if "divan" not in value:
        return ClaimedLog(problem="The first line is no header")
    try:
        return ClaimedLog(header=validate(Header, value))
    except Malformed as error:
        return ClaimedLog(problem=f"The first line is no header: {error}")


def _piece(value: dict[str, Any], seq: int) -> Piece:
    try:
        line = validate(EntryLine, value)
        sealed = line.sealed()
    except Malformed as error:
        return Unreadable(Check.FORM, f"Its line is malformed: {error}.")
    if line.seq != seq:
        sentence = f"Its line is numbered {line.seq} where {seq} is expected."
        return Unreadable(Check.ORDER, sentence, sealed.entry)
    return sealed


async def stored_log(messages: AsyncIterator[Stored]) -> ClaimedLog:
    """The log of a room, as it is stored."""
    return ClaimedLog(pieces=[_stored(message.data) async for message in messages])


def _stored(data: bytes) -> Piece:
    try:
        return unpack(Sealed, data)
    except Malformed as error:
        return Unreadable(Check.FORM, f"What is stored is malformed: {error}.")
