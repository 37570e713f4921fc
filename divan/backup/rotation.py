"""Where a backup goes, and which older ones go by their age."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from divan.exits import Exit, Trouble
from libs.events.streams import BACKUPS_LAST, DAY

NAME = re.compile(r"divan-(\d{8}T\d{6}Z)\.tar")
FORM = "%Y%m%dT%H%M%SZ"

MOST_DAYS = round(BACKUPS_LAST / DAY)
"""As long as it is known who was erased (docs/privacy.md): from an older backup they would come back."""


def destination(to: Path, now: datetime) -> Path:
    """The file itself, or one in the folder that is named after the time. Raises Trouble."""
    if to.suffix in {".gz", ".zst", ".tgz", ".xz"}:
        raise Trouble(f"{to}: a backup is a plain .tar, for its streams are compressed already.", Exit.USAGE)
    return to if to.suffix == ".tar" else to / f"divan-{now.astimezone(UTC).strftime(FORM)}.tar"


def remove_old(folder: Path, days: int, now: datetime) -> list[Path]:
    """Remove the backups of a folder that are older, by their names. Those removed."""
    old = [
        path for path in sorted(folder.iterdir()) if (at := _time(path)) and now - at > timedelta(days=days)
    ]
    for path in old:
        path.unlink()
    return old


def _time(path: Path) -> datetime | None:
    found = NAME.fullmatch(path.name)
    return None if found is None else datetime.strptime(found[1], FORM).replace(tzinfo=UTC)
