"""The keys under which streams are written: no answer of JetStream's is stored anywhere (decision 34)."""

import asyncio
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from structlog.testing import capture_logs

from libs.events import streams
from libs.events.nats import NatsEvents, open_events, setup
from libs.events.nats.link import Link
from libs.events.permissions import User, users
from libs.events.subjects import fits
from libs.events.write_keys import ANY, key_of, keyed, new_key, under
from tests.libs.events.nats.attempts import RESTRICTED, STREAMS, connected, jetstream, stored
from tests.libs.events.twins import fresh
from tests.support.nats_server import NatsServer
from tests.support.raw_client import RawClient
from tests.support.shipped_server import ShippedServer

pytestmark = pytest.mark.nats


@pytest.fixture(scope="module")
def server() -> Iterator[ShippedServer]:
    with ShippedServer() as server:
        yield server


async def info(admin: NatsEvents, stream: str) -> dict[str, Any]:
    return await admin._link.api(f"STREAM.INFO.{stream}")


@pytest.mark.parametrize("user", RESTRICTED)
async def test_jetstream_answers_into_no_stream(server: ShippedServer, user: User) -> None:
    """Whatever a user may ask, and wherever the answer is to go: nothing is stored that was not before."""
    async with connected(server, "admin") as admin:
        before = await last_sequences(admin)
        client = await RawClient.open(server.url_of(user.name))
        try:
            asked = [call for call in jetstream() if any(fits(pattern, call) for pattern in user.publish)]
            places = [*stored(), *(under("k", subject) for subject in stored())]
            await client.ask(asked, places)
        finally:
            await client.close()
        assert len(asked) >= 4
        assert await last_sequences(admin) == before


async def test_a_message_of_ones_own_is_carried_into_no_other_stream(server: ShippedServer) -> None:
    """By a direct get, a pull, or a consumer that sends where its maker says."""
    room = fresh()
    async with connected(server, "admin") as admin, connected(server, "rooms") as edge:
        await edge.rooms.append(room, b"forged", id="1")
        before = await last_sequences(admin)
        for number, place in enumerate(stored()):
            await edge._link.send(
                "$JS.API.DIRECT.GET.ROOMS", orjson.dumps({"last_by_subj": f"room.{room}"}), place
            )
            config = {"name": f"forger{number}", "filter_subject": f"room.{room}", "ack_policy": "none"}
            asked = {"stream_name": "ROOMS", "config": config}
            await edge._link.api(f"CONSUMER.CREATE.ROOMS.forger{number}.room.{room}", asked)
            await edge._link.send(
                f"$JS.API.CONSUMER.MSG.NEXT.ROOMS.forger{number}", orjson.dumps({"batch": 1}), place
            )
            pushed = config | {"name": f"pusher{number}", "deliver_subject": place}
            asked = {"stream_name": "ROOMS", "config": pushed}
            await edge._link.api(f"CONSUMER.CREATE.ROOMS.pusher{number}.room.{room}", asked)
            for name in (config["name"], pushed["name"]):
                await edge._link.api(f"CONSUMER.DELETE.ROOMS.{name}")
        await edge._link.settle()
        assert await last_sequences(admin) == before


async def last_sequences(admin: NatsEvents) -> dict[str, int]:
    """The sequence of the last message that each stream has ever stored."""
    return {
        name: (await info(admin, name))["state"]["last_seq"] for name in STREAMS if name != streams.RESTORING
    }


async def test_a_key_is_kept_by_every_set_up_and_never_told_to_who_may_not_write(
    server: ShippedServer,
) -> None:
    async with connected(server, "admin") as admin:
        keys = await write_keys(admin)
        async with open_events(server.url, name="again"):
            """Set up once more."""
        assert await write_keys(admin) == keys
    assert len({*keys}) == len(keys)
    assert all(len(key) == 32 for key in keys)
    for user in users():
        if user.name != "admin":
            written = {
                name
                for name, subject in STREAMS.items()
                if any(fits(pattern, under(ANY, subject)) for pattern in user.publish)
            }
            told = {name for name in STREAMS if f"$JS.API.STREAM.INFO.{name}" in user.publish}
            # Of the bots' queue the bots are the only readers: they could forge questions to themselves.
            assert told - {streams.RESTORING, streams.BOTS.name} <= written, user.name


async def write_keys(admin: NatsEvents) -> list[str]:
    return [key_of((await info(admin, name))["config"]) for name in STREAMS if name != streams.RESTORING]


async def test_a_stream_that_was_made_again_under_another_key_is_found() -> None:
    with NatsServer() as server:
        async with open_events(server.url, name="test") as events:
            await events.rooms.append("room", b"1", id="1")
            config = streams.ROOMS.config(1)
            await events._link.api("STREAM.DELETE.ROOMS")
            await events._link.api("STREAM.CREATE.ROOMS", keyed(config, new_key()))
            assert await events.rooms.append("room", b"2", id="2") == 1


async def test_a_stream_without_a_key_is_written_and_given_one_by_the_next_set_up() -> None:
    """As one that an older build has made; what is logged of it does not tell the key."""
    with NatsServer() as server, capture_logs() as logged:
        async with open_events(server.url, name="set up"):
            pass
        async with open_events(server.url, name="old", setting_up=False) as old:
            await old._link.api("STREAM.DELETE.ROOMS")
            await old._link.api("STREAM.CREATE.ROOMS", streams.ROOMS.config(1))
            await old.rooms.append("room", b"1", id="1", expected=0)
            async with open_events(server.url, name="new") as new:
                key = key_of((await info(new, "ROOMS"))["config"])
                assert key
                assert key not in str(logged)
                assert "write.….room.*" in str(logged)
                await new.rooms.append("room", b"2", id="2", expected=1)
                assert [stored.data async for stored in new.rooms.read("room")] == [b"1", b"2"]


async def test_two_set_ups_at_once_give_a_stream_one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where one of them stands still between looking and writing."""
    asked, go_on, ask = asyncio.Event(), asyncio.Event(), setup._api

    async def still(link: Link, subject: str, request: dict[str, Any]) -> dict[str, Any]:
        if subject == "STREAM.UPDATE.ROOMS" and not asked.is_set():
            asked.set()
            await go_on.wait()
        return await ask(link, subject, request)

    async def key_after_set_up(url: str) -> str:
        async with open_events(url, name="new") as new:
            return key_of((await info(new, "ROOMS"))["config"])

    with NatsServer() as server:
        async with open_events(server.url, name="old") as old:
            await old._link.api("STREAM.DELETE.ROOMS")
            await old._link.api("STREAM.CREATE.ROOMS", streams.ROOMS.config(1))
            monkeypatch.setattr(setup, "_api", still)
            slow = asyncio.create_task(key_after_set_up(server.url))
            await asked.wait()
            quick = asyncio.create_task(key_after_set_up(server.url))
            await asyncio.wait({quick}, timeout=0.5)
            go_on.set()
            assert await quick == await slow
            assert "error" in await info(old, streams.KEYING)


async def test_a_set_up_that_was_killed_while_it_gave_keys_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(setup, "_age", lambda _: setup.SET_UP_LIMIT + 1)
    with NatsServer() as server:
        async with open_events(server.url, name="old") as old:
            await old._link.api("STREAM.DELETE.ROOMS")
            await old._link.api("STREAM.CREATE.ROOMS", streams.ROOMS.config(1))
            await old._link.api("STREAM.CREATE.KEYING", {"name": streams.KEYING, "subjects": ["keying"]})
            async with open_events(server.url, name="new") as new:
                assert key_of((await info(new, "ROOMS"))["config"])
                assert "error" in await info(new, streams.KEYING)
