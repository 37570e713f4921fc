"""A disk that forgets: what was written and not synced is gone once the power is cut.

Everything is in memory twice: as a running system sees it (`live`), and as it would be found after a power
cut (`kept`). Writes change what is live; a sync lets what is kept follow. Kept are

- **bytes** of a file when that file is synced, and by nothing else: no time passes after which a kernel
  would write them out by itself;
- **names** (created, renamed, removed) in one of two ways. `journal`, as ext4 and xfs do it: all changes of
  names are in one order, and whatever is synced keeps all that came before. `strict`, as POSIX has it: the
  names of a folder are kept when that folder is synced, and a file that was synced may have none.

A cut forgets all the rest. A `torn` cut lets a random part of it survive, as a disk does that was writing
at the moment: each sector of a file is as it was at some time since the last sync, whatever its neighbours
are, and the file has a length that it had; of the names a random beginning survives (`journal`), or a random
choice (`strict`).
"""

import errno
import os
import random
from dataclasses import dataclass, field
from typing import Literal

Names = Literal["journal", "strict"]

SECTOR = 512
"""Bytes that a disk writes whole or not at all."""


@dataclass(frozen=True, slots=True)
class Written:
    """Bytes at an offset."""

    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Resized:
    """The new length of a file; what it gains is zeros."""

    length: int


Change = Written | Resized


@dataclass(eq=False, slots=True)
class File:
    """Its bytes as they are seen, as they are kept, and what leads from the one to the other."""

    live: bytearray = field(default_factory=bytearray)
    kept: bytearray = field(default_factory=bytearray)
    changes: list[Change] = field(default_factory=list)

    def write(self, offset: int, data: bytes) -> None:
        self._change(Written(offset, data))

    def resize(self, length: int) -> None:
        if length != len(self.live):
            self._change(Resized(length))

    def _change(self, change: Change) -> None:
        apply(change, self.live)
        self.changes.append(change)

    def sync(self) -> None:
        for change in self.changes:
            apply(change, self.kept)
        self.changes.clear()

    def forget(self, survival: random.Random | None) -> None:
        """The power is cut; a part survives where chance is given."""
        if survival is not None and self.changes:
            self.kept = torn(self.kept, self.changes, survival)
        self.changes.clear()
        self.live = bytearray(self.kept)


@dataclass(eq=False, slots=True)
class Folder:
    """What stands in it as it is seen, and as it is kept."""

    live: dict[str, "Node"] = field(default_factory=dict)
    kept: dict[str, "Node"] = field(default_factory=dict)


Node = File | Folder


@dataclass(frozen=True, slots=True)
class Named:
    """From now on that name in that folder stands for this; None: for nothing."""

    folder: Folder
    name: str
    node: Node | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What a cut took, or may have torn: files with bytes that were not synced, such bytes, and names."""

    files: int
    bytes: int
    names: int


class ForgetfulDisk:
    """Folders and files by path, such as `/jetstream/meta.inf`. Errors are those of Python's `os`."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._root = Folder()
        self._renamed: list[tuple[Named, ...]] = []
        """What is not kept yet, in order; what stands together in one happens at once."""

    def find(self, path: str) -> Node:
        node: Node = self._root
        for name in _parts(path):
            if not isinstance(node, Folder):
                raise _error(errno.ENOTDIR)
            if name not in node.live:
                raise _error(errno.ENOENT)
            node = node.live[name]
        return node

    def file(self, path: str) -> File:
        node = self.find(path)
        if not isinstance(node, File):
            raise _error(errno.EISDIR)
        return node

    def folder(self, path: str) -> Folder:
        node = self.find(path)
        if not isinstance(node, Folder):
            raise _error(errno.ENOTDIR)
        return node

    def create(self, path: str) -> File:
        file = File()
        self._add(path, file)
        return file

    def make_folder(self, path: str) -> None:
        self._add(path, Folder())

    def _add(self, path: str, node: Node) -> None:
        folder, name = self._place(path)
        if name in folder.live:
            raise _error(errno.EEXIST)
        self._rename(Named(folder, name, node))

    def remove(self, path: str) -> None:
        self.file(path)
        self._rename(Named(*self._place(path), None))

    def remove_folder(self, path: str) -> None:
        if self.folder(path).live:
            raise _error(errno.ENOTEMPTY)
        self._rename(Named(*self._place(path), None))

    def rename(self, old: str, new: str) -> None:
        """What stood under the new name is gone, as with `rename(2)`."""
        node = self.find(old)
        source, destination = self._place(old), self._place(new)
        there = destination[0].live.get(destination[1])
        if isinstance(there, Folder) and there.live:
            raise _error(errno.ENOTEMPTY)
        self._rename(Named(*source, None), Named(*destination, node))

    def sync(self, node: Node) -> None:
        """`fsync` of a file or a folder."""
        if isinstance(node, File):
            node.sync()
        waiting = []
        for names in self._renamed:
            if self._names == "journal":
                _keep(names)
            elif later := tuple(each for each in names if each.folder is not node):
                _keep(tuple(each for each in names if each.folder is node))
                waiting.append(later)
            else:
                _keep(names)
        self._renamed = waiting

    def cut(self, survival: random.Random | None = None) -> Forgotten:
        """The power is cut: what is kept is all there is. Torn where chance is given."""
        names = len(self._renamed)
        if survival is not None:
            if self._names == "journal":
                surviving = self._renamed[: survival.randint(0, names)]
            else:
                surviving = [each for each in self._renamed if survival.random() < 0.5]
            for each in surviving:
                _keep(each)
        self._renamed = []
        files = bytes = 0
        for file in self._restore(self._root, []):
            files += bool(file.changes)
            bytes += sum(len(change.data) for change in file.changes if isinstance(change, Written))
            file.forget(survival)
        return Forgotten(files=files, bytes=bytes, names=names)

    def _restore(self, folder: Folder, found: list[File]) -> list[File]:
        """The folder and all in it as they are kept; returns the files."""
        folder.live = dict(folder.kept)
        for node in folder.live.values():
            if isinstance(node, Folder):
                self._restore(node, found)
            else:
                found.append(node)
        return found

    def _place(self, path: str) -> tuple[Folder, str]:
        *above, name = _parts(path)
        return self.folder("/".join(above)), name

    def _rename(self, *names: Named) -> None:
        for each in names:
            _name(each, each.folder.live)
        self._renamed.append(names)


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _name(named: Named, names: dict[str, Node]) -> None:
    if named.node is None:
        names.pop(named.name, None)
    else:
        names[named.name] = named.node


def _keep(names: tuple[Named, ...]) -> None:
    for each in names:
        _name(each, each.folder.kept)


def apply(change: Change, content: bytearray) -> None:
    """Let the change happen to these bytes."""
    match change:
        case Resized(length):
            _resize(content, length)
        case Written(offset, data):
            _resize(content, max(len(content), offset))
            content[offset : offset + len(data)] = data


def _resize(content: bytearray, length: int) -> None:
    del content[length:]
    content.extend(bytes(length - len(content)))


def torn(kept: bytearray, changes: list[Change], survival: random.Random) -> bytearray:
    """The bytes of a file whose sectors are each from some time between `kept` and the last change.

    Quick where there are many changes: each sector draws its time, and the changes are gone through once.
    """
    lengths = [len(kept)]
    highest = len(kept)
    for change in changes:
        lengths.append(
            change.length
            if isinstance(change, Resized)
            else max(lengths[-1], change.offset + len(change.data))
        )
        highest = max(highest, lengths[-1])
    until = [survival.randint(0, len(changes)) for _ in range(-(-highest // SECTOR))]
    content = bytearray(highest)
    content[: len(kept)] = kept
    for number, change in enumerate(changes):
        for start, data in _pieces(change, highest):
            if number < until[start // SECTOR]:
                content[start : start + len(data)] = data
    return content[: survival.choice(lengths)]


def _pieces(change: Change, highest: int) -> list[tuple[int, bytes]]:
    """A change sector by sector: where, and what. What a file loses in length is zeros."""
    offset, data = (
        (change.offset, change.data)
        if isinstance(change, Written)
        else (change.length, bytes(max(0, highest - change.length)))
    )
    pieces = []
    start = offset
    while start < offset + len(data):
        end = min((start // SECTOR + 1) * SECTOR, offset + len(data))
        pieces.append((start, data[start - offset : end - offset]))
        start = end
    return pieces
