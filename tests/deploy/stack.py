"""A whole installation in containers, as deploy/ has it: brought up, killed in parts, taken down."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
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
        self.ports = quiet_ports()
        self.environment = {
            **os.environ,
            "COMPOSE_PROJECT_NAME": project,
            "COMPOSE_FILE": os.pathsep.join(str(DEPLOY / file) for file in files),
            "COMPOSE_ENV_FILES": str(folder / ".env"),
            "DIVAN_LISTEN": "127.0.0.1:{}-{}".format(*self.ports),
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
    def addresses(self) -> tuple[str, ...]:
        """Where rooms may answer: which port a container gets is the engine's choice at each start."""
        return tuple(f"http://127.0.0.1:{port}" for port in self.ports)

    @property
    def address(self) -> str:
        """Where rooms answers now."""
        return f"http://{self.compose('port', 'rooms', '8080').strip()}"

    def build(self, *services: str, limit: float = 600) -> None:
        """Every image, or those of these services, by this machine's network and the authorities it trusts.

        Raises TimeoutExpired after `limit` seconds.
        """
        files = os.pathsep.join((self.environment["COMPOSE_FILE"], str(BUILD)))
        build = ("docker", "compose", "--progress", "plain", "build", *services)
        self.run(*build, limit=limit, COMPOSE_FILE=files)

    def build_again(self, image: str, *, stage: str) -> None:
        """An image under the tag `again`, with one stage made anew."""
        authorities = self.environment.get("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt")
        self.run(
            *("docker", "buildx", "build", "--file", str(DEPLOY / "Dockerfile"), "--network", "host"),
            *("--secret", f"id=ca,src={authorities}", "--no-cache-filter", stage),
            *("--target", image, "--tag", f"divan/{image}:again", "--load", str(ROOT)),
            limit=300,
        )

    def up(self) -> None:
        """Start what does not run; returns once all are healthy."""
        try:
            self.compose("up", "--detach", "--wait", "--wait-timeout", "240", limit=260)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.told()}") from None

    def down(self) -> None:
        self.compose("down", "--volumes", "--timeout", "20", limit=90)

    def upgrade(self, *services: str) -> str:
        """What deploy/upgrade.sh prints."""
        return self.run(str(DEPLOY / "upgrade.sh"), *services, limit=240)

    def compose(self, *arguments: str, limit: float = 60) -> str:
        return self.run("docker", "compose", "--ansi", "never", *arguments, limit=limit)

    def run(self, *command: str, limit: float, **settings: str) -> str:
        """What a command printed, with the stack's settings. Raises AssertionError with its complaint."""
        done = subprocess.run(
            command, env=self.environment | settings, capture_output=True, text=True, timeout=limit
        )
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-4000:]}{done.stderr[-8000:]}"
        return done.stdout

    def told(self) -> str:
        """What every container is doing, and what it said last."""
        return self.compose("ps", "--all") + self.compose("logs", "--tail", "20")

    def wait_until_ready(self) -> None:
        """As `up`, which learns of it up to five seconds later: by asking each service."""
        for service in SERVICES:
            for container in self.containers(service):
                self._wait_until_ready(container["Id"])

    def _wait_until_ready(self, container: str) -> None:
        end = time.monotonic() + 60
        probe = ["docker", "exec", container, "python", "-IS", "/opt/divan/bin/probe.py", "8081"]
        while subprocess.run(probe, capture_output=True).returncode:
            assert time.monotonic() < end, self.told()
            time.sleep(0.2)

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


def quiet_ports() -> tuple[int, int]:
    """Two free loopback ports side by side, below those that the system hands out to others meanwhile."""
    for port in range(18080, 18180, 2):
        if _is_quiet(port) and _is_quiet(port + 1):
            return port, port + 1
    raise RuntimeError("no two ports from 18080 to 18179 are free")


def _is_quiet(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


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
