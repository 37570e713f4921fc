"""A game that was brought here from a file: its replay opens at the printed link, its room does not."""

import json
import os
import subprocess
import sys
from pathlib import Path

from playwright.async_api import expect

from libs.events.entry import GENESIS, unseal
from libs.games.catalog import GAMES
from libs.runtime.game_file import header_of, lines
from libs.runtime.table import Table
from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.test_replay import is_at, slider
from tests.divan.running_up import Up
from tests.runtime.golden_logs import read

pytestmark = BROWSER


def game_file(folder: Path) -> Path:
    """A recorded game as a file."""
    log = list(read("tictactoe"))
    table, digest = Table("tictactoe", GAMES["tictactoe"]), GENESIS
    for data in log:
        entry, digest = unseal(data, digest)
        table.apply(entry, digest)
    path = folder / "game.divan"
    path.write_bytes(b"".join(lines(header_of(table), log)))
    return path


def imported(up: Up, file: Path) -> str:
    """The link of its replay."""
    done = subprocess.run(
        [sys.executable, "-m", "divan", "import", str(file), "--json", "--data", str(up.data)],
        env={name: value for name, value in os.environ.items() if name != "NATS_URL"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    link: str = json.loads(done.stdout)["replay"]
    return link


async def test_an_imported_game_is_watched_at_its_link(meet: Meet, up: Up, tmp_path: Path) -> None:
    link = imported(up, game_file(tmp_path))
    ada = await meet("ada")
    await ada.open(link.removeprefix(up.address))
    await is_at(ada, 1)
    last = int(await slider(ada).get_attribute("max") or 0)
    assert last > 3
    await ada.button("replay.last").click()
    await is_at(ada, last)
    to_room = ada.page.get_by_role("link", name=ada.t("replay.to_room"), exact=True)
    await expect(to_room).to_have_count(0)
    room = await ada.page.request.get(f"{up.address}/api/rooms/{link.rpartition('/')[2]}")
    assert room.status == 404
