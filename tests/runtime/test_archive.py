"""Where games are kept that were taken out of the log: each whole or not at all, in a stream or a folder."""

from pathlib import Path

import pytest

from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Unavailable
from libs.runtime.archive import CHUNK, Archive, FolderArchive, StreamArchive, archives

LARGE = bytes(range(256)) * (CHUNK // 100)
"""It takes three pieces."""


@pytest.fixture
def events() -> MemoryEvents:
    return MemoryEvents(MemoryServer())


@pytest.fixture(params=["stream", "folder"])
def archive(request: pytest.FixtureRequest, events: MemoryEvents, tmp_path: Path) -> Archive:
    return StreamArchive(events.archive) if request.param == "stream" else FolderArchive(tmp_path)


@pytest.mark.parametrize("data", [b"small", LARGE], ids=["small", "large"])
async def test_what_is_kept_is_read_again(archive: Archive, data: bytes) -> None:
    await archive.write("r1", data)
    assert await archive.read("r1") == data
    assert await archive.read("R1") is None


async def test_written_twice_it_is_there_once(events: MemoryEvents) -> None:
    archive = StreamArchive(events.archive)
    for _ in range(2):
        await archive.write("r1", LARGE)
    assert await events.archive.counts() == {"r1": 3}


@pytest.mark.parametrize("written", [1, 2])
async def test_what_was_begun_is_not_there_until_it_is_whole(events: MemoryEvents, written: int) -> None:
    archive = StreamArchive(events.archive)
    await archive.write("other", LARGE)
    pieces = [stored.data async for stored in events.archive.read("other")]
    for number, piece in enumerate(pieces[:written]):
        await events.archive.append("r1", piece, id=f"{number}")
    assert await archive.read("r1") is None
    await archive.write("r1", LARGE)
    assert await archive.read("r1") == LARGE
    assert (await events.archive.counts())["r1"] == 3


async def test_what_was_kept_last_counts(archive: Archive) -> None:
    for data in (LARGE, b"newer"):
        await archive.write("r1", data)
    assert await archive.read("r1") == b"newer"


async def test_a_folder_that_is_not_there_is_not_an_empty_one(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="is not there"):
        await FolderArchive(tmp_path / "unmounted").read("r1")


async def test_where_a_folder_is_set_the_stream_is_looked_into_after_it(
    events: MemoryEvents, tmp_path: Path
) -> None:
    (stream,) = archives(events, None)
    await stream.write("r1", b"long ago")
    folder, _ = found = archives(events, tmp_path)
    assert [await each.read("r1") for each in found] == [None, b"long ago"]
    await folder.write("r2", b"now")
    assert (tmp_path / "r2" / "r2.divan.gz").read_bytes() == b"now"
