"""Signing up, in and out; guests and sessions (F97 to F99a)."""

import pytest

from tests.services.rooms.houses import House, house

DAY = 24 * 3600.0


async def test_signing_up_signs_in(home: House) -> None:
    ali = home.stranger()
    answer = await ali.post("/api/accounts", username="Ali", password="secret1", bearer=True)
    ali.token = answer["token"]
    assert await ali.get("/api/me") == {"name": "Ali", "guest": False, "rooms": []}


async def test_names_that_look_alike_are_taken(home: House) -> None:
    await home.stranger().post("/api/accounts", username="İnci", password="secret1")
    for name in ("INCI", "ıncı", "inci"):  # noqa: RUF001
        asked = {"username": name, "password": "secret1"}
        assert await home.stranger().refused("POST", "/api/accounts", asked) == (409, "username_taken")


@pytest.mark.parametrize(
    ("username", "password", "why"),
    [
        ("ab", "secret1", (422, "bad_username")),
        ("ali veli", "secret1", (422, "bad_username")),
        ("ali", "12345", (422, "bad_password")),
        ("Misafir0427", "secret1", (409, "username_taken")),
        ("guest12345", "secret1", (409, "username_taken")),
    ],
)
async def test_a_bad_name_or_password_is_refused(
    home: House, username: str, password: str, why: tuple[int, str]
) -> None:
    asked = {"username": username, "password": password}
    assert await home.stranger().refused("POST", "/api/accounts", asked) == why


async def test_signing_in_takes_the_name_in_any_spelling(home: House) -> None:
    await home.stranger().post("/api/accounts", username="İnci", password="secret1")
    answer = await home.stranger().post("/api/sessions", username="INCI", password="secret1")
    assert answer["me"]["name"] == "İnci"


async def test_a_wrong_name_and_a_wrong_password_are_answered_alike(home: House) -> None:
    await home.stranger().post("/api/accounts", username="Ali", password="secret1")
    answers = [
        await home.stranger().ask("POST", "/api/sessions", {"username": name, "password": password})
        for name, password in (("Ali", "secret2"), ("Veli", "secret1"), ("?", "secret1"))
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][1]["code"] == "bad_credentials"


async def test_after_ten_failures_a_name_waits(home: House) -> None:
    await home.stranger().post("/api/accounts", username="Ali", password="secret1")
    wrong = {"username": "Ali", "password": "secret2"}
    for _ in range(10):
        assert await home.stranger().refused("POST", "/api/sessions", wrong) == (401, "bad_credentials")
    right = {"username": "ALI", "password": "secret1"}
    assert await home.stranger().refused("POST", "/api/sessions", right) == (429, "too_many_attempts")
    await home.pass_time(15 * 60)
    await home.stranger().post("/api/sessions", **right)


async def test_a_guest_has_a_name_of_its_own(home: House) -> None:
    names = {(await home.guest()).name for _ in range(20)}
    assert len(names) == 20
    assert all(name.startswith("Guest") and len(name) == 9 for name in names)


async def test_a_guest_is_named_in_the_language_asked_for(home: House) -> None:
    _, answer = await home.stranger().ask("POST", "/api/guests", {}, **{"Accept-Language": "tr-TR,en;q=0.5"})
    assert answer["me"]["name"].startswith("Misafir")


async def test_signing_out_ends_that_session_only(home: House) -> None:
    await home.stranger().post("/api/accounts", username="Ali", password="secret1")
    one, two = home.stranger(), home.stranger()
    for ali in (one, two):
        answer = await ali.post("/api/sessions", username="Ali", password="secret1", bearer=True)
        ali.token = answer["token"]
    await one.delete("/api/sessions/current")
    assert await one.refused("GET", "/api/me") == (401, "not_signed_in")
    await two.get("/api/me")


async def test_signing_out_closes_the_sessions_sockets(home: House) -> None:
    ali = await home.guest()
    socket = await ali.socket(await ali.open())
    await ali.delete("/api/sessions/current")
    assert await socket.closed() == 4401


@pytest.mark.parametrize(("days", "seconds"), [(2.0, 0.0), (1.0, 0.0)])
async def test_a_guest_is_remembered_for_two_days_from_the_last_use(
    home: House, days: float, seconds: float
) -> None:
    ali = await home.guest()
    await home.pass_time(days * DAY + seconds)
    await ali.get("/api/me")


async def test_after_that_the_session_has_expired(home: House) -> None:
    ali = await home.guest()
    await home.pass_time(2 * DAY + 1)
    assert await ali.refused("GET", "/api/me") == (401, "session_expired")


async def test_every_use_counts_anew(home: House) -> None:
    ali = await home.guest()
    for _ in range(3):
        await home.pass_time(1.5 * DAY)
        await ali.get("/api/me")


async def test_an_account_is_remembered_for_thirty_days(home: House) -> None:
    ali = home.stranger()
    ali.token = (await ali.post("/api/accounts", username="Ali", password="secret1", bearer=True))["token"]
    await home.pass_time(29 * DAY)
    await home.start_edge()
    await ali.at(home.edges[1]).get("/api/me")
    await home.pass_time(30 * DAY + 1)
    assert await ali.refused("GET", "/api/me") == (401, "session_expired")


async def test_neither_token_nor_password_is_stored(home: House) -> None:
    ali = home.stranger()
    answer = await ali.post("/api/accounts", username="Ali", password="secret1", bearer=True)
    stored = repr(home.server.buckets)
    assert answer["token"] not in stored
    assert "secret1" not in stored


async def test_the_cookie_is_kept_from_scripts_and_other_sites(home: House) -> None:
    ali = home.stranger()
    async with ali.session.post(ali.url("/api/guests"), json={}) as response:
        assert (await response.json())["token"] is None
        cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


async def test_on_a_secure_site_the_cookie_is_secure() -> None:
    async with (
        house(site_url="https://divan.example") as home,
        home.session.post(home.stranger().url("/api/guests"), json={}) as response,
    ):
        assert "Secure" in response.headers["Set-Cookie"]


async def test_one_address_makes_so_many_guests_a_minute() -> None:
    async with house(guests_per_minute=2) as home:
        await home.guest()
        await home.guest()
        assert await home.stranger().refused("POST", "/api/guests", {}) == (429, "rate_limited")
