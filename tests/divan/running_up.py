"""`divan up` as a process of a test, and what it started."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.divan.processes import eventually, marked

SERVICES = {"rooms", "engine", "ai", "chat"}


class Up:
    """A start of `divan up` on a data folder, whose name all its processes have in their environment."""

    def __init__(self, data: Path, *options: str, environment: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.process = subprocess.Popen(
            [sys.executable, "-m", "divan", "up", "--port", "0", "--no-open", "--json", *options],
            env={**_clean(), "DIVAN_DATA": str(data), **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.address = ""

    def wait(self) -> "Up":
        """Until it says that it is ready."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"it did not start:\n{self.end().stderr}")
        said = json.loads(line)
        assert said["event"] == "ready"
        self.address = said["address"]
        return self

    def end(self, number: signal.Signals | None = None) -> subprocess.CompletedProcess[str]:
        if number is not None:
            self.process.send_signal(number)
        stdout, stderr = self.process.communicate(timeout=60)
        return subprocess.CompletedProcess([], self.process.returncode, stdout, stderr)

    def living(self) -> dict[int, str]:
        """Its processes and what they started, with their command lines."""
        return marked(f"DIVAN_DATA={self.data}\0")

    def pids(self, command: str) -> set[int]:
        """Of the processes whose command line has these words."""
        return {pid for pid, line in self.living().items() if command in line}

    def is_ready(self) -> bool:
        try:
            return self.get("/readyz")[0] == 200
        except OSError:
            return False

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        return self._ask(urllib.request.Request(self.address + path, headers=headers))

    def post(self, path: str, body: Mapping[str, Any], **headers: str) -> tuple[int, dict[str, Any]]:
        request = urllib.request.Request(
            self.address + path,
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **headers},
        )
        status, text = self._ask(request)
        return status, json.loads(text)

    def delete(self, path: str, **headers: str) -> int:
        return self._ask(urllib.request.Request(self.address + path, headers=headers, method="DELETE"))[0]

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode()

    def close(self) -> None:
        """End it, whatever state a failed test left it in."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=60)
        eventually(lambda: not self.living())
        for pid in self.living():
            os.kill(pid, signal.SIGKILL)


def _clean() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("DIVAN_", "NATS_"))}
