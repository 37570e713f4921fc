"""The disk that forgets: what is kept, what is not, what a torn cut leaves."""

import random

import pytest

from tests.power.forgetful import SECTOR, ForgetfulDisk, Forgotten, Names, Resized, Written, apply, torn

BOTH: tuple[Names, ...] = ("journal", "strict")


def kept_file(disk: ForgetfulDisk, content: bytes) -> None:
    """A file `/f`, its bytes and its name."""
    file = disk.create("/f")
    file.write(0, content)
    disk.sync(file)
    disk.sync(disk.find("/"))


@pytest.mark.parametrize("names", BOTH)
def test_what_was_synced_is_kept_and_what_was_written_after_is_not(names: Names) -> None:
    disk = ForgetfulDisk(names)
    kept_file(disk, b"synced")
    disk.file("/f").write(6, b" and not")
    assert disk.file("/f").live == b"synced and not"
    assert disk.cut() == Forgotten(files=1, bytes=8, names=0)
    assert disk.file("/f").live == b"synced"


def test_a_file_that_was_cut_short_without_a_sync_has_its_length_again() -> None:
    disk = ForgetfulDisk("journal")
    kept_file(disk, b"synced")
    disk.file("/f").resize(2)
    disk.cut()
    assert disk.file("/f").live == b"synced"


def test_in_a_journal_any_sync_keeps_all_names_before_it_and_none_after() -> None:
    disk = ForgetfulDisk("journal")
    disk.make_folder("/a")
    disk.create("/a/old").write(0, b"never synced")
    disk.sync(disk.create("/synced"))
    disk.create("/new")
    disk.cut()
    assert [*disk.folder("/").live] == ["a", "synced"]
    assert disk.file("/a/old").live == b""


def test_by_the_strictest_reading_a_name_is_kept_with_its_folder_alone() -> None:
    disk = ForgetfulDisk("strict")
    disk.make_folder("/a")
    disk.sync(disk.find("/"))
    disk.sync(disk.create("/a/lost"))
    disk.cut()
    assert [*disk.folder("/a").live] == []
    disk.create("/a/found")
    disk.sync(disk.find("/a"))
    disk.cut()
    assert [*disk.folder("/a").live] == ["found"]


@pytest.mark.parametrize("names", BOTH)
def test_what_was_renamed_over_or_removed_without_a_sync_is_back(names: Names) -> None:
    disk = ForgetfulDisk(names)
    kept_file(disk, b"old")
    draft = disk.create("/draft")
    draft.write(0, b"new")
    draft.sync()
    disk.rename("/draft", "/f")
    assert disk.file("/f").live == b"new"
    disk.cut()
    assert disk.file("/f").live == b"old"
    disk.remove("/f")
    disk.cut()
    assert disk.file("/f").live == b"old"


@pytest.mark.parametrize("seed", range(20))
def test_each_sector_of_a_torn_file_is_as_it_was_at_some_time(seed: int) -> None:
    rng = random.Random(seed)
    kept = bytearray(b"-" * SECTOR * 3)
    changes = [
        Resized(rng.randrange(4 * SECTOR))
        if rng.random() < 0.2
        else Written(rng.randrange(3 * SECTOR), bytes([65 + n]) * rng.randrange(1, SECTOR))
        for n in range(12)
    ]
    versions = [bytearray(kept)]
    for change in changes:
        versions.append(bytearray(versions[-1]))
        apply(change, versions[-1])
    found = torn(kept, changes, rng)
    assert len(found) in {len(version) for version in versions}
    for start in range(0, len(found), SECTOR):
        sector = bytes(found[start : start + SECTOR])
        whole = [bytes(version[start : start + SECTOR]).ljust(SECTOR, b"\0") for version in versions]
        assert any(version[: len(sector)] == sector for version in whole)


def test_of_the_names_in_a_journal_a_beginning_survives_a_torn_cut() -> None:
    found = set()
    for seed in range(40):
        disk = ForgetfulDisk("journal")
        for name in "abc":
            disk.create(f"/{name}")
        disk.cut(random.Random(seed))
        found.add("".join(disk.folder("/").live))
    assert found == {"", "a", "ab", "abc"}


@pytest.mark.parametrize(
    ("path", "error"),
    [("/none", FileNotFoundError), ("/f/under", NotADirectoryError), ("/", IsADirectoryError)],
)
def test_what_is_not_there_is_an_error_as_elsewhere(path: str, error: type[OSError]) -> None:
    disk = ForgetfulDisk("journal")
    disk.create("/f")
    with pytest.raises(error):
        disk.file(path)
