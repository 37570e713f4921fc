"""What processes hold of memory."""

from collections.abc import Iterable
from pathlib import Path


def resident(pids: Iterable[int]) -> int:
    """Bytes of memory of these processes, what they share counted in parts (PSS)."""
    return sum(_resident(pid) for pid in pids)


def _resident(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        return 0
    return 0
