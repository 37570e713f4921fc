"""The data folder: private, held by one, and known to those who ask."""

import asyncio
import os
import stat
from pathlib import Path

import pytest

from divan.data_folder import DataFolder, Running, default_path
from divan.exits import Exit, Trouble


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    made = DataFolder(tmp_path / "data")
    made.prepare()
    return made


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_master_key_is_32_bytes_that_only_the_owner_may_read(folder: DataFolder) -> None:
    assert len(bytes.fromhex(folder.master_key.read_text().strip())) == 32
    assert mode(folder.master_key) == 0o600
    assert mode(folder.path) == 0o700


def test_the_master_key_stays_the_same(folder: DataFolder) -> None:
    key = folder.master_key.read_text()
    folder.prepare()
    assert folder.master_key.read_text() == key


def test_a_key_that_others_could_read_is_closed_to_them(folder: DataFolder) -> None:
    folder.master_key.chmod(0o644)
    folder.prepare()
    assert mode(folder.master_key) == 0o600


@pytest.mark.parametrize("key", [b"", b"zz" * 32, b"5e", b"\xff" * 50])
def test_a_key_that_is_none_is_said_and_left_as_it_is(folder: DataFolder, key: bytes) -> None:
    folder.master_key.write_bytes(key)
    with pytest.raises(Trouble, match="holds no key"):
        folder.prepare()
    assert folder.master_key.read_bytes() == key


async def test_a_second_holder_is_refused_and_told_of_the_first(folder: DataFolder) -> None:
    async with folder.locked():
        folder.announce(Running(pid=7, address="http://127.0.0.1:8420", nats_url="nats://127.0.0.1:4222"))
        with pytest.raises(Trouble, match=r"in use by another .*8420, process \d+") as trouble:
            async with folder.locked():
                pass
    assert trouble.value.code == Exit.UNAVAILABLE


async def test_one_that_was_killed_is_waited_for_until_its_last_process_is_gone(folder: DataFolder) -> None:
    async with folder.locked() as descriptor:
        folder.announce(Running(pid=7, address="http://127.0.0.1:8420", nats_url=""))
        inherited = os.dup(descriptor)
    asyncio.get_running_loop().call_later(0.2, os.close, inherited)
    async with folder.locked(wait=10):
        assert folder.running() is None


async def test_whoever_inherits_the_lock_holds_it_too(folder: DataFolder) -> None:
    async with folder.locked() as descriptor:
        inherited = os.dup(descriptor)
    with pytest.raises(Trouble, match="in use"):
        async with folder.locked(wait=0):
            pass
    os.close(inherited)
    async with folder.locked(wait=0):
        pass


async def test_only_what_runs_is_known_as_running(folder: DataFolder) -> None:
    running = Running(pid=7, address="http://127.0.0.1:8420", nats_url="nats://divan:secret@127.0.0.1:4222")
    async with folder.locked():
        assert folder.running() is None
        folder.announce(running)
        assert folder.running() == running
        assert mode(folder.path / "running.json") == 0o600
    folder.announce(running)  # as one that was killed leaves it
    assert folder.running() is None


def test_a_place_that_cannot_be_a_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Trouble, match=r"cannot be used: .*Choose another with --data") as trouble:
        DataFolder(tmp_path / "file" / "data").prepare()
    assert trouble.value.code == Exit.UNAVAILABLE


@pytest.mark.parametrize(
    ("environment", "path"),
    [
        pytest.param({"DIVAN_DATA": "/srv/divan"}, Path("/srv/divan"), id="as told"),
        pytest.param({"XDG_DATA_HOME": "/srv/a/data"}, Path("/srv/a/data/divan"), id="as the desktop says"),
        pytest.param({}, Path.home() / ".local/share/divan", id="the usual place"),
    ],
)
@pytest.mark.skipif(os.uname().sysname != "Linux", reason="other systems have other places")
def test_the_default_place(environment: dict[str, str], path: Path) -> None:
    assert default_path(environment) == path
