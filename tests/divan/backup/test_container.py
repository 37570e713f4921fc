"""The file of a backup: whole or not there, and whatever was damaged is named."""

import stat
import tarfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divan.backup.container import DRAFT, opened, written
from divan.backup.manifest import DIGEST, MANIFEST
from divan.exits import Trouble
from tests.divan.backup.files import PARTS, make


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("backup") / "whole.tar")


def checked(path: Path) -> list[str]:
    with opened(path) as backup:
        return [part.file for part in backup.check()]


def test_what_was_written_is_read_again(whole: Path) -> None:
    with opened(whole) as backup:
        read = {part.file: b"".join(backup.chunks(part, 100)) for part in backup.check()}
    assert read == PARTS


def test_it_is_a_tar_that_any_program_reads(whole: Path) -> None:
    with tarfile.open(whole) as tar:
        assert tar.getnames() == [*PARTS, MANIFEST, DIGEST]


def test_only_its_owner_may_read_it(whole: Path) -> None:
    assert stat.S_IMODE(whole.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", [*PARTS, MANIFEST, DIGEST])
def test_a_changed_byte_is_found_and_its_part_is_named(whole: Path, tmp_path: Path, name: str) -> None:
    with tarfile.open(whole) as tar:
        at = tar.getmember(name).offset_data + 2
    data = bytearray(whole.read_bytes())
    data[at] ^= 1
    damaged = tmp_path / "damaged.tar"
    damaged.write_bytes(data)
    named = MANIFEST if name == DIGEST else name
    with pytest.raises(Trouble, match=f"is damaged: (its part )?{named} is not as it was written"):
        checked(damaged)


@pytest.mark.parametrize("name", list(PARTS))
def test_a_damaged_head_of_a_part_is_found(whole: Path, tmp_path: Path, name: str) -> None:
    with tarfile.open(whole) as tar:
        at = tar.getmember(name).offset
    data = bytearray(whole.read_bytes())
    data[at] ^= 1
    damaged = tmp_path / "damaged.tar"
    damaged.write_bytes(data)
    with pytest.raises(Trouble, match="damaged"):
        checked(damaged)


@given(st.data())
def test_wherever_it_is_cut_short_it_is_refused(whole: Path, data: st.DataObject) -> None:
    text = whole.read_bytes()
    with tarfile.open(whole) as tar:
        end = tar.getmember(DIGEST).offset_data + 64
    cut = whole.with_name("cut.tar")
    cut.write_bytes(text[: data.draw(st.integers(0, end - 1))])
    with pytest.raises(Trouble, match="damaged"):
        checked(cut)


def test_a_missing_part_is_named(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"its part ROOMS\.stream is missing"):
        checked(make(tmp_path / "part.tar", leaving_out="ROOMS.stream"))


def test_something_else_is_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "photo.tar"
    path.write_bytes(b"no tar at all" * 100)
    with pytest.raises(Trouble, match="is no backup"):
        checked(path)


def break_off(path: Path) -> None:
    with written(path) as writer, writer.member("TABLES.stream") as member:
        member.write(b"half")
        raise RuntimeError


def test_one_that_fails_leaves_the_former_and_no_draft(tmp_path: Path) -> None:
    path = make(tmp_path / "kept.tar")
    former = path.read_bytes()
    with pytest.raises(RuntimeError):
        break_off(path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == former


def test_what_a_killed_one_left_is_written_over(tmp_path: Path) -> None:
    (tmp_path / DRAFT).write_bytes(b"half" * 10_000)
    path = make(tmp_path / "after.tar")
    assert list(tmp_path.iterdir()) == [path]
    assert checked(path) == list(PARTS)


def test_two_at_once_in_a_folder_are_refused(tmp_path: Path) -> None:
    with written(tmp_path / "one.tar"), pytest.raises(Trouble, match="another backup is being written"):
        make(tmp_path / "two.tar")


def test_a_part_that_is_begun_anew_leaves_nothing_of_the_first_attempt(tmp_path: Path) -> None:
    path = tmp_path / "again.tar"
    with written(path) as writer:
        with suppress(RuntimeError), writer.member("a") as member:
            member.write(b"x" * 5_000)
            raise RuntimeError
        with writer.member("a") as member:
            member.write(b"y")
    with tarfile.open(path) as tar:
        assert [(found.name, found.size) for found in tar] == [("a", 1)]
