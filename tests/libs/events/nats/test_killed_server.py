"""What a killed server brings back: what was erased, never."""

import pytest

from libs.events.nats import open_events
from libs.events.nats.connect import connect
from libs.events.nats.storing import store
from libs.events.ports import Kept
from tests.support.nats_server import NatsServer

pytestmark = [pytest.mark.nats, pytest.mark.slow]


@pytest.mark.parametrize("sync", ["always", "2m"])
async def test_what_was_taken_from_a_bucket_stays_away_when_the_server_is_killed(sync: str) -> None:
    with NatsServer(sync=sync) as server:
        async with open_events(server.url, name="test") as events:
            accounts = events.bucket("accounts")
            await accounts.create("another", b"keeps the file of both")
            revision = await accounts.create("erased", b"password")
            await accounts.update("erased", b"locked out", revision)
            await accounts.erase("erased")
            revision = await accounts.create("deleted", b"password")
            await accounts.update("deleted", b"locked out", revision)
            await accounts.delete("deleted")
            await accounts.erase("deleted")
            server.restart()
            found = {key: kept.value async for key, kept in accounts.entries()}
            assert found == {"another": b"keeps the file of both"}


async def test_of_two_values_that_a_killed_server_left_the_last_counts() -> None:
    with NatsServer() as server:
        async with open_events(server.url, name="test") as events, connect(server.url, name="raw") as link:
            names = events.bucket("names")
            revision = await names.create("n", b"1")
            # As if the server had been killed before it took the former away.
            await store(link, "KV_names", "$KV.names.n", b"2")
            entries = [entry async for entry in names.entries()]
            assert entries == [("n", Kept(b"2", revision + 1))]
            await names.erase("n")
            assert [entry async for entry in names.entries()] == []


async def test_talk_that_was_taken_back_stays_away_when_the_server_is_killed() -> None:
    with NatsServer(sync="always") as server:
        async with open_events(server.url, name="test") as events:
            await events.chats.append("another", b"keeps the file of both", id="1")
            fences = [await events.chats.append("room", b"%d" % n, id=f"{n}") for n in range(30)]
            await events.chats.purge("room", before=fences[10])
            await events.chats.erase("room", fences[20])
            server.restart()
            left = [int(stored.data) async for stored in events.chats.read("room")]
            assert left == [*range(10, 20), *range(21, 30)]
            await events.chats.purge("room")
            server.restart()
            assert [stored.data async for stored in events.chats.read("room")] == []
