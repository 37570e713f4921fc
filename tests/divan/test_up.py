"""`divan up`: everything starts, stays, and leaves nothing behind."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.divan.processes import eventually
from tests.divan.running_up import SERVICES, Up

pytestmark = [pytest.mark.nats, pytest.mark.serial, pytest.mark.slow, pytest.mark.timeout(180)]

Start = Callable[..., Up]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """One that runs for all tests that leave it running."""
    up = Up(tmp_path_factory.mktemp("up") / "data").wait()
    yield up
    up.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[Up] = []

    def starting(*options: str, **environment: str) -> Up:
        started.append(Up(tmp_path / "data", *options, environment=environment))
        return started[-1]

    yield starting
    for up in reversed(started):
        up.close()


def test_every_service_and_a_nats_server_run(running: Up) -> None:
    assert {service for service in SERVICES if running.pids(f"divan serve {service}")} == SERVICES
    assert len(running.pids("divan serve engine")) == 2
    assert len(running.pids("nats-server")) == 1


def test_it_is_ready_when_it_says_so(running: Up) -> None:
    assert running.is_ready()


def test_only_the_owner_can_read_the_data(running: Up) -> None:
    readable = [path for path in running.data.iterdir() if stat.S_IMODE(path.stat().st_mode) & 0o007]
    assert readable == []


def test_the_doctor_finds_all_well(running: Up) -> None:
    port = running.address.rpartition(":")[2]
    done = subprocess.run(
        [sys.executable, "-m", "divan", "doctor", "--json", "--port", port, "--data", str(running.data)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = {check["name"]: check for check in json.loads(done.stdout)["checks"]}
    assert done.returncode == 0
    assert found["streams"]["found"] == "as declared"
    assert "is on it" in found["port"]["found"]


def test_a_second_start_on_the_same_folder_is_refused(running: Up) -> None:
    second = Up(running.data)
    done = second.end()
    assert done.returncode == 3
    assert f"in use by another `divan up` ({running.address}" in done.stderr


@pytest.mark.parametrize(
    "name", ["divan serve engine", "divan serve ai", "divan serve chat", "divan serve rooms"]
)
def test_a_killed_service_is_started_again(running: Up, name: str) -> None:
    before = running.pids(name)
    killed = min(before)
    os.kill(killed, signal.SIGKILL)
    assert eventually(lambda: len(running.pids(name)) == len(before) and killed not in running.pids(name))
    assert eventually(running.is_ready)


def test_a_killed_nats_server_is_started_again(running: Up) -> None:
    (killed,) = running.pids("nats-server")
    os.kill(killed, signal.SIGKILL)
    assert eventually(lambda: bool(running.pids("nats-server") - {killed}))
    assert eventually(running.is_ready)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_0_and_leaves_nothing(start: Start, number: signal.Signals) -> None:
    up = start().wait()
    done = up.end(number)
    assert (done.returncode, up.living()) == (0, {})
    assert "process_killed" not in done.stderr


def test_a_signal_while_it_starts_leaves_nothing(start: Start) -> None:
    up = start()
    assert eventually(lambda: bool(up.pids("divan serve engine")))
    done = up.end(signal.SIGINT)
    assert (done.returncode, up.living()) == (0, {})


def test_nothing_is_left_when_it_is_killed_itself_and_the_folder_is_free_again(start: Start) -> None:
    up = start().wait()
    up.process.kill()
    again = start().wait()
    assert up.process.wait() == -signal.SIGKILL
    again.end(signal.SIGINT)
    assert up.living() == {}


def test_rooms_are_there_at_the_next_start(start: Start) -> None:
    up = start().wait()
    _, signed_in = up.post("/api/guests", {"bearer": True})
    who = {"Authorization": f"Bearer {signed_in['token']}"}
    status, room = up.post("/api/rooms", {"game": "tictactoe"}, **who)
    assert status == 201
    up.end(signal.SIGINT)
    up = start().wait()
    assert up.get(f"/api/rooms/{room['code']}", **who)[0] == 200


def test_a_port_that_is_taken_is_said(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        up = start("--port", str(port))
        done = up.end()
    assert done.returncode == 3
    assert f"port {port} of 127.0.0.1 cannot be used" in done.stderr
    assert up.living() == {}


def test_settings_that_a_service_refuses_end_it_with_2(start: Start) -> None:
    up = start(DIVAN_BOT_SECONDS="soon")
    done = up.end()
    assert done.returncode == 2
    assert "DIVAN_BOT_SECONDS" in done.stderr
    assert up.living() == {}


@pytest.mark.parametrize(
    ("greeting", "sentence"),
    [
        pytest.param(
            b'INFO {"version": "2.10.29", "jetstream": true}\r\n', "needs 2.15 or newer", id="too old"
        ),
        pytest.param(b'INFO {"version": "2.15.1"}\r\n', "without JetStream", id="no JetStream"),
        pytest.param(b"SSH-2.0-OpenSSH\r\n", "does not greet as NATS does", id="something else"),
    ],
)
def test_an_unfit_nats_server_is_said(start: Start, greeting: bytes, sentence: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(greeting)

        threading.Thread(target=greet, daemon=True).start()
        up = start(NATS_URL=f"nats://127.0.0.1:{server.getsockname()[1]}")
        done = up.end()
    assert done.returncode == 3
    assert sentence in done.stderr
    assert up.living() == {}


def test_a_nats_server_that_is_not_there_is_said(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    done = start(NATS_URL=f"nats://127.0.0.1:{port}").end()
    assert done.returncode == 3
    assert f"127.0.0.1:{port} cannot be reached: connection refused" in done.stderr
