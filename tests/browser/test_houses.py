"""Game of Houses at its own table: orders by clicking, partners, secrets, the end."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Meet
from tests.browser.houses import card, come_in, guide, own_house, seal, show, sit_down, table, view_of
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person

pytestmark = BROWSER

SIZES = [(360, 640), (640, 360), (768, 1024), (1024, 768), (1366, 768)]

SMALL = """
() => [...document.querySelectorAll("main.houses button")].filter((button) => button.checkVisibility())
  .map((button) => [button.textContent.trim(), button.getBoundingClientRect().height])
  .filter(([, height]) => height < 39.5)
"""
"""Buttons that a finger would miss."""


TARGETED = ", ".join(f"[data-activity='{name}']" for name in ("party", "praise", "defend", "hire"))


async def test_orders_are_given_by_clicking_and_the_turn_is_carried_out(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    house = await own_house(ada)
    await expect(guide(ada)).to_have_attribute("data-guide", "write")
    await expect(card(ada, 2).locator("[data-locked='sabotage']")).to_contain_text("needs 3 prestige")

    await card(ada, 1).locator("[data-activity='party']").click()
    await expect(guide(ada)).to_have_attribute("data-guide", "pick")
    # From the board.
    await ada.page.locator(f"button[data-noble='h{house}c2']").click()
    await expect(card(ada, 1)).to_contain_text("Party: vizier")

    await card(ada, 4).locator("[data-activity='hire']").click()
    await ada.page.locator("[data-choice='minstrel']").click()
    await ada.photo("houses-pick-desktop")
    # From the list.
    await ada.page.locator(f"[data-choice='h{house}c1']").click()
    await expect(card(ada, 4)).to_contain_text("Hiring (minstrel): prince")

    # Another choice takes the former's place.
    await card(ada, 3).locator("[data-activity='defend']").click()
    await ada.page.locator(f"[data-choice='h{house}c1']").click()
    await card(ada, 3).locator("[data-activity='defend']").click()
    await ada.page.locator(f"[data-choice='h{house}c3']").click()
    await expect(card(ada, 3).locator(".order")).to_have_count(1)

    await ada.photo("houses-orders-desktop")
    await seal(ada)
    await expect(table(ada)).to_have_attribute("data-turn", "2", timeout=QUICK)
    await expect(guide(ada)).to_have_attribute("data-guide", "write")

    await show(ada, "letters")
    letters = ada.page.locator("[data-letters]")
    await expect(letters).to_contain_text("Turn 1")
    await expect(letters).to_contain_text(re.compile("Prince of .+: party"))
    await ada.photo("houses-letters-desktop")
    await show(ada, "chronicle")
    await expect(ada.page.locator("[data-chronicle]")).to_be_visible()


async def test_what_others_keep_secret_is_nowhere_in_the_page(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    house = await own_house(ada)
    for turn in range(1, 7):
        await expect(table(ada)).to_have_attribute("data-turn", str(turn), timeout=QUICK)
        await seal(ada)
    await expect(table(ada)).to_have_attribute("data-turn", "7", timeout=QUICK)
    for other in {0, 1, 2, 3, 4} - {house}:
        banner = ada.page.locator(f".banner[data-house='{other}']")
        await expect(banner.locator(".prestige")).to_have_count(0)
        await expect(banner.locator("[data-crowns]")).to_have_count(0)
    king = ada.page.locator(".throne .prestige")
    reigns = await ada.page.locator(f".throne[data-king^='h{house}c']").count()
    await expect(king).to_have_count(reigns)
    # Neither who sits where, nor who has given orders or is connected, is told.
    assert re.search(r"\b(bots?|seat)\b", await ada.words(), re.IGNORECASE) is None
    await expect(ada.page.locator("[data-masks]")).to_have_count(0)


async def test_partners_agree_on_a_sheet_and_nobody_else_hears_of_it(meet: Meet) -> None:
    people = [await meet(f"p{number}") for number in range(6)]
    code = await _seat_all(people)
    address = people[0].address
    views = [await view_of(address, code, person) for person in people]
    houses = [view["you"]["house"] for view in views]
    shared = next(house for house in houses if houses.count(house) == 2)
    one, other = (person for person, house in zip(people, houses, strict=True) if house == shared)
    stranger = next(person for person, house in zip(people, houses, strict=True) if house != shared)
    for person in (one, other, stranger):
        await come_in(person, code)

    await card(one, 2).locator("[data-activity='praise']").click()
    await one.page.locator(f"[data-choice='h{shared}c1']").click()
    await seal(one)
    await expect(guide(one)).to_have_attribute("data-guide", "wait_partners", timeout=QUICK)
    await expect(guide(other)).to_have_attribute("data-guide", "confirm", timeout=QUICK)
    await expect(card(other, 2)).to_contain_text("Praise: prince")
    await other.photo("houses-confirm-desktop")
    await other.button("houses.sheet.confirm").click()
    for person in (one, other):
        await expect(guide(person)).to_have_attribute("data-guide", "wait", timeout=QUICK)
    await expect(guide(stranger)).to_have_attribute("data-guide", "write")
    assert await stranger.page.locator(".order").count() == 0

    # Partners have a room of their own.
    await show(one, "talk")
    await one.say("to the throne")
    await show(other, "talk")
    await expect(other.said("to the throne")).to_be_visible(timeout=QUICK)
    assert await stranger.page.locator("button[data-tab='talk']").count() == 0


async def test_at_the_end_the_masks_are_off(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada, max_turns=20)
    give = ada.button("houses.sheet.give")
    masks = ada.page.locator("[data-masks]")
    for _ in range(20):
        await expect(give.or_(masks).first).to_be_visible(timeout=QUICK)
        if await masks.is_visible():
            break
        turn = await table(ada).get_attribute("data-turn")
        await give.click()
        now = table(ada).and_(ada.page.locator(f"main:not([data-turn='{turn}'])"))
        await expect(now.or_(masks).first).to_be_visible(timeout=QUICK)
    await expect(masks).to_be_visible(timeout=QUICK)
    await expect(masks.locator("article")).to_have_count(5)
    for house in range(5):
        banner = ada.page.locator(f".banner[data-house='{house}']")
        await expect(banner.locator("[data-crowns]")).to_have_count(1)
        await expect(banner.locator(".players")).to_have_count(1)
    await ada.button("ad.close").click()
    await ada.button("end.look").click()
    assert await violations(ada.page) == []
    await ada.photo("houses-end-desktop")


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("tr", "dark")])
async def test_it_fits_every_screen_and_axe_finds_nothing(meet: Meet, language: str, scheme: str) -> None:
    ada = await meet("ada", language=language, phone=True, scheme=scheme)
    await sit_down(ada)
    for turn in range(1, 6):
        await expect(table(ada)).to_have_attribute("data-turn", str(turn), timeout=QUICK)
        await seal(ada)
    await expect(table(ada)).to_have_attribute("data-turn", "6", timeout=QUICK)
    for width, height in SIZES:
        await ada.page.set_viewport_size({"width": width, "height": height})
        # Which panels there are follows the size with the next frame.
        await ada.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        tabs = await ada.page.locator("button[data-tab]:visible").evaluate_all(
            "(buttons) => buttons.map((button) => button.dataset.tab)"
        )
        for tab in tabs:
            await show(ada, tab)
            over = await ada.over_the_edge()
            assert (width, tab, over["scrolls"], over["cut"]) == (width, tab, 0, [])
            assert (width, tab, await ada.page.evaluate(SMALL)) == (width, tab, [])
            assert (width, tab, await violations(ada.page)) == (width, tab, [])
            await ada.photo(f"houses-{scheme}-{width}x{height}-{tab}")
        if "orders" in tabs:
            await show(ada, "orders")
        # Which of the four are alive is the others' doing.
        await ada.page.locator(TARGETED).first.click()
        assert (await ada.over_the_edge())["scrolls"] == 0
        assert (width, await ada.page.evaluate(SMALL)) == (width, [])
        assert (width, await violations(ada.page)) == (width, [])
        await ada.photo(f"houses-{scheme}-{width}x{height}-pick")
        await ada.button("cancel").click()


async def test_rules_and_instructions_open_over_the_table(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    await ada.button("houses.bar.help").click()
    dialog = ada.page.get_by_role("dialog")
    await expect(dialog.locator(".steps tr")).to_have_count(15)
    assert await violations(ada.page, "dialog") == []
    await ada.page.keyboard.press("Escape")
    await ada.button("houses.standing.title").click()
    await dialog.get_by_role("checkbox").first.check()
    assert await violations(ada.page, "dialog") == []
    await ada.photo("houses-standing-desktop")
    await ada.page.keyboard.press("Escape")
    await expect(ada.button("houses.sheet.restore")).to_be_visible()


async def test_orders_can_be_given_with_the_keyboard_alone(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    await card(ada, 1).locator("[data-activity='party']").focus()
    await ada.page.keyboard.press("Enter")
    # The question has the focus: its answers come next.
    for _ in range(12):
        await ada.page.keyboard.press("Tab")
        if await ada.page.evaluate("document.activeElement.dataset.choice ?? null") is not None:
            break
    await ada.page.keyboard.press("Enter")
    await expect(card(ada, 1).locator(".order")).to_have_count(1)


async def _seat_all(people: list[Person]) -> str:
    """In a game of these people that is just beginning; its code."""
    for person in people:
        await person.ask("POST", "/api/guests", {})
    code = str((await people[0].ask("POST", "/api/rooms", {"game": "houses", "seats": len(people)}))["code"])
    for person in people[1:]:
        await person.ask("POST", f"/api/rooms/{code}/seats", {})
    await people[0].ask("POST", f"/api/rooms/{code}/start", {})
    return code
