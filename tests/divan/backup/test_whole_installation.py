"""A whole installation: backed up while it is played on, killed, and restored into an empty data folder."""

import json
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from divan.main import application
from tests.divan.processes import eventually
from tests.divan.running_up import Up

pytestmark = [pytest.mark.nats, pytest.mark.serial, pytest.mark.slow, pytest.mark.timeout(180)]

PASSWORD = "a long password"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Path]:
    """The old data folder, the new one, and the backup."""
    return tmp_path / "old", tmp_path / "new", tmp_path / "backup.tar"


@pytest.fixture
def starts() -> Iterator[list[Up]]:
    started: list[Up] = []
    yield started
    for up in reversed(started):
        up.close()


def divan(*words: object) -> str:
    """What a command prints; it must end well."""
    result = CliRunner().invoke(application(), [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.output


class Player:
    """Somebody with an account, as a program."""

    def __init__(self, up: Up, name: str) -> None:
        self.up, self.name = up, name
        _, signed_in = up.post("/api/accounts", {"username": name, "password": PASSWORD, "bearer": True})
        self._token = signed_in["token"]

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        status, answer = self.up.post(path, body, Authorization=f"Bearer {self._token}")
        assert status in (200, 201), answer
        return answer

    def leave(self, code: str) -> None:
        """A bot plays on."""
        assert self.up.delete(f"/api/rooms/{code}/seats/0", Authorization=f"Bearer {self._token}") == 200

    def play(self) -> str:
        """Begin a game of tic-tac-toe against a bot; its code."""
        code: str = self.post("/api/rooms", game="tictactoe", options={"turn_seconds": 5})["code"]
        self.post(f"/api/rooms/{code}/bots")
        self.post(f"/api/rooms/{code}/start")
        return code


def status(up: Up, code: str) -> str:
    return str(json.loads(up.get(f"/api/rooms/{code}")[1])["status"])


def sign_in(up: Up, name: str) -> int:
    return up.post("/api/sessions", {"username": name, "password": PASSWORD, "bearer": True})[0]


def test_all_of_it_goes_on_from_the_backup(folders: tuple[Path, Path, Path], starts: list[Up]) -> None:
    old, new, backup = folders
    starts.append(up := Up(old, "--bots-pause", "0").wait())
    leyla = Player(up, "Leyla")
    Player(up, "Kerem")
    finished = leyla.play()
    leyla.leave(finished)
    assert eventually(lambda: status(up, finished) == "over")
    divan("archive", finished, "--data", old)
    divan("accounts", "erase", "Kerem", "--yes", "--data", old)
    running = leyla.play()
    assert eventually(lambda: status(up, running) == "running")
    divan("backup", "--to", backup, "--data", old)
    later = leyla.play()
    up.end(signal.SIGKILL)
    assert eventually(lambda: not up.living())

    new.mkdir()
    shutil.copy(old / "master.key", new / "master.key")
    divan("restore", backup, "--yes", "--data", new)
    starts.append(up := Up(new, "--bots-pause", "0").wait())
    assert sign_in(up, "Leyla") == 201
    assert sign_in(up, "Kerem") == 401
    assert up.get(f"/api/rooms/{later}")[0] == 404
    # Nobody moves for Leyla: her turns lapse, until the game is over.
    assert eventually(lambda: status(up, running) == "over", within=60)
    for code in (finished, running):
        assert "it holds." in divan("verify", code, "--data", new)
    trail = [json.loads(line) for line in divan("audit", "--json", "--data", new).splitlines()]
    # How the backup ended was written down after it was read.
    assert [event["action"] for event in trail][-3:] == ["backup", "restore", "restore"]


def test_without_the_key_it_says_what_is_missing(folders: tuple[Path, Path, Path], starts: list[Up]) -> None:
    old, new, backup = folders
    starts.append(Up(old).wait())
    divan("backup", "--to", backup, "--with-key", "--data", old)
    keyless = backup.with_name("keyless.tar")
    divan("backup", "--to", keyless, "--data", old)
    result = CliRunner().invoke(application(), ["restore", str(keyless), "--yes", "--data", str(new)])
    assert "master.key is missing" in str(result.exception)
    assert not (new / "master.key").exists()
    divan("restore", backup, "--yes", "--data", new)
    assert (new / "master.key").read_bytes() == (old / "master.key").read_bytes()
