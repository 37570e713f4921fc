"""The file of a backup: a plain tar, written in one pass and read member by member.

Its members are compressed already. The manifest comes last: a file that was cut short has none.
"""

import fcntl
import os
import tarfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO

from divan.backup.manifest import DIGEST, MANIFEST, Manifest, Part
from divan.exits import Exit, Trouble
from libs.events.wire import Malformed, from_json, plain, to_json, validate
from libs.runtime.disk import to_disk

READ = 1 << 20

DRAFT = ".divan-backup.draft"
"""One in a folder, locked by who writes it."""


class Writer:
    """A tar in the making. A member's length need not be known before it is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    @contextmanager
    def member(self, name: str) -> Generator["Member", None, None]:
        """Where it is left by an exception, the file is as if the member had never been begun."""
        start = self._file.tell()
        member = Member(self._file)
        try:
            self._file.write(bytes(tarfile.BLOCKSIZE))
            yield member
            self._file.write(bytes(-member.size % tarfile.BLOCKSIZE))
            end = self._file.tell()
            header = tarfile.TarInfo(name)
            header.size, header.mode = member.size, 0o600
            self._file.seek(start)
            self._file.write(header.tobuf(tarfile.GNU_FORMAT))
            self._file.seek(end)
        except BaseException:
            self._file.seek(start)
            self._file.truncate()
            raise

    def end(self, manifest: Manifest) -> None:
        """Write the manifest and its digest; nothing can follow."""
        text = to_json(plain(manifest))
        for name, data in ((MANIFEST, text), (DIGEST, sha256(text).hexdigest().encode())):
            with self.member(name) as member:
                member.write(data)
        self._file.write(bytes(tarfile.BLOCKSIZE * 2))


class Member:
    """A member in the making."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = sha256()
        self.size = 0

    def write(self, data: bytes) -> None:
        self._file.write(data)
        self._hash.update(data)
        self.size += len(data)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


@contextmanager
def written(path: Path) -> Generator[Writer, None, None]:
    """A backup that stands under its name once it is whole and on the disk, and never before.

    Only its owner may read it. What a killed one left is written over. Raises Trouble.
    """
    draft = path.with_name(DRAFT)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.truncate()
            try:
                yield Writer(file)
            except BaseException:
                draft.unlink()
                raise
            file.flush()
            os.fsync(file.fileno())
            draft.replace(path)
        to_disk(path.parent)
    except BlockingIOError as error:
        raise Trouble(f"another backup is being written to {path.parent}.", Exit.UNAVAILABLE) from error
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror or error}.", Exit.UNAVAILABLE) from error


class Backup:
    """A backup's file, open for reading. `manifest` is what it says it holds."""

    def __init__(self, path: Path, tar: tarfile.TarFile, members: dict[str, tarfile.TarInfo]) -> None:
        self._path = path
        self._tar = tar
        self._members = members
        self.manifest = self._read_manifest()

    def _read_manifest(self) -> Manifest:
        last = next(reversed(self._members), "its beginning")
        for name in (MANIFEST, DIGEST):
            if name not in self._members:
                raise _damaged(
                    self._path, f"it ends after {last}: it was cut short, or what follows is damaged"
                )
        text = b"".join(self._chunks(MANIFEST))
        if sha256(text).hexdigest().encode() != b"".join(self._chunks(DIGEST)):
            raise _damaged(self._path, f"{MANIFEST} is not as it was written")
        try:
            return validate(Manifest, from_json(text))
        except Malformed as error:
            raise Trouble(f"{self._path} is a backup that this version cannot read: {error}.") from error

    def check(self) -> Iterator[Part]:
        """Each part once it was found as it was written. Raises Trouble with the part that is not."""
        for part in self.manifest.parts:
            if part.file not in self._members:
                raise _damaged(self._path, f"its part {part.file} is missing")
            digest, size = sha256(), 0
            for chunk in self._chunks(part.file):
                digest.update(chunk)
                size += len(chunk)
            if size != part.size:
                raise _damaged(self._path, f"of its part {part.file} {size} of {part.size} bytes are there")
            if digest.hexdigest() != part.sha256:
                raise _damaged(self._path, f"its part {part.file} is not as it was written")
            yield part

    def chunks(self, part: Part, size: int) -> Iterator[bytes]:
        """A part's bytes, `size` at a time."""
        return self._chunks(part.file, size)

    def _chunks(self, name: str, size: int = READ) -> Iterator[bytes]:
        file = self._tar.extractfile(self._members[name])
        if file is None:
            raise _damaged(self._path, f"{name} is no file")
        try:
            while chunk := file.read(size):
                yield chunk
        except (tarfile.TarError, OSError) as error:
            raise _damaged(self._path, f"{name} cannot be read: {error}") from error


@contextmanager
def opened(path: Path) -> Generator[Backup, None, None]:
    """Raises Trouble for what is no whole backup."""
    try:
        tar = tarfile.TarFile(path)
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror or error}.", Exit.USAGE) from error
    except tarfile.TarError as error:
        raise Trouble(f"{path} is no backup, or damaged from its beginning: {error}.") from error
    with tar:
        yield Backup(path, tar, _members(tar))


def _members(tar: tarfile.TarFile) -> dict[str, tarfile.TarInfo]:
    """As far as they can be read."""
    found: dict[str, tarfile.TarInfo] = {}
    try:
        for member in tar:
            found[member.name] = member
    except tarfile.TarError:
        pass
    return found


def _damaged(path: Path, what: str) -> Trouble:
    return Trouble(f"the backup {path} is damaged: {what}. Use another one.")
