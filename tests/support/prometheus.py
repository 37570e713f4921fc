"""Debian's Prometheus, from the path or from where .ci/prometheus keeps it."""

import os
import shutil
from pathlib import Path

import pytest

KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "divan-prometheus"


def program(name: str) -> str | None:
    """`prometheus` or `promtool`; None where there is none."""
    return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), str(KEPT))))


def promtool() -> str:
    """Skips the test where there is none."""
    found = program("promtool")
    if found is None:
        pytest.skip("no promtool here; .ci/prometheus fetches it on Debian")
    return found
