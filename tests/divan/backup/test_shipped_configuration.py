"""The shipped NATS configurations say when they sync: NATS's own default would lose two minutes of moves."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "deploy" / "nats"
SERVERS = [
    path for path in sorted(FOLDER.glob("*.conf")) if re.search(r"^jetstream\b", path.read_text(), re.M)
]


@pytest.mark.parametrize("path", SERVERS, ids=lambda path: path.name)
def test_what_is_acknowledged_is_on_the_disk(path: Path) -> None:
    # `divan up` fills its own in; `always` unless it is told otherwise.
    assert re.findall(r"^\s*sync_interval:\s*(\S+)", path.read_text(), re.M) in (["always"], ["$SYNC"])


def test_there_is_one_for_divan_up() -> None:
    assert "embedded.conf" in {path.name for path in SERVERS}
