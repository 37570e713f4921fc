"""The forgetful disk for a test: mounted on entering, cut as often as is wanted, gone on leaving."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.power.forgetful import Forgotten, Names

END_LIMIT = 10.0


def unmount(folder: Path) -> None:
    """Also where a process has files open there; where nothing is mounted nothing happens."""
    subprocess.run(["umount", "--lazy", folder], check=False, stderr=subprocess.DEVNULL)


def lacking() -> str | None:
    """Why there can be no such disk on this machine; None: there can."""
    if not os.access("/dev/fuse", os.R_OK | os.W_OK):
        return "no /dev/fuse that we may use"
    if os.geteuid() != 0:
        return "mounting needs root"
    try:
        import mfusepy  # noqa: F401
    except ModuleNotFoundError:
        return "the package mfusepy is not installed"
    except OSError:
        return "libfuse is not installed (Debian: libfuse3-3)"
    try:
        with MountedDisk():
            return None
    except RuntimeError:
        return "nothing can be mounted"


class MountedDisk:
    """`folder` is where its root is. Whoever has a file open there must be dead before a cut."""

    def __init__(self, names: Names = "journal") -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="divan-power-"))
        # A session of its own: Ctrl-C is for the test, which then unmounts.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.power.mounted", str(self.folder), names],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def cut(self, torn: float | None = None) -> Forgotten:
        """The power is cut and comes back. A number: part of what was not synced survives, drawn by it."""
        assert self._process.stdin is not None
        self._process.stdin.write("whole\n" if torn is None else f"torn {torn}\n")
        self._process.stdin.flush()
        forgotten = Forgotten(**self._answer())
        self._answer()
        return forgotten

    def settle(self) -> None:
        """Some time goes by: the kernel has written out by itself what nobody synced."""
        for path in (self.folder, *self.folder.rglob("*")):
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the disk's process is gone")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Self:
        try:
            self._answer()
        except RuntimeError:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(END_LIMIT)
        finally:
            self._process.kill()
            self._process.stdout.close()
            # Where it was killed it has not unmounted itself.
            unmount(self.folder)
            shutil.rmtree(self.folder, ignore_errors=True)
