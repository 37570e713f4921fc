"""From one server to three: what one had goes on, each stream on all of them, and one may die."""

import asyncio
from pathlib import Path

import pytest

from divan.backup.container import opened
from divan.backup.restoring import restore
from libs.events.nats import open_events
from libs.events.nats.connect import connect
from libs.events.nats.inspection import deviations
from tests.divan.backup.test_restoring import back_up, play, silent
from tests.support.nats_cluster import NatsCluster
from tests.support.nats_server import NatsServer

pytestmark = [pytest.mark.nats, pytest.mark.slow, pytest.mark.cluster]

GAMES = ("tictactoe", "tictactoe-cut")


async def test_a_backup_of_one_server_goes_on_in_three_of_which_one_dies(tmp_path: Path) -> None:
    with NatsServer() as one, NatsCluster() as three:
        async with open_events(one.url, name="old") as events:
            rooms = [await play(events, golden) for golden in GAMES]
            before = [[stored async for stored in events.games.read(room)] for room in rooms]
            await events.bucket("names").create("code", b"r1")
        with opened(await back_up(one, tmp_path / "backup.tar")) as backup:
            told = await restore(backup, three.url, replicas=3, erased=(), tell=silent)
        assert told.woken == 1
        assert await deviations(three.url) == []
        assert await _replicas(three.url) == {3}
        await asyncio.to_thread(three.until_whole)
        three.servers[0].kill()
        async with open_events(three.url, name="new", setting_up=False) as events:
            assert [[stored async for stored in events.games.read(room)] for room in rooms] == before
            last = before[0][-1]
            assert await events.games.append(last.key, b"next", id="n", expected=last.fence) > last.fence
            kept = await events.bucket("names").get("code")
            assert kept is not None
            assert kept.value == b"r1"


async def _replicas(url: str) -> set[int]:
    async with connect(url, name="test") as link:
        listed = await link.api("STREAM.LIST", {})
    return {stream["config"]["num_replicas"] for stream in listed["streams"]}
