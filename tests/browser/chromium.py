"""The Chromium that the tests drive."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

INSTALL = Path(__file__).parents[2] / ".ci" / "chromium"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""The sandbox asks for rights that a container has not; the rest keeps the browser off the network."""


@cache
def find_or_install() -> tuple[str | None, str]:
    """Where it is, and why not if it is nowhere. It is installed where that can be done, which is said."""
    if found := _found():
        return found, ""
    installing = subprocess.run([str(INSTALL)], capture_output=True, text=True, check=False, timeout=600)
    said = (installing.stdout + installing.stderr).strip()
    print(f"\n{said}")
    return _found(), said


def _found() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)
