"""The page's files, and what operators ask."""

import gzip
from pathlib import Path

import pytest
from yarl import URL

from tests.services.rooms.houses import House, house


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A built page, with a secret beside its folder."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Divan</title>")
    (folder / "assets" / "main-1a2b.js").write_text("plain")
    (folder / "assets" / "main-1a2b.js.gz").write_bytes(gzip.compress(b"small"))
    (tmp_path / "secret.txt").write_text("secret")
    return folder


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/room/ABCDEF",
        "/oda/ABCDEF",
        "/watch/abc_-def",
        "/replay/ABCDEF",
        "/tekrar/abc_-def",
        "/verify",
        "/dogrula",
        "/sign-in",
        "/giris?next=%2Foda%2FABCDEF",
        "/privacy",
        "/gizlilik",
        "/about",
        "/hakkinda",
        "/contact",
        "/iletisim",
    ],
)
async def test_the_page_answers_at_each_of_its_addresses(built: Path, path: str) -> None:
    async with (
        house(engines=0, page_folder=built) as home,
        home.session.get(home.stranger().url(path)) as response,
    ):
        assert "<title>Divan</title>" in await response.text()
        assert response.headers["Cache-Control"] == "no-cache"
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/gizlilik/", "/gizlilik"),
        ("/replay/abc_-def/", "/replay/abc_-def"),
        ("/giris/?next=/oda/ABCDEF%3Fa%26b", "/giris?next=/oda/ABCDEF?a%26b"),
        # Whatever stands in it, it leads to this server.
        ("/room/%2F%2Felsewhere.example/", "/room/%2F%2Felsewhere.example"),
    ],
)
async def test_a_pages_address_with_a_slash_at_its_end_leads_to_the_page(
    built: Path, path: str, leads_to: str
) -> None:
    async with (
        house(engines=0, page_folder=built) as home,
        home.session.get(URL(home.stranger().url(path), encoded=True), allow_redirects=False) as response,
    ):
        assert response.status == 308
        assert response.headers["Location"] == leads_to


async def test_a_file_named_by_its_hash_is_kept_for_ever(built: Path) -> None:
    async with (
        house(engines=0, page_folder=built) as home,
        home.session.get(
            home.stranger().url("/assets/main-1a2b.js"), headers={"Accept-Encoding": "identity"}
        ) as response,
    ):
        assert await response.text() == "plain"
        assert "immutable" in response.headers["Cache-Control"]


async def test_a_file_is_sent_compressed_where_it_lies_so(built: Path) -> None:
    async with (
        house(engines=0, page_folder=built) as home,
        home.session.get(
            home.stranger().url("/assets/main-1a2b.js"), headers={"Accept-Encoding": "gzip"}
        ) as response,
    ):
        assert await response.text() == "small"
        assert response.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.js",
        "/assets",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%00",
        "/assets/" + "x" * 300,
    ],
)
async def test_what_was_not_built_is_not_there(built: Path, path: str) -> None:
    async with (
        house(engines=0, page_folder=built) as home,
        home.session.get(home.stranger().url("") + path) as response,
    ):
        assert response.status == 404
        assert "secret" not in await response.text()


async def test_where_nothing_is_built_a_page_says_how(home: House) -> None:
    async with home.session.get(home.stranger().url("/")) as response:
        assert "make web" in await response.text()


async def test_the_public_port_tells_health_and_no_more(home: House) -> None:
    for path, text in (("/healthz", "ok\n"), ("/readyz", "ready\n"), ("/readyz?verbose", "ready\n")):
        async with home.session.get(home.stranger().url(path)) as response:
            assert (response.status, await response.text()) == (200, text)
    async with home.session.get(home.stranger().url("/metrics")) as response:
        assert response.status == 404
        assert "divan_" not in await response.text()


async def test_operators_are_told_metrics_on_a_port_of_their_own() -> None:
    async with (
        house(engines=0, rooms_health_port=0) as home,
        home.session.get(f"http://127.0.0.1:{home.edge.health_port}/metrics") as response,
    ):
        assert response.status == 200
        assert "divan_rooms_sockets" in await response.text()


async def test_an_edge_without_nats_is_not_ready(home: House) -> None:
    home.server.reachable = False
    async with home.session.get(home.stranger().url("/readyz")) as response:
        assert response.status == 503


async def test_without_nats_requests_are_refused_and_nothing_breaks(home: House) -> None:
    ali = await home.guest()
    home.server.reachable = False
    assert await home.stranger().refused("POST", "/api/guests", {}) == (503, "unavailable")
    assert await ali.refused("POST", "/api/rooms", {"game": "tictactoe"}) == (503, "unavailable")
    home.server.reachable = True
    await ali.open()
