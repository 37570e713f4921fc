"""The calls that take something away: nobody has them made by an answer of JetStream's (decision 36)."""

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

import nats
import orjson
import pytest

from libs.events import streams
from libs.events.nats import NatsEvents, open_events
from libs.events.permissions import IN_THE_ACCOUNT, User, user_of, users
from libs.events.ports import Unavailable
from libs.events.seals import API, Calls, seal, sealed
from libs.events.streams import Installation
from libs.events.subjects import fits
from tests.libs.events.nats.attempts import RESTRICTED, calls, connected, jetstream
from tests.libs.events.twins import fresh
from tests.support.raw_client import RawClient
from tests.support.shipped_server import ShippedServer, password_of

pytestmark = pytest.mark.nats

SETTLED = 1.0
"""Seconds in which what streams and consumers were asked beside the connection has long been done: where a
seal is known (below), it takes a few milliseconds."""


@pytest.fixture(scope="module")
def server() -> Iterator[ShippedServer]:
    with ShippedServer() as server:
        yield server


@pytest.fixture
async def admin(server: ShippedServer) -> Any:
    async with connected(server, "admin") as admin:
        await admin.rooms.append(fresh(), b"1", id="1")
        await admin.chats.append(fresh(), b"1", id="1")
        await admin.games.append(fresh(), b"1", id="1", expected=0)
        yield admin


async def everything(admin: NatsEvents) -> dict[str, Any]:
    """What each stream is, holds, and has for consumers; of those that follow it, none."""
    listed = (await admin._link.api("STREAM.LIST", {}))["streams"]
    return {
        info["config"]["name"]: (
            info["config"],
            {word: info["state"][word] for word in ("messages", "first_seq", "last_seq")},
            await consumers(admin, info["config"]["name"]),
        )
        for info in listed
    }


async def consumers(admin: NatsEvents, stream: str) -> list[str]:
    answer = await admin._link.api(f"CONSUMER.NAMES.{stream}", {})
    return [name for name in answer["consumers"] if not name.startswith(("feed", "forger"))]


def answered_by_streams(user: User) -> list[str]:
    """What the user may ask of streams and consumers themselves: their answers go wherever they are to go."""
    return [
        call
        for call in jetstream()
        if any(fits(each, call) for each in IN_THE_ACCOUNT) and any(fits(each, call) for each in user.publish)
    ]


@pytest.mark.parametrize("user", RESTRICTED)
async def test_no_answer_of_jetstreams_is_a_call_that_changes_anything(
    server: ShippedServer, admin: NatsEvents, user: User
) -> None:
    """Its status messages have no body, as many calls want it: a stream was deleted by any user once."""
    asked, before = answered_by_streams(user), await everything(admin)
    await ask(server, user, asked, [f"{API}.{call}" for call in await known_calls(admin)])
    await asyncio.sleep(SETTLED)
    assert asked
    assert await everything(admin) == before


async def known_calls(admin: NatsEvents) -> list[str]:
    """Every call, of consumers too, whose names these users do not know."""
    names = {
        (each.stream, each.name): await admin._link.name_of(each)
        for each in streams.consumers(Installation())
    }
    known = []
    for call in calls():
        words = call.split(".")
        pairs = pairwise(words)
        known.append(".".join([words[0], *(names.get(pair, pair[1]) for pair in pairs)]))
    return known


async def ask(server: ShippedServer, user: User, asked: Iterable[str], places: Iterable[str]) -> None:
    client = await RawClient.open(server.url_of(user.name))
    try:
        await client.ask(asked, places)
    finally:
        await client.close()


async def test_it_would_be_one_where_the_seal_is_known(server: ShippedServer, admin: NatsEvents) -> None:
    """What the test above tries does its work: else it would show nothing."""
    analyst = user_of("analyst")
    assert analyst
    await admin._link.api("STREAM.CREATE.PREY", {"name": "PREY", "subjects": ["prey"]})
    known = sealed(seal("admin", password_of("admin")), "STREAM.DELETE.PREY")
    await ask(server, analyst, answered_by_streams(analyst), [known])
    await until_not(lambda: is_there(admin, "PREY"))


async def is_there(admin: NatsEvents, stream: str) -> bool:
    return "error" not in await admin._link.api(f"STREAM.INFO.{stream}")


async def until_not(found: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(100):
        if not await found():
            return
        await asyncio.sleep(0.05)
    pytest.fail("it is still there")


BODIES = (
    b"",
    b"{}",
    b'{"seq":1}',
    b'{"name":"CHAT","subjects":["command.>"]}',
    b'{"group":"engines"}',
    b'{"stream_name":"CHAT","config":{"name":"mine","durable_name":"mine","ack_policy":"explicit"}}',
)


async def test_no_message_of_ones_own_is_such_a_call(server: ShippedServer, admin: NatsEvents) -> None:
    """By a direct get, a pull, or a consumer that sends where its maker says."""
    async with connected(server, "rooms") as edge:
        link, rooms = edge._link, [fresh() for _ in BODIES]
        for room, body in zip(rooms, BODIES, strict=True):
            await edge.rooms.append(room, body, id="1")
        before = await everything(admin)
        for number, place in enumerate(f"{API}.{call}" for call in await known_calls(admin)):
            for room in rooms:
                asked = orjson.dumps({"last_by_subj": f"room.{room}"})
                await link.send(f"{API}.DIRECT.GET.ROOMS", asked, place)
            if number % 20 == 0:
                name = f"forger{number}"
                pulled = {"name": name, "filter_subject": "room.*", "ack_policy": "none"}
                pushed = pulled | {"deliver_subject": place, "idle_heartbeat": 100_000_000}
                for config in (pulled, pushed):
                    created = {"stream_name": "ROOMS", "config": config}
                    await link.api(f"CONSUMER.CREATE.ROOMS.{name}.room.*", created)
                    await link.send(f"{API}.CONSUMER.MSG.NEXT.ROOMS.{name}", b'{"batch":100}', place)
                    await link.settle()
                    await link.api(f"CONSUMER.DELETE.ROOMS.{name}")
        await asyncio.sleep(SETTLED)
        assert await everything(admin) == before


@pytest.mark.parametrize("known", [False, True], ids=["as everybody knows them", "if their names were known"])
async def test_no_answer_is_a_pull_from_a_consumer_of_another(
    server: ShippedServer, admin: NatsEvents, known: bool
) -> None:
    """It would stand there before those of the bots and engines, and what it got would go to nobody."""
    await admin.public.append(fresh(), b"told", id="1")
    declared = streams.consumers(Installation())
    real = [f"{each.stream}.{await admin._link.name_of(each)}" for each in declared]
    aimed_at = real if known else [f"{each.stream}.{each.name}" for each in declared]
    before = [await waiting(admin, each) for each in real]
    analyst = await nats.connect(server.url_of("analyst"), inbox_prefix="_INBOX_analyst")
    for number, aim in enumerate(aimed_at):
        config = {"name": f"forger{number}", "filter_subject": "public.*", "ack_policy": "explicit"}
        asked = orjson.dumps({"stream_name": "ANALYTICS", "config": config})
        await analyst.request(f"{API}.CONSUMER.CREATE.ANALYTICS.forger{number}.public.*", asked)
        pulls = f"{API}.CONSUMER.MSG.NEXT.ANALYTICS.forger{number}"
        await analyst.publish(pulls, b"1", reply=f"{API}.CONSUMER.MSG.NEXT.{aim}")
    await analyst.flush()
    await asyncio.sleep(SETTLED)
    more = [await waiting(admin, each) - had for each, had in zip(real, before, strict=True)]
    assert any(more) == known
    for number in range(len(aimed_at)):
        await admin._link.api(f"CONSUMER.DELETE.ANALYTICS.forger{number}")
    await analyst.close()


async def waiting(admin: NatsEvents, consumer: str) -> int:
    """How many pulls a consumer has to answer, or has answered."""
    info = await admin._link.api(f"CONSUMER.INFO.{consumer}")
    return int(info["num_waiting"] + info["delivered"]["consumer_seq"])


async def test_no_timer_that_fired_is_acknowledged_by_where_it_is_taken_to(
    server: ShippedServer, admin: NatsEvents
) -> None:
    """By a pull that is another pull's answer; an empty message acknowledged itself there."""
    room, installation = fresh(), Installation()
    due = streams.due_consumer(installation, installation.partition(room))
    async with connected(server, "rooms") as edge:
        link = edge._link
        pulls = orjson.dumps({"group": streams.GROUP, "batch": 64, "expires": 60 * streams.SECOND})
        await edge.rooms.append(room, pulls, id="1")
        config = {"name": "forger", "filter_subject": f"room.{room}", "ack_policy": "explicit"}
        created = {"stream_name": "ROOMS", "config": config}
        await link.api(f"CONSUMER.CREATE.ROOMS.forger.room.{room}", created)
        # If they knew its name.
        name = await admin._link.name_of(due)
        place = f"{API}.CONSUMER.MSG.NEXT.{due.stream}.{name}"
        await link.send(f"{API}.CONSUMER.MSG.NEXT.ROOMS.forger", b"1", place)
        await admin.timers.arm(room, time.time_ns() // 1_000_000)
        asked = f"CONSUMER.INFO.{due.stream}.{name}"
        await until_not(lambda: is_untouched(admin, asked))
        await asyncio.sleep(SETTLED)
        assert (await admin._link.api(asked))["num_ack_pending"] == 1
        await link.api("CONSUMER.DELETE.ROOMS.forger")


async def is_untouched(admin: NatsEvents, consumer: str) -> bool:
    return not (await admin._link.api(consumer))["delivered"]["consumer_seq"]


async def test_who_may_take_something_away_does(server: ShippedServer, admin: NatsEvents) -> None:
    room = fresh()
    async with connected(server, "chat") as chat:
        fences = [await chat.chats.append(room, word, id=str(word)) for word in (b"a", b"b", b"c")]
        await chat.chats.erase(room, fences[1])
        await chat.chats.purge(room, before=fences[1])
        assert [stored.data async for stored in chat.chats.read(room)] == [b"c"]
    async with connected(server, "rooms") as rooms:
        accounts = rooms.bucket("accounts")
        await accounts.create(room, b"somebody")
        await accounts.erase(room)
        assert await accounts.get(room) is None
    async with connected(server, "engine") as engine:
        fence = await engine.games.append(room, b"1", id="1", expected=0)
        stream = streams.games(engine._installation.shard(room)).name
        assert await engine._link.api(f"STREAM.MSG.DELETE.{stream}", {"seq": fence}) == {
            "type": "io.nats.jetstream.api.v1.stream_msg_delete_response",
            "success": True,
        }
        due = await engine._link.name_of(streams.due_consumer(Installation(), 0))
        answer = await engine._link.api(f"CONSUMER.UNPIN.GAMES_0.{due}", {"group": streams.GROUP})
        assert "error" not in answer


async def test_who_has_every_call_sealed_leaves_no_consumer_behind(admin: NatsEvents) -> None:
    async with admin.rooms.follow():
        assert await is_followed(admin)
    await until_not(lambda: is_followed(admin))


async def is_followed(admin: NatsEvents) -> bool:
    return bool((await admin._link.api("CONSUMER.NAMES.ROOMS", {}))["consumers"])


async def test_a_server_that_has_the_seal_of_another_password_is_named(server: ShippedServer) -> None:
    async with open_events(server.url, name="setup") as events:
        events._link.calls = Calls(seal=seal("admin", "another"), patterns=(">",))
        with pytest.raises(Unavailable, match=r"sealed\.….STREAM\.INFO\.ROOMS: the server was not given"):
            await events._link.api("STREAM.INFO.ROOMS")


def test_each_seal_is_of_one_user_and_one_password() -> None:
    assert seal("chat", "p1") == hashlib.sha256(b"chat:p1").hexdigest()[:32]
    assert len({seal(user.name, password) for user in users() for password in ("p1", "p2")}) == 2 * len(
        users()
    )
