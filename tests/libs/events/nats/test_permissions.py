"""The shipped users against a real server: each may do what its table says, and all else is refused."""

import asyncio
import re
import subprocess
from collections.abc import Iterator

import nats
import orjson
import pytest
from nats.aio.msg import Msg

from libs.events import streams
from libs.events.nats import NatsEvents, open_events
from libs.events.nats.pulling import pull
from libs.events.permissions import ADVISORIES, User, users
from libs.events.ports import Heard, Refused
from libs.events.subjects import fits
from tests.libs.events.nats.attempts import EVERYTHING, LISTENING, RESTRICTED, connected
from tests.libs.events.twins import fresh, until
from tests.support.nats_server import binary
from tests.support.raw_client import RawClient
from tests.support.shipped_server import SHIPPED, ShippedServer

pytestmark = pytest.mark.nats


def test_the_three_servers_are_the_same_over_tls() -> None:
    plain, secure = ((SHIPPED / name).read_text() for name in ("cluster.conf", "cluster-tls.conf"))
    without = re.sub(r"^ *tls \{.*?\n *\}\n", "", secure, flags=re.M | re.S)
    assert settings(without) == settings(plain)


def settings(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]


@pytest.mark.parametrize("name", ["server.conf", "cluster.conf"])
def test_the_server_takes_the_configuration_and_names_a_password_that_is_missing(name: str) -> None:
    given = {name: value for user in users() for name, value in user.environment("secret").items()} | {
        "NATS_MAX_FILE_STORE": "20GB",
        "NATS_SERVER_NAME": "nats-0",
        "NATS_MONITORING": "127.0.0.1:8222",
        "NATS_ROUTES": '["nats://route:secret@nats-0:6222", "nats://route:secret@nats-1:6222"]',
        "NATS_ADVERTISE": "nats-0:6222",
        "NATS_CLUSTER_PASSWORD": "secret",
    }
    check = [str(binary()), "--config", str(SHIPPED / name), "-t"]
    assert subprocess.run(check, env=given, capture_output=True, check=False).returncode == 0
    for missing in ("NATS_AI_PASSWORD", "NATS_CHAT_STREAM_PURGE_CHAT"):
        without = {name: value for name, value in given.items() if name != missing}
        refused = subprocess.run(check, env=without, capture_output=True, text=True, check=False)
        assert refused.returncode != 0
        assert missing in refused.stdout + refused.stderr


def forbidden(allowed: tuple[str, ...], wanted: tuple[str, ...]) -> set[str]:
    return {subject for subject in wanted if not any(fits(pattern, subject) for pattern in allowed)}


@pytest.fixture(scope="module")
def server() -> Iterator[ShippedServer]:
    with ShippedServer() as server:
        yield server


@pytest.mark.parametrize("user", RESTRICTED)
async def test_the_server_refuses_exactly_what_the_table_does_not_allow(
    server: ShippedServer, user: User
) -> None:
    client = await RawClient.open(server.url_of(user.name))
    try:
        unheard = forbidden(user.subscribe, LISTENING)
        assert await client.refused_to_subscribe(LISTENING) == unheard
        unsaid = forbidden(user.publish, EVERYTHING)
        assert await client.refused_to_publish(EVERYTHING) == unsaid
    finally:
        await client.close()
    assert unheard
    assert len(unsaid) > len(EVERYTHING) / 2


@pytest.mark.parametrize("user", RESTRICTED)
async def test_who_says_where_it_is_to_be_answered_may_not_publish_there(
    server: ShippedServer, user: User
) -> None:
    """The server's `allow_responses` let whoever had such a message, and that it had sent to itself."""
    client = await RawClient.open(server.url_of(user.name))
    try:
        unsaid = forbidden(user.publish, EVERYTHING)
        assert await client.refused_to_subscribe([f"{user.inbox}.me"]) == set()
        await client.ask([f"{user.inbox}.me"], unsaid)
        assert await client.refused_to_publish(unsaid) == unsaid
    finally:
        await client.close()


async def test_who_learns_where_one_answer_goes_does_not_know_where_the_next_is_waited_for(
    server: ShippedServer,
) -> None:
    """Nor where a stream's messages are: JetStream would carry there what somebody else has stored."""
    async with connected(server, "chat") as chat, connected(server, "rooms") as edge:
        replies = list[str]()

        async def taken(message: Msg) -> None:
            replies.append(message.reply)
            await chat._link.send(message.reply, b"heard")

        await chat._link.subscribe("say.*", taken)
        for _ in range(3):
            assert await edge.bus.request("say.Room1", b"", within=3) == b"heard"
        words = {word for reply in replies for word in reply.split(".")[1:]}
        assert len(words) == 4
        assert all(re.fullmatch("[0-9a-f]{16}", word) for word in words)


@pytest.mark.parametrize("stream", [streams.ROOMS, streams.TABLES], ids=lambda stream: stream.name)
async def test_who_follows_a_stream_often_keeps_nobody_else_from_following_it(
    server: ShippedServer, stream: streams.Stream
) -> None:
    async with connected(server, "chat") as chat, connected(server, "rooms") as edge:
        names = [f"c{number}" for number in range(100)]
        config = {"filter_subject": stream.subjects[0], "ack_policy": "none", "mem_storage": True}
        for name in names:
            asked = {"stream_name": stream.name, "config": config | {"name": name}}
            call = f"CONSUMER.CREATE.{stream.name}.{name}.{stream.subjects[0]}"
            assert "error" not in await chat._link.api(call, asked)
        async with edge.rooms.follow() if stream is streams.ROOMS else edge.tables.follow():
            for name in names:
                assert "error" not in await chat._link.api(f"CONSUMER.DELETE.{stream.name}.{name}")


async def test_an_analyst_follows_by_an_ordered_consumer(server: ShippedServer) -> None:
    """As docs/public-stream.md shows it."""
    async with open_events(server.url, name="setup") as events:
        room = fresh()
        await events.public.append(room, b"told", id="1")
        client = await nats.connect(server.url_of("analyst"), inbox_prefix="_INBOX_analyst")
        feed = await client.jetstream().subscribe(f"public.{room}", stream="ANALYTICS", ordered_consumer=True)
        assert (await feed.next_msg(timeout=3)).data == b"told"
        await client.close()


def test_every_subject_of_the_table_is_tried() -> None:
    untried = {
        pattern
        for user in users()
        for pattern in user.publish
        if not any(fits(pattern, subject) for subject in EVERYTHING)
    }
    assert untried == set()


FORBIDDEN = {
    "engine": (
        "$KV.accounts.p1 $KV.sessions.x $KV.names.x $KV.erased.p1 $KV.attempts.x $KV.settings.installation "
        "$JS.API.DIRECT.GET.KV_accounts $JS.API.DIRECT.GET.KV_sessions $JS.API.DIRECT.GET.KV_names "
        "chat.Room1 heard.Room1 $JS.API.DIRECT.GET.CHAT room.Room1 say.Room1 unsay.p1 command.player.0.Room1 "
        "archive.Room1 admin.banned drain.e1 $JS.API.STREAM.PURGE.GAMES_0 $JS.API.STREAM.DELETE.GAMES_0"
    ),
    "rooms": (
        "game.0.Room1 timer.0.Room1 due.0.0.Room1 snapshot.Room1 table.Room1 bot.fetih.Room1 public.Room1 "
        "view.Room1.0 chat.Room1 archive.Room1 aside.Room1 command.bot.0.Room1 command.admin.0.Room1 "
        "engines.alive drain.e1 admin.banned banned.p1 $JS.API.DIRECT.GET.GAMES_0 "
        "$JS.API.STREAM.MSG.GET.GAMES_0 $JS.API.DIRECT.GET.SNAPSHOTS "
        "$JS.API.CONSUMER.CREATE.GAMES_0.c.game.0.* $JS.API.DIRECT.GET.CHAT $JS.API.STREAM.PURGE.ROOMS"
    ),
    "ai": (
        "game.0.Room1 bot.fetih.Room1 command.player.0.Room1 command.host.0.Room1 ask.0.Room1 say.Room1 "
        "room.Room1 table.Room1 $JS.API.DIRECT.GET.GAMES_0 $JS.API.DIRECT.GET.ROOMS $JS.API.DIRECT.GET.CHAT "
        "$JS.API.STREAM.PURGE.BOTS $JS.API.CONSUMER.CREATE.BOTS.workers.bot.*.* $KV.accounts.p1"
    ),
    "chat": (
        "command.player.0.Room1 command.bot.0.Room1 command.host.0.Room1 command.admin.0.Room1 ask.0.Room1 "
        "engines.alive game.0.Room1 room.Room1 table.Room1 $JS.API.DIRECT.GET.GAMES_0 $KV.accounts.p1 "
        "$JS.API.STREAM.MSG.GET.GAMES_0 $JS.API.STREAM.MSG.GET.KV_accounts "
        "$JS.API.DIRECT.GET.ANALYTICS $JS.API.DIRECT.GET.ARCHIVE $JS.API.STREAM.PURGE.ROOMS"
    ),
    "analyst": (
        "public.Room1 game.0.Room1 command.player.0.Room1 ask.0.Room1 $JS.API.DIRECT.GET.GAMES_0 "
        "$JS.API.STREAM.MSG.GET.GAMES_0 $JS.API.DIRECT.GET.CHAT $JS.API.DIRECT.GET.ROOMS "
        "$JS.API.STREAM.PURGE.ANALYTICS "
        "$JS.API.STREAM.DELETE.ANALYTICS $JS.API.STREAM.MSG.DELETE.ANALYTICS $JS.API.STREAM.LIST"
    ),
}
"""What each must never do, said here once more: the table might be wrong."""

UNHEARD = {
    "engine": "say.* heard.* unsay.* presence.* view.*.* $KV.> _INBOX_rooms.>",
    "rooms": "command.*.*.* ask.*.* say.* game.*.* bot.*.* _INBOX_engine.> _INBOX_ai.>",
    "ai": "view.*.* game.*.* bot.*.* command.*.*.* heard.* room.* table.* _INBOX_engine.>",
    "chat": "view.*.* game.*.* command.*.*.* ask.*.* presence.* erased.* room.* _INBOX_rooms.>",
    "analyst": "public.* view.*.* game.*.* heard.* chat.* command.*.*.* _INBOX.> _INBOX_admin.>",
}


@pytest.mark.parametrize("user", RESTRICTED)
async def test_nobody_does_what_is_anothers(server: ShippedServer, user: User) -> None:
    client = await RawClient.open(server.url_of(user.name))
    try:
        unsaid, unheard = FORBIDDEN[user.name].split(), UNHEARD[user.name].split()
        assert await client.refused_to_publish(unsaid) == {*unsaid}
        assert await client.refused_to_subscribe(unheard) == {*unheard}
    finally:
        await client.close()


def test_the_bots_read_their_queue_alone_and_write_their_commands_alone() -> None:
    ai = next(user for user in users() if user.name == "ai")
    assert {*ai.publish} == {
        "$JS.API.INFO",
        "$JS.API.STREAM.NAMES",
        "$JS.API.STREAM.INFO.BOTS",
        "stats.told",
        "$JS.API.DIRECT.GET.KV_settings",
        "$JS.API.STREAM.MSG.GET.KV_settings",
        "$JS.API.STREAM.INFO.RESTORING",
        "_INBOX_ai.>",
        "$JS.API.CONSUMER.MSG.NEXT.BOTS.*",
        "$JS.API.CONSUMER.INFO.BOTS.*",
        "$JS.ACK.BOTS.>",
        "command.bot.*.*",
    }
    assert ai.subscribe == ("stats.ask", "drain.*", "_INBOX_ai.>")


async def test_what_is_forbidden_is_refused_at_once_and_named(server: ShippedServer) -> None:
    async with connected(server, "rooms") as events, asyncio.timeout(3):
        with pytest.raises(Refused, match=r"STREAM\.INFO\.GAMES_\d$"):
            await events.games.append("Room", b"1", id="1", expected=0)
        with pytest.raises(Refused, match=r"STREAM\.INFO\.SNAPSHOTS$"):
            await events.snapshots.put("Room", b"1")
        with pytest.raises(Refused, match="GAMES"):
            await events.games.last("Room")
        with pytest.raises(Refused, match=r"PURGE\.ROOMS"):
            await events.rooms.purge("Room")
        with pytest.raises(Refused, match=r"command\.bot\.1\.Room"):
            await events.bus.request("command.bot.1.Room", b"", within=5)
        with pytest.raises(Refused, match="listen"):
            await events.bus.listen("command.*.1.*", print)
    async with connected(server, "ai") as events, asyncio.timeout(3):
        with pytest.raises(Refused, match="ROOMS"):
            async with events.rooms.follow():
                """Not reached."""


async def test_a_queue_that_may_not_be_asked_is_refused_when_it_is_asked_again(server: ShippedServer) -> None:
    async with connected(server, "chat") as events, asyncio.timeout(3):
        link = events._link

        async def ask() -> None:
            await pull(link, "BOTS", "workers", "_INBOX_chat.1", batch=1, expires=1, heartbeat=0.5)

        await ask()
        await link.settle()
        with pytest.raises(Refused, match=r"MSG\.NEXT\.BOTS\.workers"):
            await ask()


async def test_what_jetstream_carries_to_a_listener_is_not_heard(server: ShippedServer) -> None:
    """The server does not ask whether who reads may write where the answer is to go."""
    room, heard = fresh(), list[Heard]()
    async with connected(server, "engine") as engine, connected(server, "rooms") as edge:
        await engine.bus.listen("command.*.3.*", heard.append)
        await edge.rooms.append(room, b"forged", id="1")
        forged = f"command.bot.3.{room}"
        direct, pulled = "$JS.API.DIRECT.GET.ROOMS", "$JS.API.CONSUMER.MSG.NEXT.ROOMS.forger"
        config = {"name": "forger", "filter_subject": "room.*", "ack_policy": "none"}
        asked = {"stream_name": "ROOMS", "config": config}
        await edge._link.api("CONSUMER.CREATE.ROOMS.forger.room.*", asked)
        await edge._link.send(direct, orjson.dumps({"last_by_subj": f"room.{room}"}), forged)
        await edge._link.send(direct, orjson.dumps({"last_by_subj": "room.nobody"}), forged)
        await edge._link.send(pulled, orjson.dumps({"batch": 1}), forged)
        await until(lambda: engine.counts.dropped == 3, within=3)
        await edge.bus.publish(f"command.player.3.{room}", b"meant")
        await until(lambda: bool(heard), within=3)
        assert [it.data for it in heard] == [b"meant"]


class Holder:
    """Is told of its partitions and makes nothing of it."""

    async def gained(self, partition: int) -> None: ...

    async def lost(self, partition: int) -> None: ...

    async def due(self, room: str) -> bool:
        return True


async def test_who_holds_partitions_believes_no_word_of_the_server_that_it_only_carried(
    server: ShippedServer,
) -> None:
    room, said = fresh(), b'{"stream":"GAMES_0","consumer":"due-0","reason":"none","id":"1"}'
    async with connected(server, "engine") as engine, connected(server, "chat") as chat:
        await chat.chats.append(room, said, id="1")
        async with engine.hold_partitions(Holder()):
            before = engine.counts.dropped
            for advisory in ADVISORIES:
                place = advisory.replace("*.*", "GAMES_0.due-0")
                asked = orjson.dumps({"last_by_subj": f"chat.{room}"})
                await chat._link.send("$JS.API.DIRECT.GET.CHAT", asked, place)
            await until(lambda: engine.counts.dropped - before == 2, within=3)


async def test_an_answer_goes_to_an_inbox_and_nowhere_else(server: ShippedServer) -> None:
    room, shard = fresh(), 0
    async with connected(server, "engine") as engine, connected(server, "ai") as ai:
        heard, before = list[Heard](), await entries(engine)
        await engine.bus.listen("command.*.3.*", heard.append)
        await ai._link.send(f"command.bot.3.{room}", b"?", f"game.{shard}.{room}")
        await until(lambda: bool(heard), within=3)
        await heard[0].answer(b"written in the engine's name")
        await engine._link.settle()
        assert await entries(engine) == before


async def entries(engine: NatsEvents) -> object:
    """How many entries are in a shard of the log."""
    name = await engine._link.name_of(streams.publishers(0))
    return (await engine._link.api(f"CONSUMER.INFO.GAMES_0.{name}"))["num_pending"]
