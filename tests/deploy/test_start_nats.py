"""deploy/start-nats.sh, with which divan/nats starts: what an older build has stored comes along."""

import shutil
from pathlib import Path

import pytest

from libs.events.nats import open_events
from tests.deploy.kubernetes import ROOT
from tests.support.nats_server import NatsServer, binary
from tests.support.shipped_server import ShippedServer

pytestmark = [
    pytest.mark.deploy,
    pytest.mark.nats,
    pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here"),
]


class Started(ShippedServer):
    """By the script, on a folder in place of /data."""

    def __init__(self, data: Path) -> None:
        super().__init__()
        script, config = self.folder / "start-nats.sh", self.folder / "server.conf"
        text = (ROOT / "deploy" / "start-nats.sh").read_text()
        script.write_text(text.replace("/nats-server", str(binary())).replace("/data", str(data)))
        config.write_text(config.read_text().replace(str(self.folder / "jetstream"), str(data)))
        self.command = ["bash", script, "--config", config]


async def test_streams_of_the_account_of_older_builds_come_along(tmp_path: Path) -> None:
    with NatsServer(store=tmp_path) as older:
        async with open_events(older.url, name="older") as events:
            fence = await events.games.append("room", b"1", id="1", expected=0)
            await events.bucket("names").create("ada", b"p1")
    for begun in (b"2", b"3"):
        with Started(tmp_path) as server:
            async with open_events(server.url, name="newer") as events:
                fence = await events.games.append("room", begun, id=begun.decode(), expected=fence)
                kept = await events.bucket("names").get("ada")
                assert kept is not None
                assert kept.value == b"p1"
                stored = [stored.data async for stored in events.games.read("room")]
    assert stored == [b"1", b"2", b"3"]


def test_a_server_of_several_is_not_started_on_them(tmp_path: Path) -> None:
    for account in ("$G", "$SYS"):
        (tmp_path / "jetstream" / account).mkdir(parents=True)
    server = Started(tmp_path)
    with pytest.raises(RuntimeError, match=r"several servers: back up with that build"):
        server.start()
    assert not (tmp_path / "jetstream" / "DIVAN").exists()
