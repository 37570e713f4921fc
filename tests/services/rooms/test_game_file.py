"""A game as a file over HTTP."""

import io
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from libs.runtime.game_file import GameFile, read_games
from services.engine import asks
from services.rooms.refusals import UNAVAILABLE, Denied
from services.rooms.route import Call, Download, Reply, Route
from services.rooms.server import send
from tests.services.rooms.houses import Client, House


async def nothing(_: Call) -> Reply:
    return Reply()


FILE_ROUTE = Route(method="GET", path="/some", name="some", summary="", handle=nothing, file="text/plain")


async def resigned(home: House) -> str:
    """The code of a room whose game is over."""
    code, _, (one, _) = await home.two_play()
    await one.command("c1", type="resign")
    return code


async def download(client: Client, door: str) -> tuple[aiohttp.ClientResponse, bytes]:
    async with client.session.get(client.url(f"/api/rooms/{door}/game"), headers=client._headers) as response:
        return response, await response.read()


def only_game(data: bytes) -> GameFile:
    (game,) = read_games(io.BytesIO(data))
    return game


async def test_a_game_that_is_over_is_a_file_named_by_its_code(home: House) -> None:
    code = await resigned(home)
    response, data = await download(home.stranger(), code)
    assert response.content_type == "application/x-ndjson"
    assert response.headers["Content-Disposition"] == f'attachment; filename="{code}.divan"'
    game = only_game(data)
    assert [room.id for room in home.edge.directory] == [game.header.room]
    assert game.header.is_over


async def test_the_file_is_the_same_however_many_pages_it_is_read_in(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await resigned(home)
    _, at_once = await download(home.stranger(), code)
    monkeypatch.setattr(asks, "LARGE_ANSWER", 1)
    _, paged = await download(home.stranger(), code)
    assert paged == at_once


async def test_by_the_watching_link_the_file_does_not_tell_the_code(home: House) -> None:
    code = await resigned(home)
    watch = (await home.stranger().get(f"/api/rooms/{code}"))["watch"]
    response, _ = await download(home.stranger(), watch)
    assert response.headers["Content-Disposition"] == 'attachment; filename="tictactoe.divan"'


async def test_there_is_no_file_before_the_end(home: House) -> None:
    code, (ali, _), _ = await home.two_play()
    assert await ali.refused("GET", f"/api/rooms/{code}/game") == (403, "not_yet")


async def test_a_file_that_cannot_be_made_to_its_end_is_cut_off() -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield b"half of it"
        raise Denied(UNAVAILABLE)

    async def handle(request: web.Request) -> web.StreamResponse:
        return await send(FILE_ROUTE, Download(name="some.divan", parts=parts()), request)

    app = web.Application()
    app.add_routes([web.get("/some", handle)])
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        response = await session.get(server.make_url("/some"))
        with pytest.raises(aiohttp.ClientPayloadError):
            await response.read()
