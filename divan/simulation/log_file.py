"""The game file that a simulation adds its games to, one after another (docs/game-file.md)."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import orjson

from divan.simulation.record import OtherSimulation
from libs.runtime.game_file import Header, lines

PIECE = 1 << 20
"""Bytes that are read at a time."""


class LogFile:
    """A game is added as a whole. What a kill left of one is cut off before the file grows on.

    A compressed file (its name ends with .gz) holds each game as a gzip member of its own, so that there
    is a place to cut.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_compressed = path.suffix == ".gz"

    def rooms(self) -> set[str]:
        """The rooms whose games are there; what follows the last whole one is thrown away.

        Raises OtherSimulation where the file holds something else.
        """
        there: set[str] = set()
        if not self._path.exists():
            return there
        whole = 0
        with self._path.open("rb") as file:
            for room, end in _members(file) if self._is_compressed else _games(file):
                there.add(room)
                whole = end
        if not there and self._path.stat().st_size and not self._looks_like_ours():
            raise OtherSimulation(f"{self._path} holds something else than games")
        with self._path.open("r+b") as file:
            file.truncate(whole)
        return there

    def append(self, header: Header, log: list[bytes]) -> None:
        data = b"".join(lines(header, log))
        with self._path.open("ab") as file:
            file.write(gzip.compress(data, 6, mtime=0) if self._is_compressed else data)

    def _looks_like_ours(self) -> bool:
        """Whether it begins as a game that was cut short would."""
        start = b"\x1f\x8b" if self._is_compressed else b'{"divan":"game"'
        with self._path.open("rb") as file:
            read = file.read(len(start))
        return start.startswith(read)


def _games(file: IO[bytes]) -> Iterator[tuple[str, int]]:
    """The room of each whole game, and where it ends."""
    while (found := _header(file.readline())) is not None:
        room, entries = found
        if not all(file.readline().endswith(b"\n") for _ in range(entries)):
            return
        yield room, file.tell()


def _members(file: IO[bytes]) -> Iterator[tuple[str, int]]:
    """The same of a compressed file."""
    start, rest = 0, b""
    while rest or (rest := file.read(PIECE)):
        member, first, used = zlib.decompressobj(wbits=31), b"", 0
        while not member.eof:
            rest = rest or file.read(PIECE)
            if not rest:
                return
            try:
                text = member.decompress(rest)
            except zlib.error:
                return
            first += text if b"\n" not in first else b""
            used += len(rest) - len(member.unused_data)
            rest = member.unused_data
        found = _header(first.partition(b"\n")[0])
        if found is None:
            return
        start += used
        yield found[0], start


def _header(line: bytes) -> tuple[str, int] | None:
    """The room and the number of entries that a header names; None for what is no header."""
    try:
        header = orjson.loads(line)
        return str(header["room"]), int(header["entries"])
    except (ValueError, TypeError, KeyError):
        return None
