"""`divan archive` on a real server: rooms of every shard, from the log to the archive and looked at again."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from divan.archiving.command import Wanted, run_archive
from libs.events.entry import GENESIS, seal, unseal
from libs.events.nats import open_events
from libs.runtime.game_logs import game_logs
from tests.libs.events.twins import fresh
from tests.runtime.golden_logs import read
from tests.support.nats_server import Server


def in_room(log: list[bytes], room: str) -> list[bytes]:
    """A recorded log as that room's own."""
    sealed, former = [], GENESIS
    for data in log:
        entry, _ = unseal(data)
        message, former = seal(former, replace(entry, room=room))
        sealed.append(message)
    return sealed


@pytest.mark.parametrize("to", ["stream", "folder"])
async def test_rooms_are_archived_by_id_and_read_again(
    nats_server: Server,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    to: str,
) -> None:
    monkeypatch.setenv("NATS_URL", nats_server.url)
    folder = tmp_path if to == "folder" else None
    monkeypatch.setenv("DIVAN_ARCHIVE", "" if folder is None else str(folder))
    recorded = list(read("fetih-5-seats"))
    rooms = {room: in_room(recorded, room) for room in (fresh(), fresh())}
    async with open_events(nats_server.url, name="test") as events:
        for room, log in rooms.items():
            for number, data in enumerate(log):
                await events.games.append(room, data, id=f"{number}")
        assert await run_archive(Wanted(rooms=list(rooms), as_json=True), None)
        told = json.loads(capsys.readouterr().out)
        assert told["rooms"] == {"archived": 2}
        assert told["games"]["fetih"]["entries"] == 2 * len(recorded)
        logs = game_logs(events, folder)
        counts = await events.games.counts()
        for room, log in rooms.items():
            assert [stored.data async for stored in logs.read(room)] == log
            assert counts[room] == 1
        assert await run_archive(Wanted(rooms=list(rooms), as_json=True), None)
        assert json.loads(capsys.readouterr().out)["rooms"] == {"before": 2}
