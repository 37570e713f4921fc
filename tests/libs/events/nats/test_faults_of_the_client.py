"""Known faults of nats-py 2.16, each shown to be out of reach: by a ban, or by what happens instead."""

import ast
import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from nats.aio.msg import Msg

from libs.events.nats import open_events
from libs.events.ports import Heard, Refused
from tests.libs.events.twins import fresh, until
from tests.support.nats_server import NatsServer, Server

ROOT = Path(__file__).parents[4]

BANNED = {
    "publish_async": "its future never resolves where the server refuses (nats.py #985)",
    "fetch": "it raises on an empty stream, stalls on orphan pulls, knows no priority groups (#418, #986)",
    "pull_subscribe": "its requests are not asked again after a reconnect (#504, #507)",
    "object_store": "its get leaks two tasks a call (#596)",
    "create_object_store": "its get leaks two tasks a call (#596)",
    "flush": "an answer that comes after it gave up ends the reader",
    "rtt": "an answer that comes after it gave up ends the reader",
    "messages": "the iterator is several times slower than callbacks (#541)",
    "drain": "it waits for listeners and may time out: close ends a link",
    "jetstream": "its publish does not ask again where a stream has no leader; its consumers: see fetch",
}


def python_files() -> Iterator[Path]:
    for folder in ("divan", "services", "libs"):
        yield from (ROOT / folder).rglob("*.py")


def uses_of_client(tree: ast.AST) -> Iterator[str]:
    """Names of methods that are called on something that speaks to NATS."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in BANNED:
            yield node.attr


def test_faulty_calls_of_the_client_are_not_used() -> None:
    adapter = ROOT / "libs" / "events" / "nats"
    used = {
        f"{path.relative_to(ROOT)}: {name} ({BANNED[name]})"
        for path in adapter.rglob("*.py")
        for name in uses_of_client(ast.parse(path.read_text()))
    }
    assert used == set()


def test_an_unanswered_publish_is_used_nowhere() -> None:
    used = [path for path in python_files() if "publish_async" in path.read_text()]
    assert used == []


@pytest.mark.nats
async def test_a_listener_that_raises_does_not_end_the_reader(nats_server: Server) -> None:
    async with open_events(nats_server.url, name="test") as events:
        subject = f"presence.{fresh()}"
        heard: list[bytes] = []

        def handle(it: Heard) -> None:
            heard.append(it.data)
            raise RuntimeError("a bug")

        await events.bus.listen(subject, handle)
        for number in range(5):
            await events.bus.publish(subject, b"%d" % number)
        await until(lambda: len(heard) == 5, within=1)
        assert await events.alive()


@pytest.mark.nats
async def test_a_raw_callback_that_raises_does_not_end_the_reader(nats_server: Server) -> None:
    async with open_events(nats_server.url, name="test") as events:
        subject = f"presence.{fresh()}"
        heard: list[bytes] = []

        async def taken(message: Msg) -> None:
            heard.append(message.data)
            raise OSError("a bug in disguise")

        await events._link.subscribe(subject, taken)
        for number in range(3):
            await events.bus.publish(subject, b"%d" % number)
        await until(lambda: len(heard) == 3, within=1)
        assert await events.alive()


@pytest.mark.nats
async def test_a_call_on_reconnect_that_raises_does_not_end_reconnecting(own_nats_server: Server) -> None:
    async with open_events(own_nats_server.url, name="test") as events:
        called: list[str] = []

        def fails() -> None:
            called.append("fails")
            raise RuntimeError("a bug")

        events._link.on_reconnect |= {fails, lambda: called.append("works")}
        for times in (1, 2):
            own_nats_server.kill()
            own_nats_server.start()
            await until(lambda: sorted(called) == ["fails"] * times + ["works"] * times, within=5)  # noqa: B023
        assert await events.alive()


@pytest.mark.nats
async def test_a_listener_that_is_too_slow_loses_messages_with_a_count_and_nothing_else(
    nats_server: Server,
) -> None:
    async with (
        open_events(nats_server.url, name="slow") as slow,
        open_events(nats_server.url, name="quick") as quick,
    ):
        subject, going_on, heard = f"presence.{fresh()}", asyncio.Event(), list[bytes]()

        async def taken(message: Msg) -> None:
            heard.append(message.data)
            await going_on.wait()

        await slow._link.subscribe(subject, taken, pending=100)
        for number in range(3000):
            await quick.bus.publish(subject, b"%d" % number)
        await until(lambda: slow.counts.dropped > 2000, within=5)
        assert await slow.alive()
        going_on.set()
        await until(lambda: len(heard) + slow.counts.dropped == 3000, within=5)


PERMISSIONS = """
authorization {
  users = [
    { user: "all", password: "x" }
    { user: "few", password: "x", permissions: {
        publish: { deny: ["write.*.game.>", "write.*.room.>", "view.>"] }, subscribe: { deny: ["command.>"] }
    } }
  ]
}
"""


@pytest.mark.nats
async def test_what_permissions_forbid_is_refused_and_does_not_look_like_an_outage() -> None:
    with NatsServer(more=PERMISSIONS) as server:
        everything, little = (f"nats://{user}:x@127.0.0.1:{server.port}" for user in ("all", "few"))
        async with open_events(everything, name="all"):
            pass
        async with open_events(little, name="few", setting_up=False) as events, asyncio.timeout(2):
            with pytest.raises(Refused, match="permissions"):
                await events.games.append("Room", b"1", id="1", expected=0)
            with pytest.raises(Refused, match="permissions"):
                await events.rooms.append("Room", b"1", id="1")
            with pytest.raises(Refused, match="permissions"):
                await events.bus.request("view.Room.0", b"", within=5)
            with pytest.raises(Refused, match="permissions"):
                await events.bus.listen("command.*.3.*", lambda heard: None)
            await events.tables.put("Room", b"1")
            assert events.counts.refused == 4


@pytest.mark.nats
async def test_a_late_answer_to_a_request_that_gave_up_harms_nobody(nats_server: Server) -> None:
    async with open_events(nats_server.url, name="test") as events:
        subject, waiting = f"ask.1.{fresh()}", list[Heard]()
        await events.bus.listen(subject, waiting.append)
        for _ in range(3):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.02):
                    await events.bus.request(subject, b"", within=5)
        for heard in waiting:
            await heard.answer(b"late")
        assert await events.alive()
        assert events._link._waiting == {}
