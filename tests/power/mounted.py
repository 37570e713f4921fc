"""The forgetful disk as a file system of this machine: a process that serves one mount through FUSE.

`python -m tests.power.mounted FOLDER journal` mounts it there and says so in a line. Each line that it is
given cuts the power, once nobody has a file open there any more: `whole`, or `torn` and a number to draw by.
It answers with what was forgotten and mounts again, so that no cache of the kernel remembers. When its
standard input ends it unmounts and is gone: a test that was killed leaves no mount behind.
"""

import json
import os
import random
import stat
import sys
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import mfusepy

from tests.power.disk import unmount
from tests.power.forgetful import File, ForgetfulDisk, Names, Node

BLOCK = 4096
BLOCKS = 1 << 21
"""The disk says that it has 8 GiB: the server's own limits are not what is tried."""


class Mounted(mfusepy.Operations):  # type: ignore[misc]
    """What the kernel asks, in terms of the disk. One call at a time."""

    use_ns = True

    def __init__(self, disk: ForgetfulDisk) -> None:
        self._disk = disk
        self._open: dict[int, tuple[File, bool]] = {}
        """By handle: the file, and whether each write is to be synced."""
        self._handles = 0

    def init(self, path: str) -> None:
        say({"mounted": True})

    def getattr(self, path: str, fh: int | None = None) -> dict[str, Any]:
        node: Node = self._open[fh][0] if fh in self._open else self._disk.find(path)
        attributes = {"st_uid": os.getuid(), "st_gid": os.getgid()}
        if isinstance(node, File):
            return attributes | {
                "st_mode": stat.S_IFREG | 0o600,
                "st_nlink": 1,
                "st_size": len(node.live),
                "st_blocks": -(-len(node.live) // 512),
            }
        return attributes | {"st_mode": stat.S_IFDIR | 0o700, "st_nlink": 2}

    def readdir(self, path: str, fh: int) -> list[str]:
        return [".", "..", *self._disk.folder(path).live]

    def mkdir(self, path: str, mode: int) -> int:
        self._disk.make_folder(path)
        return 0

    def rmdir(self, path: str) -> int:
        self._disk.remove_folder(path)
        return 0

    def unlink(self, path: str) -> int:
        self._disk.remove(path)
        return 0

    def rename(self, old: str, new: str) -> int:
        self._disk.rename(old, new)
        return 0

    def create(self, path: str, mode: int, fi: Any = None) -> int:
        return self._opened(self._disk.create(path), os.O_RDWR)

    def open(self, path: str, flags: int) -> int:
        file = self._disk.file(path)
        if flags & os.O_TRUNC:
            file.resize(0)
        return self._opened(file, flags)

    def _opened(self, file: File, flags: int) -> int:
        self._handles += 1
        self._open[self._handles] = file, bool(flags & os.O_DSYNC)
        return self._handles

    def release(self, path: str, fh: int) -> int:
        del self._open[fh]
        return 0

    def read(self, path: str, size: int, offset: int, fh: int) -> bytes:
        return bytes(self._open[fh][0].live[offset : offset + size])

    def write(self, path: str, data: bytes, offset: int, fh: int) -> int:
        file, synced = self._open[fh]
        file.write(offset, data)
        if synced:
            self._disk.sync(file)
        return len(data)

    def truncate(self, path: str, length: int, fh: int | None = None) -> int:
        (self._open[fh][0] if fh in self._open else self._disk.file(path)).resize(length)
        return 0

    def fsync(self, path: str, datasync: int, fh: int) -> int:
        self._disk.sync(self._open[fh][0])
        return 0

    def fsyncdir(self, path: str, datasync: int, fh: int) -> int:
        self._disk.sync(self._disk.folder(path))
        return 0

    def flush(self, path: str, fh: int) -> int:
        return 0

    def chmod(self, path: str, mode: int) -> int:
        return 0

    def utimens(self, path: str, times: Any = None) -> int:
        return 0

    def statfs(self, path: str) -> dict[str, int]:
        return {
            "f_bsize": BLOCK,
            "f_frsize": BLOCK,
            "f_blocks": BLOCKS,
            "f_bfree": BLOCKS,
            "f_bavail": BLOCKS,
        }


def say(words: dict[str, Any]) -> None:
    print(json.dumps(words), flush=True)


def serve(folder: Path, names: Names) -> None:
    disk = ForgetfulDisk(names)
    told: list[str] = []

    def listen() -> None:
        for line in sys.stdin:
            told.append(line)
            unmount(folder)
        told.append("")
        # Until it is: it may be about to be mounted.
        while True:
            unmount(folder)
            time.sleep(0.1)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        mfusepy.FUSE(
            Mounted(disk),
            str(folder),
            foreground=True,
            nothreads=True,
            fsname="forgetful",
            default_permissions=False,
        )
        words = told.pop(0).split() if told else []
        if not words:
            return
        survival = random.Random(words[1]) if words[0] == "torn" else None
        say(asdict(disk.cut(survival)))


if __name__ == "__main__":
    serve(Path(sys.argv[1]), "strict" if sys.argv[2] == "strict" else "journal")
