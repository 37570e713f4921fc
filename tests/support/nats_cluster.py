"""Three real nats-servers that are one: child processes as deploy/nats/cluster.conf has them, on loopback."""

import json
import os
import signal
import time
import urllib.error
import urllib.request
from types import TracebackType
from typing import Self

from tests.support.nats_server import NatsServer, free_port

SERVERS = 3

WHOLE_LIMIT = 60.0
"""Seconds within which a server that came back must have caught up with the others."""


class NatsCluster:
    """Started on entering, killed on leaving. It is used as one server that has several addresses.

    A server of it is a number from 0 on.
    """

    def __init__(self, *, sync: str | None = None) -> None:
        routes = [free_port() for _ in range(SERVERS)]
        self._monitoring = [free_port() for _ in range(SERVERS)]
        everybody = ", ".join(f'"nats://127.0.0.1:{route}"' for route in routes)
        self.servers = [
            NatsServer(
                sync=sync,
                more=f"server_name: nats-{number}\n"
                f'http: "127.0.0.1:{monitoring}"\n'
                f'cluster {{ name: divan, listen: "127.0.0.1:{route}", routes: [{everybody}] }}\n',
            )
            for number, (route, monitoring) in enumerate(zip(routes, self._monitoring, strict=True))
        ]

    @property
    def url(self) -> str:
        """All of them: whoever connects takes one that lives."""
        return ",".join(server.url for server in self.servers)

    @property
    def port(self) -> int:
        """Of the first."""
        return self.servers[0].port

    def start(self) -> None:
        for server in self.servers:
            server.start()
        self.until_whole()

    def kill(self) -> None:
        """All at once, as when the power fails but for what the disks were told."""
        for server in self.servers:
            server.kill()

    def restart(self) -> None:
        self.kill()
        self.start()

    def stop(self, number: int) -> None:
        """SIGSTOP: it stands still, and knows nothing of it."""
        os.kill(self.servers[number].pid, signal.SIGSTOP)

    def wake(self, number: int) -> None:
        os.kill(self.servers[number].pid, signal.SIGCONT)

    def until_whole(self) -> None:
        """Until every server says that all its streams and consumers are as those of their leaders."""
        until = time.monotonic() + WHOLE_LIMIT
        for port in self._monitoring:
            while not _is_healthy(port):
                if time.monotonic() > until:
                    raise TimeoutError(f"the servers are not whole after {WHOLE_LIMIT:.0f} s")
                time.sleep(0.05)

    def leaders(self) -> dict[str, int]:
        """Which server leads each stream, as each says; one that is away or stopped says nothing."""
        return {
            stream: number
            for number, port in enumerate(self._monitoring)
            for stream in _led(port, f"nats-{number}")
        }

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for server in self.servers:
            server.__exit__(kind, error, trace)


def _is_healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1.0) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _led(port: int, name: str) -> list[str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/jsz?streams=1", timeout=1.0) as answer:
            accounts = json.load(answer).get("account_details", [])
    except (urllib.error.URLError, OSError):
        return []
    streams = [stream for account in accounts for stream in account.get("stream_detail", [])]
    return [stream["name"] for stream in streams if stream.get("cluster", {}).get("leader") == name]
