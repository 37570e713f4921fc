"""Sitting down at a game of Fetih, with its lesson learnt and its cookies answered."""

from playwright.async_api import expect

from tests.browser.person import QUICK, Person

LEARNT = "localStorage.setItem('divan.fetih.taught', '1'); localStorage.setItem('divan.cookies', 'refused')"


async def sit_down(person: Person, *, bots: int = 3) -> None:
    """At a game that is just beginning."""
    await person.context.add_init_script(LEARNT)
    await person.open()
    address = person.page.url.rstrip("/")
    own = {"X-Divan-Request": "1"}
    asked = {"game": "fetih", "seats": bots + 1, "bots": ["standard"] * bots, "start": True}
    assert (await person.context.request.post(f"{address}/api/guests", data={}, headers=own)).ok
    opened = await person.context.request.post(f"{address}/api/rooms", data=asked, headers=own)
    assert opened.ok, await opened.text()
    await person.open(f"/room/{(await opened.json())['code']}")
    await expect(person.page.locator("main.fetih")).to_be_visible(timeout=QUICK)
