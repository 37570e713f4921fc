"""A whole installation in containers, as deploy/ has it: brought up, killed in parts, taken down."""

import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
BUILD = ROOT / "tests" / "deploy" / "build.yaml"
SERVICES = ("rooms", "engine", "ai", "chat")


class Stack:
    """`files` are those of deploy/, in order. Secrets are made in `folder`, which keeps them."""

    def __init__(self, project: str, folder: Path, *files: str, **settings: str) -> None:
        self.port = quiet_port()
        self._compose = ["docker", "compose", "--project-name", project, "--env-file", str(folder / ".env")]
        for file in files:
            self._compose += ["--file", str(DEPLOY / file)]
        self._environment = {
            **os.environ,
            "DIVAN_LISTEN": f"127.0.0.1:{self.port}",
            "DIVAN_SECRETS": str(folder / "secrets"),
            # A bot that thinks like a person would only make the tests wait.
            "DIVAN_BOT_PAUSE_MIN": "0",
            "DIVAN_BOT_PAUSE_MAX": "0",
            **settings,
        }
        for name in (".env.example", "make-secrets.sh"):
            shutil.copy(DEPLOY / name, folder)
        subprocess.run([folder / "make-secrets.sh", "--tls"], check=True, capture_output=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def build(self) -> None:
        """Every image, by the network of this machine and with the authorities that it trusts."""
        self.compose("--file", str(BUILD), "build", "--quiet", limit=400)

    def up(self) -> None:
        """Start what does not run; returns once all are healthy."""
        try:
            self.compose("up", "--detach", "--wait", "--wait-timeout", "90", limit=120)
        except subprocess.CalledProcessError as error:
            raise AssertionError(f"{error.stderr}\n{self.compose('logs', '--tail', '20')}") from error

    def down(self) -> None:
        self.compose("down", "--volumes", "--timeout", "20", limit=90)

    def compose(self, *arguments: str, limit: float = 60) -> str:
        return subprocess.run(
            [*self._compose, *arguments],
            env=self._environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=limit,
        ).stdout

    def containers(self, service: str, *, gone: bool = False) -> list[dict[str, Any]]:
        """What the engine knows of each container of a service; `gone`: of those too that have ended."""
        ids = self.compose("ps", "--quiet", *(["--all"] if gone else []), service).split()
        return inspected(ids)

    def kill(self, service: str) -> None:
        """SIGKILL the process of a service's first container, which is then started anew as declared."""
        container = self.containers(service)[0]
        try:
            os.kill(container["State"]["Pid"], signal.SIGKILL)
        except (PermissionError, ProcessLookupError):
            # Not this machine's, or not ours: the engine kills, but takes it for our wish that it stays down.
            for action in ("kill", "start"):
                subprocess.run(["docker", action, container["Id"]], check=True, capture_output=True)


def quiet_port() -> int:
    """A free loopback port, below those that the system hands out to others while the images are built."""
    for port in range(18080, 18180):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise RuntimeError("no port from 18080 to 18179 is free")


def inspected(things: Sequence[str]) -> list[dict[str, Any]]:
    """`docker inspect` of containers or images."""
    done = subprocess.run(["docker", "inspect", *things], check=True, capture_output=True, text=True)
    answer: list[dict[str, Any]] = json.loads(done.stdout)
    return answer


def run_in(image: str, *command: str) -> str:
    """What a command prints as root in a container of that image, without a network."""
    alone = ["docker", "run", "--rm", "--network", "none", "--user", "0", "--entrypoint", command[0]]
    done = subprocess.run([*alone, image, *command[1:]], check=True, capture_output=True, text=True)
    return done.stdout
