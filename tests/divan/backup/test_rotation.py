"""Where a backup goes, and by which age others go."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from divan.backup.rotation import MOST_DAYS, destination, remove_old
from divan.exits import Trouble
from divan.main import application

NOW = datetime(2026, 11, 30, 18, 30, tzinfo=UTC)
PRIVACY = Path(__file__).parents[3] / "docs" / "privacy.md"


def test_in_a_folder_it_is_named_after_the_time() -> None:
    assert destination(Path("kept"), NOW) == Path("kept/divan-20261130T183000Z.tar")


def test_a_file_is_taken_by_its_name() -> None:
    assert destination(Path("kept/mine.tar"), NOW) == Path("kept/mine.tar")


@pytest.mark.parametrize("name", ["mine.tar.gz", "mine.tar.zst", "mine.tgz"])
def test_it_is_not_compressed_twice(name: str) -> None:
    with pytest.raises(Trouble, match="compressed already"):
        destination(Path(name), NOW)


def test_older_backups_go_and_nothing_else(tmp_path: Path) -> None:
    old, young, other = "divan-20260831T182959Z.tar", "divan-20260902T183000Z.tar", "divan-notes.tar"
    for name in (old, young, other):
        (tmp_path / name).touch()
    assert remove_old(tmp_path, 90, NOW) == [tmp_path / old]
    assert {path.name for path in tmp_path.iterdir()} == {young, other}


def test_backups_are_kept_no_longer_than_it_is_known_who_was_erased() -> None:
    told = re.search(r"no backup may be kept for\s+more than (\d+) days", PRIVACY.read_text(encoding="utf-8"))
    assert told is not None
    assert int(told[1]) == MOST_DAYS


def test_to_keep_them_longer_is_refused(tmp_path: Path) -> None:
    asked = ["backup", "--to", str(tmp_path), "--keep-days", str(MOST_DAYS + 1)]
    result = CliRunner().invoke(application(), asked)
    assert result.exit_code == 2
    assert "privacy.md" in result.output
