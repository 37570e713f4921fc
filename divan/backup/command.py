"""The work of `divan backup`: what is written, checked and said."""

import os
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from divan.audit import audit
from divan.backup.container import Backup, opened
from divan.backup.manifest import Manifest
from divan.backup.rehearsal import Rehearsed, rehearse
from divan.backup.rotation import destination, remove_old
from divan.backup.taking import take
from divan.data_folder import KEY as KEY_FORM
from divan.data_folder import DataFolder, default_path
from divan.exits import Exit, Trouble
from divan.progress import Tell, progress
from divan.running import archive_folder, nats_url
from divan.times import moment
from libs.events.nats import open_events
from libs.events.ports import EventsError
from libs.events.wire import plain, to_json

EVERYTHING = "*"
"""The target of what concerns the whole installation, in the audit trail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """`only` these streams, or (empty) all; `keep_days` None: no backup is removed."""

    to: Path
    only: Collection[str] = ()
    keep_days: int | None = None
    with_key: bool = False
    verify: bool = False
    as_json: bool = False
    operator: str | None = None


async def run_backup(wanted: Wanted, data: Path | None) -> bool:
    """False where a game of the backup does not hold. Raises Trouble."""
    now = datetime.now(UTC)
    to = destination(wanted.to, now)
    if wanted.keep_days is not None and to == wanted.to:
        raise Trouble("--keep-days is for a folder: backups of it go by their age.", Exit.USAGE)
    key = master_key(data) if wanted.with_key else None
    url = nats_url(data)
    try:
        with progress() as tell:
            async with (
                open_events(url, name="backup", setting_up=False) as events,
                audit(events, wanted.operator).action("backup", EVERYTHING) as ending,
            ):
                manifest = await take(url, to, only=wanted.only, key=key, tell=tell)
                ending.note = f"{len(manifest.streams)} streams"
            with opened(to) as backup:
                check(backup, tell)
                found = await rehearse(backup, archive_folder(), tell) if wanted.verify else None
    except EventsError as error:
        raise Trouble(f"there is no backup: {error}.", Exit.UNAVAILABLE) from error
    holds = found is None or not found.broken
    # A backup that does not hold must not take the place of one that may.
    removed = remove_old(to.parent, wanted.keep_days, now) if holds and wanted.keep_days is not None else []
    _say(wanted, to, manifest, found, removed)
    return holds


def check(backup: Backup, tell: Tell) -> None:
    """Read every byte of a backup. Raises Trouble with what is not as it was written."""
    done, total = 0, sum(part.size for part in backup.manifest.parts)
    for part in backup.check():
        done += part.size
        tell(done, total, f"{part.file} is as it was written")


def master_key(data: Path | None) -> bytes:
    """The key of the engines, where this machine has it. Raises Trouble."""
    if given := os.environ.get("DIVAN_MASTER_KEY"):
        return given.encode()
    named = os.environ.get("DIVAN_MASTER_KEY_FILE")
    path = Path(named) if named else DataFolder((data or default_path()).expanduser().absolute()).master_key
    try:
        text = path.read_bytes()
    except OSError as error:
        raise Trouble(f"the master key {path} cannot be read: {error.strerror}.", Exit.USAGE) from error
    if not KEY_FORM.fullmatch(text.strip()):
        raise Trouble(f"{path} holds no key (32 bytes or more as hex).", Exit.USAGE)
    return text


def _say(
    wanted: Wanted, to: Path, manifest: Manifest, found: Rehearsed | None, removed: Collection[Path]
) -> None:
    if wanted.as_json:
        told = {
            "file": str(to),
            "bytes": to.stat().st_size,
            "manifest": plain(manifest),
            "verified": None if found is None else plain(found),
            "removed": [str(path) for path in removed],
        }
        print(to_json(told).decode())
        return
    say_parts(manifest)
    print(f"{to}: {to.stat().st_size:,} bytes, of {moment(manifest.begun)} to {moment(manifest.ended)} UTC")
    if found is not None:
        say_rehearsed(found)
    for path in removed:
        print(f"removed by its age: {path}")
    if not wanted.with_key:
        print("The master key is not in it: without that, running games cannot go on. Keep it elsewhere.")
    if (folder := archive_folder()) is not None:
        print(f"Games archived in {folder} are not in it: back that folder up as files.")


def say_parts(manifest: Manifest) -> None:
    print(f"{'stream':<12} {'messages':>11} {'up to':>11} {'bytes':>15} {'in the backup':>15}")
    for part in manifest.streams:
        print(f"{part.stream:<12} {part.messages:>11,} {part.last:>11,} {part.bytes:>15,} {part.size:>15,}")


def say_rehearsed(found: Rehearsed) -> None:
    print(
        f"restored into a server of its own: {found.finished:,} finished games and {found.running:,} running "
        f"ones hold, {len(found.broken):,} do not"
        + (f"; of {found.unknown:,} this build has no rules, their chains hold" if found.unknown else "")
    )
    for sentence in found.broken:
        print(f"  {sentence}")
