"""Setting an installation up: once, at once, again, changed, and where it cannot be."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from nats.aio.msg import Msg

from libs.events import streams
from libs.events.nats import SetUpRefused, open_events
from libs.events.nats.connect import connect
from libs.events.nats.link import Link
from libs.events.nats.pulling import ACK, pull
from libs.events.nats.setup import ensure_consumer, set_up
from libs.events.nats.storing import store
from libs.events.ports import Full, Unavailable
from libs.events.streams import Installation
from libs.events.write_keys import without_key
from tests.support.nats_server import NatsServer

pytestmark = pytest.mark.nats


@pytest.fixture
async def link() -> AsyncIterator[Link]:
    """A connection to a server on which nothing was set up."""
    with NatsServer() as server:
        async with connect(server.url, name="test") as link:
            yield link


async def names(link: Link) -> set[str]:
    listed = await link.api("STREAM.NAMES", {})
    return set(listed["streams"])


async def config(link: Link, stream: str) -> dict[str, object]:
    found: dict[str, object] = (await link.api(f"STREAM.INFO.{stream}"))["config"]
    return found


async def test_an_empty_server_gets_every_stream_bucket_and_consumer(link: Link) -> None:
    await set_up(link, Installation())
    declared = {stream.name for stream in streams.streams(Installation())}
    assert await names(link) == declared | {bucket.stream for bucket in streams.BUCKETS.values()}
    consumers = [
        name
        for shard in range(4)
        for name in (await link.api(f"CONSUMER.NAMES.GAMES_{shard}", {}))["consumers"]
    ]
    due, publish = [f"due-{partition}" for partition in range(16)], [f"publish-{shard}" for shard in range(4)]
    assert sorted(map(without_key, consumers)) == sorted(due + publish)
    assert not {*consumers} & {*due, *publish}, "nobody knows their names but who knows their streams' keys"


async def test_setting_up_again_changes_nothing(link: Link) -> None:
    await set_up(link, Installation())
    before = [await link.api(f"STREAM.INFO.{name}") for name in sorted(await names(link))]
    await set_up(link, Installation())
    after = [await link.api(f"STREAM.INFO.{name}") for name in sorted(await names(link))]
    assert [(each["config"], each["created"]) for each in before] == [
        (each["config"], each["created"]) for each in after
    ]


async def test_an_older_installation_gets_what_is_new(link: Link) -> None:
    await set_up(link, Installation())
    await store(link, "GAMES_0", "game.0.old", b"entry")
    await link.api("STREAM.DELETE.ANALYTICS")
    publisher = await link.name_of(streams.publishers(0))
    await link.api(f"CONSUMER.DELETE.GAMES_0.{publisher}")
    await set_up(link, Installation())
    assert "ANALYTICS" in await names(link)
    info = await link.api(f"CONSUMER.INFO.GAMES_0.{publisher}")
    assert info["num_pending"] == 1, "what was written before is followed too"


async def test_many_processes_set_up_at_once() -> None:
    with NatsServer() as server:

        async def process(number: int) -> None:
            async with open_events(server.url, name=f"process {number}") as events:
                await events.rooms.append("room", b"", id=f"{number}")

        await asyncio.gather(*(process(number) for number in range(8)))
        async with open_events(server.url, name="test") as events:
            assert len([stored async for stored in events.rooms.read("room")]) == 8


async def test_what_differs_and_can_be_changed_is_migrated(link: Link) -> None:
    old = replace(streams.CHAT, max_per_subject=50, max_age=60.0)
    await link.api("STREAM.CREATE.CHAT", old.config(1))
    await set_up(link, Installation())
    found = await config(link, "CHAT")
    assert found["max_msgs_per_subject"] == streams.CHAT.max_per_subject
    assert found["max_age"] == 7 * 24 * 3600 * 10**9


async def test_a_migration_keeps_what_is_stored_and_what_an_operator_set_besides(link: Link) -> None:
    old = replace(streams.ROOMS, duplicate_window=10)
    await link.api("STREAM.CREATE.ROOMS", {**old.config(1), "compression": "s2"})
    await store(link, "ROOMS", "room.a", b"kept")
    await set_up(link, Installation())
    info = await link.api("STREAM.INFO.ROOMS")
    assert info["config"]["duplicate_window"] == 120 * 10**9
    assert info["config"]["compression"] == "s2"
    assert info["state"]["messages"] == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param({"storage": "memory"}, ["storage", "'memory'", "'file'"], id="storage"),
        pytest.param({"retention": "workqueue"}, ["retention", "'workqueue'", "'limits'"], id="retention"),
        pytest.param({"persist_mode": "async"}, ["persist_mode", "'async'", "'default'"], id="persistence"),
    ],
)
async def test_what_cannot_be_changed_is_refused_with_stream_field_old_and_new(
    link: Link, change: dict[str, object], words: list[str]
) -> None:
    await link.api("STREAM.CREATE.ROOMS", {**streams.ROOMS.config(1), **change})
    with pytest.raises(SetUpRefused) as refused:
        await set_up(link, Installation())
    for word in ["ROOMS", *words]:
        assert word in str(refused.value)


async def test_a_stream_of_another_owner_on_our_subjects_is_refused_by_name(link: Link) -> None:
    await link.api("STREAM.CREATE.THEIRS", {"name": "THEIRS", "subjects": ["write.*.room.>"]})
    with pytest.raises(SetUpRefused, match="ROOMS"):
        await set_up(link, Installation())


async def test_a_changed_consumer_is_updated_and_goes_on_where_it_was(link: Link) -> None:
    await set_up(link, Installation())
    consumer = replace(streams.BOT_WORKERS, ack_wait=77)
    name = await link.name_of(consumer)
    await link.api(
        f"CONSUMER.CREATE.BOTS.{name}.{consumer.filter}",
        {"stream_name": "BOTS", "config": consumer.config(name), "action": "update"},
    )
    await set_up(link, Installation())
    info = await link.api(f"CONSUMER.INFO.BOTS.{name}")
    assert info["config"]["ack_wait"] == streams.BOT_WORKERS.ack_wait * 10**9


async def test_consumers_of_an_older_build_go_on_under_the_names_that_they_have_now(link: Link) -> None:
    await set_up(link, Installation())
    declared = (streams.publishers(0), streams.BOT_WORKERS, streams.due_consumer(Installation(), 0))
    for consumer in declared:
        await link.api(f"CONSUMER.DELETE.{consumer.stream}.{await link.name_of(consumer)}")
        older = {"stream_name": consumer.stream, "config": consumer.config(consumer.name), "action": ""}
        await link.api(f"CONSUMER.CREATE.{consumer.stream}.{consumer.name}.{consumer.filter}", older)
    for number in range(3):
        await store(link, "GAMES_0", f"game.0.r{number}", b"entry")
        await store(link, "BOTS", f"bot.game.r{number}", b"question")
    await passed_on(link, "GAMES_0", "publish-0", 2)
    for changed in (declared, tuple(replace(each, ack_wait=77) for each in declared)):
        for consumer in changed:
            await ensure_consumer(link, consumer)
            assert "error" in await link.api(f"CONSUMER.INFO.{consumer.stream}.{consumer.name}")
    infos = [
        await link.api(f"CONSUMER.INFO.{each.stream}.{await link.name_of(each)}") for each in declared[:2]
    ]
    assert [info["num_pending"] for info in infos] == [1, 3]
    assert {info["config"]["ack_wait"] for info in infos} == {77 * 10**9}


async def passed_on(link: Link, stream: str, consumer: str, count: int) -> None:
    """Take and acknowledge so many messages of a consumer."""
    taken = asyncio.Queue[Msg]()
    subscription = await link.subscribe(inbox := link.client.new_inbox(), taken.put)
    await pull(link, stream, consumer, inbox, batch=count, expires=2, heartbeat=1)
    for _ in range(count):
        await link.request((await taken.get()).reply, ACK)
    await link.unsubscribe(subscription)


@pytest.mark.parametrize(
    "asked", [Installation(partitions=32), Installation(shards=2)], ids=["partitions", "shards"]
)
async def test_another_shape_than_at_first_is_refused(link: Link, asked: Installation) -> None:
    await set_up(link, Installation())
    with pytest.raises(SetUpRefused) as refused:
        await set_up(link, asked)
    assert "16 partitions in 4 shards" in str(refused.value)
    assert f"{asked.partitions} partitions in {asked.shards} shards" in str(refused.value)
    assert "GAMES_4" not in await names(link)


async def test_a_small_installation_has_its_own_shape() -> None:
    with NatsServer() as server:
        small = Installation(partitions=2, shards=1)
        async with open_events(server.url, name="test", installation=small) as events:
            assert events.partitions == 2
            assert await events.games.append("room", b"", id="1", expected=0) == 1
        with pytest.raises(SetUpRefused):
            async with open_events(server.url, name="test"):
                pass


async def test_who_may_not_set_up_finds_nothing_until_somebody_did() -> None:
    with NatsServer() as server, pytest.raises(Unavailable):
        async with open_events(server.url, name="test", setting_up=False):
            pass


async def test_more_replicas_than_servers_are_refused_with_the_servers_reason(link: Link) -> None:
    with pytest.raises(SetUpRefused, match=r"replicas"):
        await set_up(link, Installation(replicas=3))


def test_quick_streams_are_plain_ones_at_three_replicas() -> None:
    assert streams.SNAPSHOTS.config(1)["persist_mode"] == "async"
    assert streams.SNAPSHOTS.config(3)["persist_mode"] == "default"


@asynccontextmanager
async def old_server(version: str) -> AsyncIterator[str]:
    """What greets like a server of that version, and can do nothing."""

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id":"x","version":"%s","max_payload":1048576}\r\n' % version.encode())
        while line := await reader.readline():
            if line.startswith(b"PING"):
                writer.write(b"PONG\r\n")
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    try:
        yield f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await server.wait_closed()


@pytest.mark.parametrize("version", ["2.10.29", "2.14.3", "1.4.1"])
async def test_an_old_server_is_refused_with_a_sentence(version: str) -> None:
    async with old_server(version) as url:
        with pytest.raises(SetUpRefused, match=rf"nats-server {version} is too old.*2\.15"):
            async with open_events(url, name="test"):
                pass


async def test_a_full_stream_says_so() -> None:
    with NatsServer() as server:
        async with open_events(server.url, name="test") as events:
            small = replace(streams.BOTS, max_messages=2).config(1)
            await events._link.api("STREAM.UPDATE.BOTS", small)
            await events.bots.put("game.room", b"1")
            await events.bots.put("game.room", b"2")
            with pytest.raises(Full):
                await events.bots.put("game.room", b"3")
