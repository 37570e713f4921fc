"""A server that has filled what it may of its disk."""

import pytest

from libs.events.nats import open_events
from libs.events.ports import Full
from tests.libs.events.twins import fresh
from tests.support.shipped_server import ShippedServer

pytestmark = pytest.mark.nats


async def test_a_full_server_stores_nothing_more_tells_all_it_has_and_goes_on_with_more_room() -> None:
    room, other = fresh(), fresh()
    with ShippedServer() as server:
        async with open_events(server.url, name="test") as events:
            await events.games.append(room, b"1" * 10_000, id="1", expected=0)
        server.may_fill("9KB")
        server.restart()
        async with open_events(server.url, name="test", setting_up=False) as events:
            with pytest.raises(Full):
                await events.games.append(other, b"1", id="1", expected=0)
            with pytest.raises(Full):
                await events.chats.append(other, b"1", id="1")
            with pytest.raises(Full):
                await events.bucket("accounts").create(other, b"1")
            assert [stored.id async for stored in events.games.read(room)] == ["1"]
            assert await events.alive()
            assert (await events.storage()).on_each > 9_000
        server.may_fill("8GB")
        server.restart()
        async with open_events(server.url, name="test") as events:
            assert [stored.id async for stored in events.games.read(room)] == ["1"]
            assert await events.games.append(other, b"1", id="1", expected=0)
