"""What processes hold of memory and take of the processor."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


def resident(pids: Mapping[str, int]) -> dict[str, int]:
    """Bytes of memory by kind of process, what they share counted in parts (PSS)."""
    found: dict[str, int] = {}
    for name, pid in pids.items():
        found[kind_of(name)] = found.get(kind_of(name), 0) + _resident(pid)
    return found


def kind_of(name: str) -> str:
    """`engine` for `engine-2`."""
    return name.split("-")[0]


def _resident(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        return 0
    return 0


class Spent:
    """Processor time of named processes, and of this one as `driver`, summed over the times inside."""

    def __init__(self, pids: Mapping[str, int]) -> None:
        self._pids = dict(pids)
        self._seconds: dict[str, float] = {}

    @contextmanager
    def counted(self) -> Iterator[None]:
        before = self._now()
        yield
        for kind, seconds in self._now().items():
            self._seconds[kind] = self._seconds.get(kind, 0.0) + seconds - before.get(kind, 0.0)

    def _now(self) -> dict[str, float]:
        times = {"driver": time.process_time()}
        for name, pid in self._pids.items():
            kind = kind_of(name)
            times[kind] = times.get(kind, 0.0) + _cpu_seconds(pid)
        return times

    def each(self, count: int) -> dict[str, float]:
        """Microseconds by kind of process for each of `count` commands."""
        return {kind: seconds / max(1, count) * 1e6 for kind, seconds in self._seconds.items()}


def _cpu_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
