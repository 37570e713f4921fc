"""A whole Game of Houses: two people in browsers and bots for the rest, to its end."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Meet
from tests.browser.fetih import be_a_guest
from tests.browser.houses import card, come_in, seal, table
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person

pytestmark = BROWSER

TURNS = 20
"""The shortest game that there is, if nobody has twenty crowns before."""


async def give_orders(person: Person) -> None:
    """A word of praise for the own prince, where both are at hand; else an empty sheet."""
    praise = card(person, 2).locator("[data-activity='praise']")
    if await praise.count() > 0:
        await praise.click()
        prince = person.page.locator("[data-choice$='c1']").first
        if await prince.count() > 0:
            await prince.click()
        else:
            await person.button("cancel").click()
    await seal(person)


@pytest.mark.timeout(300)
async def test_two_people_and_three_bots_play_to_the_end(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    for person in (ada, bedri):
        await be_a_guest(person)
    asked = {"game": "houses", "seats": 5, "bots": ["standard"] * 3, "options": {"max_turns": TURNS}}
    code = str((await ada.ask("POST", "/api/rooms", asked))["code"])
    await bedri.ask("POST", f"/api/rooms/{code}/seats", {})
    await ada.ask("POST", f"/api/rooms/{code}/start", {})
    for person in (ada, bedri):
        await come_in(person, code)

    over = ada.page.locator("[data-masks]")
    for turn in range(1, TURNS + 1):
        now = ada.page.locator(f"main.houses[data-turn='{turn}']")
        await expect(now.or_(over).first).to_be_visible(timeout=QUICK)
        if await over.is_visible():
            break
        await expect(table(bedri)).to_have_attribute("data-turn", str(turn), timeout=QUICK)
        for person in (ada, bedri):
            await give_orders(person)
    for person in (ada, bedri):
        masks = person.page.locator("[data-masks]")
        await expect(masks.locator("article")).to_have_count(5, timeout=QUICK)
    await bedri.photo("houses-whole-game-end")
