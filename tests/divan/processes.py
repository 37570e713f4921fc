"""Looking at processes from outside, as `ps` would."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def lives(pid: int) -> bool:
    """Whether it runs. One that is dead but not collected by its parent does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def marked(mark: str) -> dict[int, str]:
    """Every living process that has `mark` in its command line or environment, with its command line."""
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal() or int(folder.name) == os.getpid():
            continue
        with suppress(OSError):
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            environment = (folder / "environ").read_bytes().decode(errors="replace")
            if (mark in command or mark in environment) and lives(int(folder.name)):
                found[int(folder.name)] = command
    return found


def eventually(true: Callable[[], bool], *, within: float = 20.0) -> bool:
    """Whether it becomes true in time: other processes tell us nothing, so we look again and again."""
    patience = time.monotonic() + within
    while not true():
        if time.monotonic() > patience:
            return False
        time.sleep(0.02)
    return True
