"""The edge on a real server: a whole game, the server killed in the middle, a process that is replaced."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
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
from tests.services.rooms.houses import CONFIG, Client, Socket
from tests.support.nats_server import NatsServer, free_port
from tests.support.service_process import service_process

pytestmark = [pytest.mark.nats, pytest.mark.slow]


@asynccontextmanager
async def edge_on(nats: NatsServer) -> AsyncIterator[Edge]:
    config = replace(CONFIG, command_patience=10.0)
    async with open_events(nats.url, name="rooms") as events, rooms(config, events) as edge:
        yield edge


@pytest.fixture
async def edge(nats: NatsServer) -> AsyncIterator[Edge]:
    """An edge with all other services beside it."""
    async with AsyncExitStack() as stack:
        for name, service in (
            ("engine", lambda events: engine(EngineConfig(nats_url="", master_key="5e" * 32), events)),
            ("chat", lambda events: chat(ChatConfig(nats_url=""), events)),
            ("ai", lambda events: ai(AiConfig(nats_url="", bot_pause_min=0, bot_pause_max=0), events)),
        ):
            events = await stack.enter_async_context(open_events(nats.url, name=name))
            await stack.enter_async_context(service(events))
        yield await stack.enter_async_context(edge_on(nats))


async def begun(socket: Socket) -> Socket:
    """The socket once it has a view."""
    if socket.all[0]["view"] is None:
        await socket.next("view")
    return socket


async def table_of_two(edge: Edge, http: aiohttp.ClientSession) -> tuple[str, list[Client], list[Socket]]:
    ali, veli = await Client(edge, http).enter(), await Client(edge, http).enter()
    code = await ali.open()
    await veli.post(f"/api/rooms/{code}/seats")
    sockets = [await ali.socket(code), await veli.socket(code)]
    await ali.post(f"/api/rooms/{code}/start")
    return code, [ali, veli], [await begun(socket) for socket in sockets]


async def play_to_the_end(ali: Client, code: str) -> dict[str, Any]:
    """Ali on seat 0 makes the first move on offer whenever it is hers; the last view."""
    socket = await begun(await ali.socket(code))
    view = socket.all[0]["view"] or next(message for message in socket.all if message["type"] == "view")
    moves = 0
    while view["result"] is None:
        if view["options"] and view["wait"]["seats"] == [0]:
            moves += 1
            answer = await socket.command(f"m{moves}", view["number"], **view["options"][0]["command"])
            assert answer["type"] == "accepted"
        view = await socket.next("view")
    return view


async def test_a_person_plays_a_bot_to_the_end(edge: Edge, http: aiohttp.ClientSession) -> None:
    ali = await Client(edge, http).enter()
    room = await ali.post("/api/rooms", game="tictactoe", bots=["perfect"], start=True)
    view = await play_to_the_end(ali, room["code"])
    assert view["result"]["seats"][1]["outcome"] in ("won", "drew")


async def test_a_game_that_is_over_goes_on_from_its_second_entry_in_a_room_of_its_own(
    edge: Edge, http: aiohttp.ClientSession
) -> None:
    ali = await Client(edge, http).enter()
    source = (await ali.post("/api/rooms", game="tictactoe", bots=["perfect"], start=True))["code"]
    await play_to_the_end(ali, source)
    asked = {"from": {"room": source, "at": 2}, "bots": ["perfect"], "start": True}
    room = await ali.post("/api/rooms", **asked)
    view = await play_to_the_end(ali, room["code"])
    first = await ali.get(f"/api/rooms/{room['code']}/positions/1")
    past = await ali.get(f"/api/rooms/{source}/positions/2")
    assert (first["view"], first["seq"], past["seq"]) == (past["view"], 1, 2)
    assert view["seq"] == view["number"]
    assert room["fork"] == {"room": source, "seq": 2}


async def test_a_game_goes_on_when_the_server_was_killed_in_the_middle(
    nats: NatsServer, edge: Edge, http: aiohttp.ClientSession
) -> None:
    _, _, sockets = await table_of_two(edge, http)
    first = sockets[0].view["first"]
    assert (await sockets[first].command("c1", type="place", cell=0))["type"] == "accepted"
    nats.kill()
    await sockets[1 - first].send(type="command", id="c2", seen=2, command={"type": "place", "cell": 1})
    await asyncio.sleep(0.3)
    nats.restart()
    async with asyncio.timeout(10):
        answer = await sockets[1 - first].answer("c2")
        assert answer["type"] == "accepted"
        for socket in sockets:
            while (await socket.next("view"))["number"] != 3:
                """The view of the first move."""
    assert (await sockets[first].command("c3", type="place", cell=3))["type"] == "accepted"


async def test_an_edge_that_takes_over_knows_rooms_seats_and_sessions(
    nats: NatsServer, edge: Edge, http: aiohttp.ClientSession
) -> None:
    code, (ali, _), sockets = await table_of_two(edge, http)
    await sockets[sockets[0].view["first"]].command("c1", type="place", cell=0)
    async with edge_on(nats) as other:
        back = await ali.at(other).socket(code, "?since=1")
        welcome = back.all[0]
        assert (welcome["seat"], welcome["view"]["number"]) == (0, 2)
        assert [told["number"] for told in welcome["missed"]] == [2]
        assert welcome["boot"] != sockets[0].all[0]["boot"]


async def test_two_edges_that_race_for_a_seat_seat_one(
    nats: NatsServer, edge: Edge, http: aiohttp.ClientSession
) -> None:
    async with edge_on(nats) as other:
        for _ in range(10):
            code = await (await Client(edge, http).enter()).open()
            rivals = [await Client(one, http).enter() for one in (edge, other)]
            answers = await asyncio.gather(
                *(rival.ask("POST", f"/api/rooms/{code}/seats", {}) for rival in rivals)
            )
            assert sorted(status for status, _ in answers) == [200, 409]


async def test_the_process_starts_serves_and_stops_cleanly(
    nats: NatsServer, http: aiohttp.ClientSession
) -> None:

    port = free_port()
    async with service_process("rooms", nats.url, {"DIVAN_HTTP_PORT": str(port)}) as process:
        async with http.get(f"http://127.0.0.1:{port}/readyz") as response:
            assert response.status == 200
        async with http.post(f"http://127.0.0.1:{port}/api/guests", json={"bearer": True}) as response:
            token = (await response.json())["token"]
        assert await process.stop() == 0
    assert token not in process.log
