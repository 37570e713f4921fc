"""The data folder of `divan up`: streams, the master key, the lock and how to reach what runs on it."""

import asyncio
import fcntl
import json
import os
import re
import secrets
import sys
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from divan.exits import Exit, Trouble
from libs.runtime.disk import to_disk

KEY = re.compile(rb"(?:[0-9a-fA-F]{2}){32,}")

FORMER_MAY_STILL_STOP = 8.0
"""Seconds to wait for the lock: one that was just killed leaves it when its last process is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """How to reach the `divan up` that holds the folder. The NATS address holds its password."""

    pid: int
    address: str
    nats_url: str


@dataclass(frozen=True, slots=True)
class DataFolder:
    path: Path

    @property
    def streams(self) -> Path:
        return self.path / "nats"

    @property
    def nats_config(self) -> Path:
        return self.path / "nats.conf"

    @property
    def nats_log(self) -> Path:
        return self.path / "nats.log"

    @property
    def master_key(self) -> Path:
        return self.path / "master.key"

    @property
    def _lock(self) -> Path:
        return self.path / "lock"

    @property
    def _leader(self) -> Path:
        """Locked by `divan up` itself and by nobody who inherits: a killed one lets go of it at once."""
        return self.path / "leader"

    @property
    def _running(self) -> Path:
        return self.path / "running.json"

    def prepare(self) -> None:
        """Make the folder and its master key where they are missing. Raises Trouble where that cannot be."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.streams.mkdir(mode=0o700, exist_ok=True)
            if not self.master_key.exists():
                self.write_private(self.master_key, secrets.token_hex(32) + "\n")
                # Before anything is drawn by it: no power loss may take its name or the folder's.
                for folder in (self.path, self.path.parent):
                    to_disk(folder)
            if self.master_key.stat().st_mode & 0o077:
                self.master_key.chmod(0o600)
            if not KEY.fullmatch(self.master_key.read_bytes().strip()):
                raise Trouble(
                    f"{self.master_key} holds no key (32 bytes or more as hex). The games of this folder "
                    "need theirs: put it back, or choose another folder with --data.",
                    Exit.UNAVAILABLE,
                )
            self._lock.touch(mode=0o600)
            self._leader.touch(mode=0o600)
            if not os.access(self._lock, os.W_OK):
                raise PermissionError(13, "not writable", str(self.path))
        except OSError as error:
            raise Trouble(
                f"the data folder {self.path} cannot be used: {error.strerror}. Choose another with --data.",
                Exit.UNAVAILABLE,
            ) from error

    @asynccontextmanager
    async def locked(self, *, wait: float = FORMER_MAY_STILL_STOP) -> AsyncGenerator[int, None]:
        """Hold the folder for one `divan up`; yields the descriptor of the lock.

        Whoever inherits the descriptor holds the lock too, until the last of them is gone.
        """
        descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            patience = time.monotonic() + wait
            while not _take(descriptor):
                other = self.running()
                if time.monotonic() > patience or other is not None:
                    raise Trouble(self._held(other), Exit.UNAVAILABLE)
                await asyncio.sleep(0.1)
            self._running.unlink(missing_ok=True)
            with self._leader.open("r+") as leader:
                # Others hold it for the moment of a look only.
                fcntl.flock(leader, fcntl.LOCK_EX)
                yield descriptor
        finally:
            os.close(descriptor)

    def _held(self, other: Running | None) -> str:
        who = f" by another `divan up` ({other.address}, process {other.pid})" if other else ""
        return f"the data folder {self.path} is in use{who}. Stop it, or choose another with --data."

    def announce(self, running: Running) -> None:
        self.write_private(self._running, json.dumps(asdict(running)))

    def running(self) -> Running | None:
        """What runs on this folder now, if anything does and it is ready."""
        try:
            with self._leader.open("r+") as leader:
                if _take(leader.fileno()):
                    return None
            return Running(**json.loads(self._running.read_text()))
        except (OSError, ValueError, TypeError):
            return None

    def write_private(self, path: Path, text: str) -> None:
        """Write a file that only its owner may read, whole or not at all."""
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)


def _take(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def default_path(environment: Mapping[str, str] | None = None) -> Path:
    """Where data of a user's programs lies on this system; DIVAN_DATA names another place."""
    environment = os.environ if environment is None else environment
    if given := environment.get("DIVAN_DATA"):
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "divan"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "divan"
