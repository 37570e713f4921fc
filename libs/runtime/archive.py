"""Where games are kept that were taken out of the log: each whole, as a compressed game file.

In the stream ARCHIVE, or in a folder. Nothing is ever removed or changed there, so that writing a game
twice, in parts, or by two processes at once does no harm.
"""

import asyncio
from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from libs.events.archived import ArchivedPart
from libs.events.ports import Events, Journal, Unavailable
from libs.events.wire import pack, unpack
from libs.runtime.game_file import SUFFIX, save

CHUNK = 128 * 1024
"""Bytes of a piece of a file: NATS takes 256 KiB in one message."""


class Archive(Protocol):
    async def write(self, room: str, data: bytes) -> None:
        """Keep the file of a game. What was kept of the room before stays. Raises EventsError."""
        ...

    async def read(self, room: str) -> bytes | None:
        """The file kept last that is whole; None where there is none. Raises EventsError, Malformed."""
        ...


class StreamArchive:
    """In the stream ARCHIVE, beside the log: what it needs of disk and backups is the log's."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def write(self, room: str, data: bytes) -> None:
        digest = sha256(data).digest()
        chunks = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)]
        there = {part.part for part in await self._parts(room) if part.digest == digest}
        for number, chunk in enumerate(chunks):
            if number not in there:
                part = ArchivedPart(room=room, digest=digest, part=number, parts=len(chunks), data=chunk)
                await self._journal.append(room, pack(part), id=f"{digest.hex()}-{number}")

    async def read(self, room: str) -> bytes | None:
        files: defaultdict[bytes, dict[int, ArchivedPart]] = defaultdict(dict)
        for part in await self._parts(room):
            # What was written last comes last.
            files[part.digest] = {**files.pop(part.digest, {}), part.part: part}
        for digest, parts in reversed(files.items()):
            data = b"".join(parts[number].data for number in sorted(parts))
            if sha256(data).digest() == digest:
                return data
        return None

    async def _parts(self, room: str) -> list[ArchivedPart]:
        return [unpack(ArchivedPart, stored.data) async for stored in self._journal.read(room)]


class FolderArchive:
    """In a folder: a file for each game, `<first two characters>/<room>.divan.gz`, that commands take."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, room: str) -> Path:
        return self._folder / room[:2] / f"{room}{SUFFIX}.gz"

    async def write(self, room: str, data: bytes) -> None:
        await asyncio.to_thread(self._write, self.path(room), data)

    async def read(self, room: str) -> bytes | None:
        return await asyncio.to_thread(self._read, self.path(room))

    def _write(self, path: Path, data: bytes) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            save(path, data)
        except OSError as error:
            raise Unavailable(f"{path} cannot be written: {error.strerror or error}") from error

    def _read(self, path: Path) -> bytes | None:
        try:
            return path.read_bytes()
        except FileNotFoundError:
            if self._folder.is_dir():
                return None
            # Not mounted, or moved: to say that a game is not there would be wrong.
            raise Unavailable(f"the archive's folder {self._folder} is not there") from None
        except OSError as error:
            raise Unavailable(f"{path} cannot be read: {error.strerror or error}") from error


def archives(events: Events, folder: Path | None) -> tuple[Archive, ...]:
    """Where games may be kept, in the order in which they are looked for; the first is written to.

    `folder` is the setting DIVAN_ARCHIVE. What went into the stream before it was set is found there still.
    """
    stream = StreamArchive(events.archive)
    return (stream,) if folder is None else (FolderArchive(folder), stream)
