"""How people come to a table of Game of Houses, and what every one of its tests does there."""

from typing import Any

import aiohttp
from playwright.async_api import Locator, expect

from tests.browser.fetih import be_a_guest
from tests.browser.person import QUICK, Person


async def sit_down(person: Person, *, seats: int = 5, **options: int) -> str:
    """At a game against bots that is just beginning; the room's code."""
    await be_a_guest(person)
    asked = {
        "game": "houses",
        "seats": seats,
        "bots": ["standard"] * (seats - 1),
        "options": options,
        "start": True,
    }
    code = str((await person.ask("POST", "/api/rooms", asked))["code"])
    await come_in(person, code)
    return code


async def come_in(person: Person, code: str) -> None:
    await person.open(f"/room/{code}")
    await expect(table(person)).to_be_visible(timeout=QUICK)


def table(person: Person) -> Locator:
    return person.page.locator("main.houses")


def guide(person: Person) -> Locator:
    """The one line that says what to do."""
    return person.page.locator("[data-guide]")


def card(person: Person, place: int) -> Locator:
    """What one of the four first nobles of one's house is to do, in role order."""
    return person.page.locator(f"[data-card$='c{place}']")


async def show(person: Person, tab: str) -> None:
    """A panel that may lie behind another one."""
    await person.page.locator(f"button[data-tab='{tab}']:visible").click()


async def seal(person: Person) -> None:
    await person.button("houses.sheet.give").click()


async def own_house(person: Person) -> int:
    banner = person.page.locator(".banner.own")
    return int(await banner.get_attribute("data-house") or "-1")


async def view_of(address: str, code: str, person: Person) -> dict[str, Any]:
    """What the server lets that person see of the game."""
    cookies = await person.context.cookies()
    headers = {"Cookie": "; ".join(f"{one['name']}={one['value']}" for one in cookies), "Origin": address}
    async with (
        aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http,
        http.ws_connect(f"{address}/api/rooms/{code}/socket", headers=headers) as socket,
    ):
        while True:
            message = await socket.receive_json(timeout=QUICK / 1000)
            view = message.get("view")
            if message["type"] == "welcome" and view is not None:
                return dict(view["view"])
            if message["type"] == "view":
                return dict(view)
