"""The same on a real server, with all services, by the operator's command; and what lies on the disk."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import aiohttp
import pytest

from divan.accounts import run_erase, run_erased, run_show
from divan.exits import Trouble
from libs.events.nats import open_events
from libs.games.catalog import GAMES
from libs.runtime.replay import replay
from services.chat.config import Config as ChatConfig
from services.chat.wiring import chat
from services.engine.config import Config as EngineConfig
from services.engine.wiring import engine
from services.rooms.wiring import Edge, rooms
from tests.services.rooms.houses import CONFIG, Client, Socket
from tests.services.rooms.searching import on_nats
from tests.services.rooms.test_erasing import NAME, PASSWORD, TALK, WORDS
from tests.support.nats_server import NatsServer

pytestmark = [pytest.mark.nats, pytest.mark.slow]


@pytest.fixture
async def edge(nats: NatsServer) -> AsyncIterator[Edge]:
    async with AsyncExitStack() as stack:
        for name, service in (
            ("engine", lambda events: engine(EngineConfig(nats_url="", master_key="5e" * 32), events)),
            ("chat", lambda events: chat(ChatConfig(nats_url=""), events)),
        ):
            events = await stack.enter_async_context(open_events(nats.url, name=name))
            await stack.enter_async_context(service(events))
        events = await stack.enter_async_context(open_events(nats.url, name="rooms"))
        yield await stack.enter_async_context(rooms(CONFIG, events))


async def played_out(edge: Edge, http: aiohttp.ClientSession) -> tuple[str, Client, list[Socket]]:
    """A finished game of an account, who has spoken, and a guest: the code, the guest and both sockets."""
    owner, other = Client(edge, http), await Client(edge, http).enter()
    asked = {"username": NAME, "password": PASSWORD, "bearer": True}
    owner.token = (await owner.post("/api/accounts", **asked))["token"]
    code = await owner.open()
    await other.post(f"/api/rooms/{code}/seats")
    sockets = [await owner.socket(code), await other.socket(code)]
    await sockets[0].send(type="chat", id="said", text=TALK)
    await sockets[1].next("chat", text=TALK)
    await owner.post(f"/api/rooms/{code}/start")
    for socket in sockets:
        await socket.next("view")
    assert (await sockets[0].command("r", type="resign"))["type"] == "accepted"
    await sockets[1].room(status="over")
    return code, other, sockets


@pytest.fixture(autouse=True)
def named(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands find the server as an operator's do."""
    monkeypatch.setenv("NATS_URL", nats.url)


async def hashes(url: str, code: str) -> list[bytes]:
    async with open_events(url, name="reader") as events:
        kept = await events.bucket("names").get(f"code.{code}")
        assert kept is not None
        room = kept.value.decode()
        return [page.table.hash async for page in replay(room, events.games.read(room), GAMES)]


def on_disk(nats: NatsServer, words: str) -> list[str]:
    files = [path for path in nats.folder.rglob("*") if path.is_file()]
    return [path.parent.parent.name for path in files if words.encode() in path.read_bytes()]


async def test_an_operator_erases_an_account_and_it_is_nowhere_while_its_game_stands(
    nats: NatsServer, edge: Edge, http: aiohttp.ClientSession, capsys: pytest.CaptureFixture[str]
) -> None:
    code, other, sockets = await played_out(edge, http)
    assert (await on_nats(nats.url, WORDS)).keys() == {"KV_accounts", "KV_names", "CHAT"}
    assert on_disk(nats, TALK) == ["CHAT"]
    before = await hashes(nats.url, code)
    capsys.readouterr()
    await run_show(None, NAME, as_json=True)
    shown = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (shown["name"], shown["guest"], shown["sessions"], shown["erasure"]) == (NAME, False, 1, None)

    def stays(question: str) -> None:
        raise Trouble(question)

    with pytest.raises(Trouble, match="nobody has the name Nobody"):
        await run_erase(None, "Nobody", None, within=1, is_sure=stays)
    with pytest.raises(Trouble, match=f"Erase {NAME} for good"):
        await run_erase(None, NAME, None, within=1, is_sure=stays)
    assert (await on_nats(nats.url, WORDS)).keys() == {"KV_accounts", "KV_names", "CHAT"}

    assert await run_erase(None, NAME, None, within=10)
    assert await sockets[0].closed() == 4401
    assert (await sockets[1].next("unsaid"))["ids"] == ["said"]
    assert await on_nats(nats.url, WORDS) == {}
    assert on_disk(nats, TALK) == []
    pseudonym = (await on_nats(nats.url, [shown["id"]])).keys()
    assert {"ROOMS", "KV_erased", "ADMIN"} <= pseudonym <= {"ROOMS", "KV_erased", "ADMIN", "ANALYTICS"}
    assert await hashes(nats.url, code) == before
    assert (await other.get(f"/api/rooms/{code}"))["seats"][0]["name"] == ""

    capsys.readouterr()
    await run_erased(None, as_json=False)
    assert shown["id"] in capsys.readouterr().out.splitlines()
    assert await run_erase(None, shown["id"], None, within=10), "once more does no harm"
    assert await run_erase(None, None, [shown["id"]], within=10)
    with pytest.raises(Trouble, match="nobody has the name"):
        await run_erase(None, NAME, None, within=1)


async def test_without_a_rooms_service_the_erasure_is_written_down_and_done_when_one_starts(
    nats: NatsServer, http: aiohttp.ClientSession
) -> None:
    async with open_events(nats.url, name="rooms") as events, rooms(CONFIG, events) as edge:
        asked = {"username": NAME, "password": PASSWORD}
        await Client(edge, http).post("/api/accounts", **asked)
    assert not await run_erase(None, NAME, None, within=0.2)
    async with (
        open_events(nats.url, name="chat") as chatting,
        chat(ChatConfig(nats_url=""), chatting),
        open_events(nats.url, name="rooms") as events,
        rooms(CONFIG, events),
    ):
        assert await run_erase(None, None, None, within=10)
        assert await on_nats(nats.url, WORDS) == {}
