"""The process that outlives `divan up`: when that one dies unawares, it ends what was started by it.

It is run as a file, by itself, with the standard library only, so that it is small and starts at
once. On its standard input come lines: `+<pid>` a process group to end, `*<pid>` one to end after
the others (the NATS server: services want to say their last there), `-<pid>` one that is gone.
The end of the input means that `divan up` is gone, however it went. The argument is the socket that
it listened on: it goes too, with its folder.
"""

import os
import signal
import sys
import time
from collections.abc import Collection
from contextlib import suppress

GRACE = 5.0
"""Seconds for a clean end before a group is killed."""


def main() -> None:
    for told in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(told, signal.SIG_IGN)
    first, last = _watch()
    for groups in (first, last):
        end(groups)
    with suppress(OSError):
        os.unlink(sys.argv[1])
        os.rmdir(os.path.dirname(sys.argv[1]))


def _watch() -> tuple[set[int], set[int]]:
    first: set[int] = set()
    last: set[int] = set()
    for line in sys.stdin:
        pid = int(line[1:])
        match line[0]:
            case "+":
                first.add(pid)
            case "*":
                last.add(pid)
            case _:
                first.discard(pid)
                last.discard(pid)
    return first, last


def end(groups: Collection[int]) -> None:
    """Ask the groups to end, wait a while, kill what is left of them."""
    for group in groups:
        _signal(group, signal.SIGTERM)
        # One that was stopped cannot hear.
        _signal(group, signal.SIGCONT)
    patience = time.monotonic() + GRACE
    while any(map(_lives, groups)) and time.monotonic() < patience:
        time.sleep(0.05)
    for group in groups:
        _signal(group, signal.SIGKILL)


def _signal(group: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _lives(group: int) -> bool:
    """Whether the leader runs still. A dead one that nobody has collected does not count."""
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    try:
        with open(f"/proc/{group}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not os.path.isdir("/proc/self")


if __name__ == "__main__":
    main()
