"""A shot between append and answer: a process is killed at the moment when an entry of its reaches the log.

A thread of its own with a bare socket, since the event loop of the clients would be too late: the engine
needs a third of a millisecond from the acknowledgement to its answer.
"""

import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

PLAYERS = b"\xa6origin\xa6player"
"""In an entry's bytes: a player asked for it, who will notice that no answer comes."""

_ENTRY = re.compile(rb"MSG write\.\w+\.game\.\d+\.(\S+) ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """The room whose entry set it off, and when, in Unix milliseconds."""

    room: str
    at: float


class Aim(threading.Thread):
    """Waits for an entry of a room that `target` gives a process id for, and kills or stops it."""

    def __init__(
        self,
        port: int,
        target: Callable[[str], int | None],
        *,
        word: signal.Signals = signal.SIGKILL,
        limit: float = 5.0,
    ) -> None:
        super().__init__(daemon=True)
        self._port = port
        self._target = target
        self._word = word
        self._limit = limit
        self.ready = threading.Event()
        self.shot: Shot | None = None

    def run(self) -> None:
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=self._limit) as link:
                link.sendall(b'CONNECT {"verbose":false}\r\nSUB write.*.game.*.* 1\r\nPING\r\n')
                self._watch(link)
        except OSError:
            return
        finally:
            self.ready.set()

    def _watch(self, link: socket.socket) -> None:
        until = time.monotonic() + self._limit
        while time.monotonic() < until:
            data = link.recv(65536)
            if not data:
                return
            if b"PONG\r\n" in data:
                self.ready.set()
            for found in _ENTRY.finditer(data):
                room = found[1].decode()
                pid = self._target(room)
                if pid is not None and PLAYERS in data[found.end() :]:
                    os.kill(pid, self._word)
                    self.shot = Shot(room=room, at=time.time() * 1000)
                    return
