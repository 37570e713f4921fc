"""A service runs until it is told to stop, and its exit code says how it went."""

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import asyncio, sys, time
from contextlib import asynccontextmanager
from libs.runtime.service import run

@asynccontextmanager
async def service():
    async with asyncio.TaskGroup() as tasks:
        {enter}
        yield
        {leave}
    print("left", flush=True)

run(lambda: service(), grace=0.3)
"""


class Running:
    """The service as a process, and what it wrote."""

    def __init__(self, *, enter: str = "pass", leave: str = "pass", notify: Path | None = None) -> None:
        environment = {} if notify is None else {"NOTIFY_SOCKET": str(notify)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(enter=enter, leave=leave)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_for(self, event: str) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if json.loads(line)["event"] == event:
                return
        raise AssertionError(f"it ended without {event}")

    def end(self, number: signal.Signals | None = None) -> tuple[int, str, str]:
        if number is not None:
            self.process.send_signal(number)
        said, logged = self.process.communicate(timeout=20)
        return self.process.returncode, said, logged


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_the_context_and_ends_with_0(number: signal.Signals) -> None:
    service = Running()
    service.wait_for("service_ready")
    code, said, _ = service.end(number)
    assert (code, said) == (0, "left\n")


def test_a_signal_while_it_starts_ends_it_with_0_too() -> None:
    service = Running(enter='print("entering", flush=True); await asyncio.sleep(60)')
    assert service.process.stdout is not None
    service.process.stdout.readline()
    code, _, _ = service.end(signal.SIGTERM)
    assert code == 0


def test_a_task_that_fails_ends_it_with_1_and_is_logged_once() -> None:
    fails = "async def fail(): raise ValueError('a bug')"
    service = Running(enter=f"exec({fails!r}, globals()); tasks.create_task(fail())")
    code, _, logged = service.end()
    assert code == 1
    assert [line for line in logged.splitlines() if "a bug" in line] == logged.splitlines()[-1:]


def test_a_context_that_cannot_be_entered_ends_it_with_1() -> None:
    service = Running(enter="raise OSError('no server')")
    code, _, logged = service.end()
    assert code == 1
    assert "no server" in logged


def test_what_the_server_refuses_is_said_in_a_sentence() -> None:
    refuses = "from libs.events.ports import Refused; raise Refused('nats-server 2.10.1 is too old')"
    code, _, logged = Running(enter=refuses).end()
    (line,) = map(json.loads, logged.splitlines())
    assert code == 1
    assert line["reason"] == "nats-server 2.10.1 is too old"
    assert "exception" not in line


def test_one_that_takes_longer_than_its_grace_ends_with_1() -> None:
    service = Running(leave="await asyncio.sleep(60)")
    service.wait_for("service_ready")
    code, _, logged = service.end(signal.SIGTERM)
    assert code == 1
    assert "TimeoutError" in logged


def test_one_whose_loop_hangs_is_ended_and_shows_where_it_hung() -> None:
    service = Running(leave="time.sleep(60)")
    service.wait_for("service_ready")
    code, _, logged = service.end(signal.SIGTERM)
    assert code == 1
    assert "in service" in logged


def test_the_supervisor_is_told_when_it_is_ready(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(20)
        service = Running(notify=tmp_path / "notify")
        assert ear.recv(100).decode() == f"READY=1\nMAINPID={service.process.pid}"
        service.end(signal.SIGTERM)
