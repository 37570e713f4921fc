"""A whole game of fetih over the real services: two persons and three bots, one person cut off."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import pytest

from libs.events.nats import open_events
from services.ai.config import Config as AiConfig
from services.ai.wiring import ai
from services.chat.config import Config as ChatConfig
from services.chat.wiring import chat
from services.engine.config import Config as EngineConfig
from services.engine.wiring import engine
from services.rooms.wiring import Edge, rooms
from tests.services.rooms.houses import CONFIG, Client
from tests.support.deputy import Deputy
from tests.support.hastened import FastClock, hastened
from tests.support.nats_server import NatsServer

pytestmark = [pytest.mark.nats, pytest.mark.slow]

TIMES = 10.0
"""A turn of a minute lapses after six seconds."""

PATIENCE = 400.0
"""Seconds of the wall clock that the whole game may take."""


@pytest.fixture
async def edge(nats: NatsServer) -> AsyncIterator[Edge]:
    """All services, by one fast clock."""
    clock = FastClock(TIMES)
    async with AsyncExitStack() as stack:
        names = ("engine", "chat", "ai", "rooms")
        on = {name: await stack.enter_async_context(open_events(nats.url, name=name)) for name in names}
        keyed = EngineConfig(nats_url="", master_key="5e" * 32)
        await stack.enter_async_context(engine(keyed, hastened(on["engine"], clock), now=clock.now))
        await stack.enter_async_context(chat(ChatConfig(nats_url=""), on["chat"], clock.now))
        quick = AiConfig(nats_url="", bot_pause_min=0, bot_pause_max=0)
        await stack.enter_async_context(ai(quick, on["ai"], now=clock.now))
        yield await stack.enter_async_context(rooms(CONFIG, on["rooms"], now=clock.now))


def deputy(client: Client, code: str, seed: int) -> Deputy:
    url = client.url(f"/api/rooms/{code}/socket")
    return Deputy(client.session, url, {"Authorization": f"Bearer {client.token}"}, random.Random(seed))


async def test_a_person_cut_off_for_two_turns_comes_back_and_the_game_is_played_to_its_end(
    edge: Edge,
) -> None:
    async with (
        asyncio.timeout(PATIENCE),
        aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http,
    ):
        ali, veli = await Client(edge, http).enter(), await Client(edge, http).enter()
        code = await ali.open("fetih", bots=["standard"] * 3)
        await veli.post(f"/api/rooms/{code}/seats")
        stays, goes = deputy(ali, code, 1), deputy(veli, code, 2)
        for player in (stays, goes):
            await player.connect()
        await ali.post(f"/api/rooms/{code}/start")

        taken_over = asyncio.Event()

        async def cut_off_and_back() -> None:
            while not goes.document or goes.view["phase"] == "draft" or goes.view["round"] < 2:
                await goes.hear()
            await goes.cut()
            await taken_over.wait()
            await goes.connect()
            while not goes.is_over:
                await goes.hear()

        async def play() -> None:
            while not stays.is_over:
                await stays.hear()
                if stays.has_heard(type="BotTookOver") or stays.is_over:
                    taken_over.set()

        await asyncio.gather(play(), cut_off_and_back())

        seat = goes.view["you"]
        told = [what for what in stays.told if is_of_absence(what, seat)]
        gone = told.index({"type": "SeatDisconnected", "seat": seat})
        # On a slow machine other turns of theirs may have passed as well, before and after.
        assert told[gone : gone + 5] == [
            {"type": "SeatDisconnected", "seat": seat},
            {"type": "TurnEnded", "seat": seat, "reason": "timeout"},
            {"type": "TurnEnded", "seat": seat, "reason": "timeout"},
            {"type": "BotTookOver", "seat": seat},
            {"type": "SeatReconnected", "seat": seat, "took_back": True},
        ]
        result = stays.document["result"]
        assert result["reason"] in ("continents", "last_standing")
        assert sorted(each["place"] for each in result["seats"]) == [1, 2, 3, 4, 5]
        assert goes.document["result"] == result
        assert (await ali.get(f"/api/rooms/{code}"))["status"] == "over"


def is_of_absence(event: dict[str, Any], seat: int) -> bool:
    kinds = ("SeatDisconnected", "BotTookOver", "SeatReconnected")
    return event.get("seat") == seat and (event["type"] in kinds or event.get("reason") == "timeout")
