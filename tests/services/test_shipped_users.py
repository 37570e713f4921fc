"""All services as users of the shipped configuration: everything works, and the server refuses nothing."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from divan.accounts import run_erase
from divan.archiving.command import Wanted, run_archive
from divan.setup_command import run_setup
from services.ai.config import Config as AiConfig
from services.ai.wiring import ai
from services.chat.config import Config as ChatConfig
from services.chat.wiring import chat
from services.engine.config import Config as EngineConfig
from services.engine.wiring import engine
from services.rooms.wiring import Edge, rooms
from tests.services.rooms.houses import CONFIG, Client
from tests.services.rooms.test_rooms_on_nats import play_to_the_end
from tests.support.shipped_server import ShippedServer

pytestmark = [pytest.mark.nats, pytest.mark.slow]

EXAMPLE = Path(__file__).parents[2] / "examples" / "live_counts" / "live_counts.py"


@pytest.fixture
def server() -> Iterator[ShippedServer]:
    with ShippedServer() as server:
        yield server
        assert server.refused == []


@pytest.fixture
async def edge(server: ShippedServer) -> AsyncIterator[Edge]:
    """Every service, started before anything was set up; `divan setup` comes while they wait."""
    url = server.url_of
    engines = EngineConfig(nats_url=url("engine"), set_up=False, master_key="5e" * 32)
    bots = AiConfig(nats_url=url("ai"), set_up=False, bot_pause_min=0, bot_pause_max=0)
    async with AsyncExitStack() as stack:
        starting = [
            asyncio.create_task(stack.enter_async_context(service))
            for service in (
                engine(engines),
                engine(engines),
                ai(bots),
                chat(ChatConfig(nats_url=url("chat"), set_up=False)),
            )
        ]
        entering = asyncio.create_task(
            stack.enter_async_context(rooms(replace(CONFIG, nats_url=url("rooms"), set_up=False)))
        )
        await run_setup(url("admin"), replicas=1, within=5)
        await asyncio.gather(*starting)
        yield await entering


async def test_as_the_shipped_users_the_services_do_all_that_they_do(
    server: ShippedServer, edge: Edge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NATS_URL", server.url_of("admin"))
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        ali = Client(edge, http)
        account = await ali.post("/api/accounts", username="ali", password="a long password", bearer=True)
        ali.token = account["token"]
        code = (await ali.post("/api/rooms", game="tictactoe", bots=["perfect"], start=True))["code"]
        socket = await ali.socket(code)
        await socket.send(type="chat", id="said", text="good luck")
        await socket.next("chat", text="good luck")
        view = await play_to_the_end(ali, code)
        assert view["result"] is not None

        fork = {"from": {"room": code, "at": 2}, "bots": ["perfect"], "start": True}
        other = (await ali.post("/api/rooms", **fork))["code"]
        await play_to_the_end(ali, other)

        asked = Wanted(rooms=(code,), older_than=0, to=None, dry_run=False, as_json=True)
        assert await run_archive(asked, None)
        first = await ali.get(f"/api/rooms/{code}/positions/1")
        assert first["seq"] == 1, "the engine reads it out of the archive"

        counting = await asyncio.create_subprocess_exec(
            *(sys.executable, str(EXAMPLE), "--nats", server.url_of("analyst"), "--once"),
            *("--database", str(tmp_path / "counts.db")),
            stdout=PIPE,
        )
        counted, _ = await counting.communicate()
        assert b"tictactoe" in counted

        assert await run_erase(None, "ali", None, within=10)
        assert await socket.closed() == 4401
