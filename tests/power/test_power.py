"""The power is cut while every store is written to: what was acknowledged stands, what was erased is gone.

The short form; `make power` is the long one, with games. What is promised is in docs/fault-model.md.
"""

import os
import random

import pytest

from divan.data_folder import DataFolder
from tests.power.cuts import ALWAYS, cut_often
from tests.power.disk import MountedDisk, lacking

pytestmark = [pytest.mark.nats, pytest.mark.slow, pytest.mark.serial]


@pytest.fixture(autouse=True, scope="module")
def disk_that_forgets() -> None:
    if (why := lacking()) is not None:
        pytest.skip(f"no power can be cut here: {why}")


def test_a_mounted_disk_forgets_what_was_not_synced() -> None:
    with MountedDisk() as disk:
        with (disk.folder / "synced").open("wb") as file:
            file.write(b"kept")
            file.flush()
            os.fsync(file.fileno())
            file.write(b", not kept")
        (disk.folder / "never").write_bytes(b"lost")
        disk.cut()
        assert (disk.folder / "synced").read_bytes() == b"kept"
        assert not (disk.folder / "never").exists()
        folder = disk.folder
    assert not folder.exists()


def test_the_master_key_is_on_the_disk_before_anything_is_drawn_by_it() -> None:
    with MountedDisk("strict") as disk:
        data = DataFolder(disk.folder / "data")
        data.prepare()
        key = data.master_key.read_text()
        disk.cut()
        data.prepare()
        assert data.master_key.read_text() == key


async def test_with_every_write_synced_no_cut_undoes_anything_acknowledged() -> None:
    outcome = await cut_often(ALWAYS, random.Random(33), cuts=3, play=(0.3, 0.8))
    assert outcome.failures(allowed=0) == []
    assert outcome.deeds > 100
    assert any(cut.forgotten.bytes for cut in outcome.cuts)


async def test_with_nothing_synced_for_two_minutes_a_cut_undoes_much() -> None:
    outcome = await cut_often("2m", random.Random(34), cuts=1, play=(0.5, 1.0), torn=False)
    assert outcome.undone != []
    assert outcome.unknown == set()
