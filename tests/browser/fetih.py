"""How people come to a table of Fetih, and what every one of its tests does there."""

import asyncio
import random

import aiohttp
from playwright.async_api import BrowserContext, Locator, expect

from tests.browser.person import QUICK, Person
from tests.support.deputy import Deputy

KNOWS_ITS_WAY = {"session": "1", "game": "fetih", "fetih.taught": "1", "cookies": "refused"}
"""What the browser keeps of somebody who has been here before: neither lesson nor notice comes up."""

PATIENCE = 30.0
"""Seconds until all start regions are chosen."""


async def know_the_way(context: BrowserContext) -> None:
    for name, value in KNOWS_ITS_WAY.items():
        await context.add_init_script(f"localStorage.setItem('divan.{name}', '{value}')")


async def be_a_guest(person: Person) -> None:
    """One who knows the game already."""
    await know_the_way(person.context)
    await person.ask("POST", "/api/guests", {})


async def sit_down(person: Person, *, bots: int = 3, is_new: bool = False) -> None:
    """At a game that is just beginning; `is_new`: who sees the page for the first time."""
    if is_new:
        await person.ask("POST", "/api/guests", {})
    else:
        await be_a_guest(person)
    asked = {"game": "fetih", "seats": bots + 1, "bots": ["standard"] * bots, "start": True}
    room = await person.ask("POST", "/api/rooms", asked)
    await person.open(f"/room/{room['code']}")
    await see_the_table(person)


async def seat_two(owner: Person, guest: Person) -> str:
    """A game of the two that is just beginning; the room's code."""
    for person in (owner, guest):
        await be_a_guest(person)
    code = str((await owner.ask("POST", "/api/rooms", {"game": "fetih", "seats": 2}))["code"])
    await guest.ask("POST", f"/api/rooms/{code}/seats", {})
    await owner.ask("POST", f"/api/rooms/{code}/start", {})
    for person in (owner, guest):
        await person.open(f"/oda/{code}")
        await see_the_table(person)
    return code


async def see_the_table(person: Person) -> None:
    await expect(person.page.locator("main.fetih")).to_be_visible(timeout=QUICK)


def guide(person: Person) -> Locator:
    """The one line that says what to do."""
    return person.page.locator("[data-guide]")


async def choose_regions(code: str, one: Person, other: Person) -> tuple[Person, Person]:
    """Both start regions of both, by a program of each; who is on turn comes first."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        deputies = [await _deputy(http, code, person) for person in (one, other)]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*map(_choose, deputies))
        is_first = deputies[0].view["turn"] == deputies[0].view["you"]
        for deputy in deputies:
            await deputy.cut()
    first, second = (one, other) if is_first else (other, one)
    await expect(guide(first)).to_have_attribute("data-guide", "roll", timeout=QUICK)
    return first, second


async def _deputy(http: aiohttp.ClientSession, code: str, person: Person) -> Deputy:
    cookies = await person.context.cookies()
    headers = {
        "Cookie": "; ".join(f"{one['name']}={one['value']}" for one in cookies),
        "X-Divan-Request": "1",
    }
    url = f"{person.address}/api/rooms/{code}/socket"
    deputy = Deputy(http, url, headers, random.Random(1))
    await deputy.connect()
    return deputy


async def _choose(deputy: Deputy) -> None:
    while not deputy.document or deputy.view["phase"] == "draft":
        # The last choice begins the first turn, which is not the program's.
        deputy.is_resting = bool(deputy.document) and deputy.view["phase"] != "draft"
        await deputy.hear()


async def resign(person: Person) -> None:
    await person.button("fetih.command.resign").click()
    dialog = person.page.get_by_role("dialog")
    await dialog.get_by_role("button", name=person.t("fetih.command.resign"), exact=True).click()
