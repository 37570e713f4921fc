"""The work of `divan restore`: where to, what is looked at before, and what is to be done after."""

import os
import re
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from divan.accounts import PSEUDONYM
from divan.audit import audit
from divan.backup.command import EVERYTHING, check, say_parts, say_rehearsed
from divan.backup.container import Backup, opened
from divan.backup.manifest import KEY, Part
from divan.backup.own_server import on_folder
from divan.backup.rehearsal import rehearse
from divan.backup.restoring import Restored, restore
from divan.data_folder import DataFolder, default_path
from divan.exits import Exit, Trouble
from divan.nats_server import require
from divan.progress import progress
from divan.running import archive_folder
from divan.times import moment
from libs.events.nats import open_events
from libs.events.ports import EventsError
from libs.events.streams import BACKUPS_LAST, BUCKETS, Installation
from libs.runtime.wall_clock import unix_milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """`into` a NATS server; None: that of NATS_URL, else the data folder, which nothing may run on."""

    backup: Path
    into: str | None = None
    data: Path | None = None
    replicas: int | None = None
    erased: Path | None = None
    without_key: bool = False
    key_to: Path | None = None
    operator: str | None = None

    @property
    def url(self) -> str | None:
        return self.into or os.environ.get("NATS_URL")

    @property
    def folder(self) -> DataFolder:
        return DataFolder((self.data or default_path()).expanduser().absolute())


async def run_rehearsal(wanted: Wanted) -> bool:
    """Restore into a server of our own that goes again. False where a game does not hold. Raises Trouble."""
    with opened(wanted.backup) as backup, progress() as tell:
        check(backup, tell)
        try:
            found = await rehearse(backup, archive_folder(), tell)
        except EventsError as error:
            raise Trouble(f"{wanted.backup} cannot be restored: {error}.") from error
        manifest = backup.manifest
    say_parts(manifest)
    say_rehearsed(found)
    return not found.broken


async def run_restore(wanted: Wanted, is_sure: Callable[[str], None]) -> None:
    """Restore; `is_sure` is told what will be done and may stop it. Raises Trouble."""
    erased = _listed(wanted.erased)
    with opened(wanted.backup) as backup:
        with progress() as tell:
            check(backup, tell)
        is_sure(f"Restore the backup of {moment(backup.manifest.begun)} UTC into {_where(wanted)}?")
        _key(wanted, backup)
        async with _server(wanted) as url:
            try:
                with progress() as tell:
                    restored = await restore(backup, url, replicas=wanted.replicas, erased=erased, tell=tell)
                await _note(url, backup, restored, wanted.operator)
            except EventsError as error:
                raise Trouble(
                    f"it was not restored: {error}. Nothing runs on half a backup: begin anew with the same "
                    "command.",
                    Exit.UNAVAILABLE,
                ) from error
        _say(wanted, backup, restored)


async def _note(url: str, backup: Backup, restored: Restored, operator: str | None) -> None:
    """Write it into the audit trail, which was not there before."""
    if BUCKETS["settings"].stream not in restored.streams:
        return
    shape = Installation(partitions=backup.manifest.partitions, shards=backup.manifest.shards)
    async with (
        open_events(url, name="restore", installation=shape, setting_up=False) as events,
        audit(events, operator).action("restore", EVERYTHING) as ending,
    ):
        ending.note = f"the backup of {moment(backup.manifest.begun)} UTC"


def _listed(path: Path | None) -> Sequence[str]:
    if path is None:
        return ()
    listed = path.read_text(encoding="utf-8").split()
    for id in listed:
        if not PSEUDONYM.fullmatch(id):
            raise Trouble(f"{id!r} in {path} is no pseudonym.", Exit.USAGE)
    return listed


def _where(wanted: Wanted) -> str:
    if wanted.url is None:
        return f"the data folder {wanted.folder.path}"
    return "the NATS server " + re.sub(r"(//)?[^/@,]*@", r"\1", wanted.url)


@asynccontextmanager
async def _server(wanted: Wanted) -> AsyncGenerator[str, None]:
    if wanted.url is None:
        async with on_folder(wanted.folder) as url:
            yield url
        return
    await require(wanted.url)
    yield wanted.url


def _key(wanted: Wanted, backup: Backup) -> None:
    """Put the master key where it belongs before anything else makes a new one. Raises Trouble."""
    part = next((part for part in backup.manifest.parts if part.file == KEY), None)
    ours = wanted.folder.master_key if wanted.url is None else None
    place = wanted.key_to or ours
    if part is not None and place is not None and not place.exists():
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        wanted.folder.write_private(place, _text(backup, part))
    elif part is None and wanted.key_to is not None:
        raise Trouble(f"{wanted.backup} holds no master key.", Exit.USAGE)
    if ours is not None and not ours.exists() and not wanted.without_key:
        raise Trouble(
            f"{ours} is missing, and the backup does not hold it. The games that run need the key they were "
            "begun with: put it there, or give --without-key and lose them.",
            Exit.USAGE,
        )


def _text(backup: Backup, part: Part) -> str:
    return b"".join(backup.chunks(part, part.size)).decode()


def _say(wanted: Wanted, backup: Backup, restored: Restored) -> None:
    for name, state in restored.streams.items():
        print(
            f"{name:<12} {state.messages:>11,} messages up to {state.last:>11,}, {state.consumers} consumers"
        )
    manifest = backup.manifest
    print(f"restored as of {moment(manifest.begun)} to {moment(manifest.ended)} UTC")
    print(f"games that go on as soon as an engine runs: {restored.woken:,}")
    print(f"erased accounts that are erased again as soon as `rooms` runs: {restored.erased:,}")
    if (unix_milliseconds() - manifest.ended) / 1000 > BACKUPS_LAST:
        print("It is older than the list of the erased: whoever was erased before may be back in it.")
    print("Next:")
    if wanted.url is None:
        print("  divan up")
    else:
        print("  give the engines the master key of the old installation (DIVAN_MASTER_KEY_FILE)")
        print("  start the services")
    print("  divan doctor, and divan accounts erase --ids FILE for who was erased since (docs/operate.md)")
