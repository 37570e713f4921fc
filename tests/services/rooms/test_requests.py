"""Bad input over HTTP, other sites, languages."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from aiohttp import ClientResponse

from libs.games.catalog import GAMES
from libs.runtime.metrics import REGISTRY
from services.rooms import server, wiring
from services.rooms.refusals import REFUSALS
from services.rooms.sentences import GAME_SENTENCES, LANGUAGES, SENTENCES, language_of
from tests.services.rooms.houses import House, house

JSON = {"Content-Type": "application/json"}
TEXT = {"Content-Type": "text/plain"}


async def problem(response: ClientResponse) -> tuple[int, str]:
    answer = await response.json()
    assert set(answer) == {"code", "message", "details"}
    return response.status, answer["code"]


@pytest.mark.parametrize(
    ("body", "headers", "why"),
    [
        pytest.param(b"{", JSON, (400, "not_json"), id="not JSON"),
        pytest.param(b"\xff\xfe", JSON, (400, "invalid_utf8"), id="not UTF-8"),
        pytest.param(b'{"bearer":"\xc3"}', JSON, (400, "invalid_utf8"), id="broken UTF-8 in a string"),
        pytest.param(b"[]", JSON, (400, "malformed"), id="no object"),
        pytest.param(b'{"bearer":1}', JSON, (400, "malformed"), id="of the wrong type"),
        pytest.param(b'{"admin":true}', JSON, (400, "unknown_field"), id="an unknown field"),
        pytest.param(b"{}", TEXT, (415, "unsupported_media_type"), id="no JSON type"),
        pytest.param(b" " * 70_000, JSON, (413, "body_too_large"), id="too large"),
        pytest.param(b"[" * 60_000, JSON, (400, "not_json"), id="too deep"),
    ],
)
async def test_a_bad_body_is_refused(
    home: House, body: bytes, headers: dict[str, str], why: tuple[int, str]
) -> None:
    async with home.session.post(home.stranger().url("/api/guests"), data=body, headers=headers) as response:
        assert await problem(response) == why


async def test_what_does_not_exist_is_a_problem_too(home: House) -> None:
    async with home.session.get(home.stranger().url("/api/nothing")) as response:
        assert await problem(response) == (404, "not_found")
    async with home.session.put(home.stranger().url("/api/rooms"), json={}) as response:
        assert await problem(response) == (405, "method_not_allowed")


@pytest.mark.parametrize(("set", "told"), [("divan@example.org", "divan@example.org"), ("", None)])
async def test_anybody_is_told_how_to_reach_who_runs_the_site(set: str, told: str | None) -> None:
    async with house(engines=0, contact=set) as home:
        assert await home.stranger().get("/api/site") == {"contact": told}


@pytest.mark.parametrize("token", ["wrong", "x" * 5000, "Bearer", "🎲"])
async def test_a_wrong_token_is_nobody(home: House, token: str) -> None:
    ali = home.stranger()
    headers = {"Authorization": f"Bearer {token}".encode().decode("latin-1")}
    async with ali.session.get(ali.url("/api/me"), headers=headers) as response:
        assert await problem(response) == (401, "not_signed_in")


@pytest.mark.parametrize("header", ["Authorization: Bearer \xff\xfe", "Cookie: divan_session=\xff\xfe"])
async def test_a_token_that_is_no_text_is_nobody(home: House, header: str) -> None:
    answer = await exchanged(home, f"GET /api/me HTTP/1.1\r\nHost: x\r\n{header}\r\n")
    assert answer.startswith(b"HTTP/1.1 401 ")
    assert b'"not_signed_in"' in answer


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_a_body_that_is_not_compressed_as_it_says_is_malformed(home: House, encoding: str) -> None:
    headers = {**JSON, "Content-Encoding": encoding}
    url = home.stranger().url("/api/guests")
    async with home.session.post(url, data=b"no such thing", headers=headers) as response:
        assert await problem(response) == (400, "malformed")


async def test_a_body_that_does_not_come_is_not_waited_for(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "BODY_PATIENCE", 0.05)
    head = "POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n"
    answer = await exchanged(home, head, b"{")
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"body_too_slow"' in answer


async def test_a_connection_without_a_request_is_not_kept_open(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "SILENCE", 0.1)
    edge = await home.start_edge()
    for said in (b"", b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", edge.port)
        writer.write(said)
        async with asyncio.timeout(5):
            await reader.read()
        writer.close()


async def test_what_is_no_http_is_counted_and_fills_no_log(
    home: House, caplog: pytest.LogCaptureFixture
) -> None:
    before = refused("not_http")
    for garbage in ("\0\1\2\r\n", "GET /api/me HTTP/1.1\r\nX-A: " + "a" * 9000 + "\r\n"):
        assert (await exchanged(home, garbage)).startswith(b"HTTP/1.0 400 ")
    assert refused("not_http") == before + 2
    assert caplog.records == []


def refused(code: str) -> float:
    return REGISTRY.get_sample_value("divan_rooms_requests_refused_total", {"code": code}) or 0.0


async def exchanged(home: House, head: str, body: bytes = b"") -> bytes:
    """What comes back to these bytes, up to the end of the connection or half a second without any."""
    reader, writer = await asyncio.open_connection("127.0.0.1", home.edge.port)
    writer.write(head.encode("latin-1") + b"\r\n" + body)
    got = b""
    with suppress(TimeoutError):
        while piece := await asyncio.wait_for(reader.read(65536), 0.5):
            got += piece
    writer.close()
    return got


async def test_a_refusal_speaks_the_language_asked_for(home: House) -> None:
    for accepted, expected in (("tr", "Böyle bir oda yok."), ("ru, en", "There is no such room.")):
        _, answer = await home.stranger().ask("GET", "/api/rooms/ABCDEF", **{"Accept-Language": accepted})
        assert answer["message"] == expected


async def test_who_must_wait_is_told_how_long() -> None:
    async with house(guests_per_minute=1) as home:
        await home.guest()
        async with home.session.post(home.stranger().url("/api/guests"), json={}) as response:
            assert response.headers["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("tr", "tr"),
        ("tr-TR,tr;q=0.9,en;q=0.8", "tr"),
        ("en;q=0.9,tr;q=0.3", "en"),
        ("de,fr", "en"),
        ("TR", "tr"),
        ("fa-IR,fa;q=0.9,en;q=0.8", "fa"),
        ("tr;q=x", "en"),
    ],
)
def test_the_language_liked_best_is_chosen(accepted: str | None, language: str) -> None:
    assert language_of(accepted) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence(language: str) -> None:
    assert {refusal.code for refusal in REFUSALS} <= SENTENCES[language].keys()
    assert SENTENCES[language].keys() == SENTENCES["en"].keys()


@pytest.mark.parametrize(("game", "language"), GAME_SENTENCES)
def test_every_refusal_of_a_game_has_a_sentence_in_its_languages(game: str, language: str) -> None:
    assert GAME_SENTENCES[game, language].keys() == GAMES[game].rejections.keys()


class Browser:
    """A guest with the cookie that a browser would keep."""

    def __init__(self, home: House, cookie: str) -> None:
        self.home = home
        self.cookie = cookie

    async def open_room(self, **headers: str) -> tuple[int, Any]:
        sent = {"Cookie": self.cookie, **headers}
        url = self.home.stranger().url("/api/rooms")
        async with self.home.session.post(url, json={"game": "tictactoe"}, headers=sent) as response:
            return response.status, json.loads(await response.text())


async def browser(home: House) -> Browser:
    async with home.session.post(home.stranger().url("/api/guests"), json={}) as response:
        return Browser(home, response.headers["Set-Cookie"].split(";")[0])


async def test_a_cookie_counts_for_requests_of_our_own_page_only(home: House) -> None:
    page = await browser(home)
    own = f"http://127.0.0.1:{home.edge.port}"
    assert (await page.open_room(Origin=own))[0] == 201
    for headers in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        status, answer = await page.open_room(**headers)
        assert (status, answer["code"]) == (403, "cross_origin")


async def test_a_program_with_a_cookie_says_so_in_a_header(home: House) -> None:
    assert (await (await browser(home)).open_room(**{"X-Divan-Request": "1"}))[0] == 201


async def test_another_sites_page_cannot_even_sign_in_here(home: House) -> None:
    status, answer = await home.stranger().ask("POST", "/api/guests", {}, Origin="https://evil.example")
    assert (status, answer["code"]) == (403, "cross_origin")


async def test_an_origin_that_is_no_address_is_another_site(home: House) -> None:
    client = await home.guest()
    body = {"game": "tictactoe"}
    status, answer = await client.ask("POST", "/api/rooms", body, Origin="http://[")
    assert (status, answer["code"]) == (403, "cross_origin")
    code = await client.open()
    status, answer = await client.ask("GET", f"/api/rooms/{code}/socket", Origin="http://[")
    assert (status, answer["code"]) == (403, "cross_origin")


async def test_where_the_site_has_a_name_that_origin_counts_and_no_other() -> None:
    async with house(site_url="https://divan.example", allowed_origins=("http://dev:5173",)) as home:
        page = await browser(home)
        for origin, status in (
            ("https://divan.example", 201),
            ("http://dev:5173", 201),
            (f"http://127.0.0.1:{home.edge.port}", 403),
            ("http://divan.example", 403),
        ):
            assert (await page.open_room(Origin=origin))[0] == status


async def test_the_address_that_a_client_claims_is_not_believed() -> None:
    async with house(guests_per_minute=1) as home:
        await home.guest()
        status, _ = await home.stranger().ask("POST", "/api/guests", {}, **{"X-Forwarded-For": "10.0.0.9"})
        assert status == 429


async def test_behind_a_proxy_its_word_for_the_address_counts() -> None:
    async with house(guests_per_minute=1, trust_forwarded=True) as home:
        statuses = [
            (await home.stranger().ask("POST", "/api/guests", {}, **{"X-Forwarded-For": address}))[0]
            for address in ("6.6.6.6, 10.0.0.9", "6.6.6.6, 10.0.0.8", "7.7.7.7, 10.0.0.9")
        ]
        assert statuses == [201, 201, 429]
