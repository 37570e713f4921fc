"""Fetih's table on every size of screen: nothing cut off, nothing covered, everything within reach (F102)."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

from tests.browser.accessibility import violations
from tests.browser.catalogues import say
from tests.browser.conftest import LOCALES
from tests.browser.deputised import Seated, seated
from tests.browser.fetih_positions import View, can_attack
from tests.browser.marks import BROWSER
from tests.browser.person import OVERFLOW, PHOTOS, QUICK
from tests.divan.running_up import Up

pytestmark = BROWSER

SIZES = [(360, 640), (640, 360), (412, 915), (915, 412), (768, 1024), (1024, 768), (1366, 768), (2560, 1440)]

WIDE = 1024
FINGER = 40
"""Pixels that a button has at least, either way."""

SMALL_BUTTONS = """
(least) => [...document.querySelectorAll("button, a.button, select, input")]
  .filter((node) => node.checkVisibility() && node.dataset.stop === undefined)
  // A field is as large as the label around it that takes its clicks.
  .map((node) => [node, (node.closest("label") ?? node).getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < least - 0.5 || box.width < least - 0.5))
  .map(([node, { width, height }]) => `${node.outerHTML.slice(0, 60)} ${width} ${height}`)
"""

COVERED = """
() => [...document.querySelectorAll("main.fetih button:not([data-stop]), main.fetih input")]
  .filter((node) => node.checkVisibility())
  .map((node) => node.closest("label") ?? node)
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0)
  .filter(([node, box]) => {
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const scrolls = node.closest("[data-window], .panel");
    // What scrolls away inside its panel can be scrolled to.
    if (scrolls !== null) {
      const frame = scrolls.getBoundingClientRect();
      const middle = box.top + box.height / 2;
      if (middle < frame.top || middle > frame.bottom) return false;
    }
    // Sheets and windows lie over the map, and over its own buttons, until they are closed.
    if (node.closest(".map .controls") && at?.closest("[data-window], .panel")) return false;
    return at === null || !(node.contains(at) || at.contains(node));
  })
  .map(([node]) => `${node.getAttribute("aria-label") ?? ""} ${node.textContent.trim().slice(0, 40)}`)
"""
"""Controls at whose middle something else lies."""


@pytest_asyncio.fixture(loop_scope="session")
async def seat(up: Up) -> AsyncGenerator[Seated, None]:
    """At a game of five."""
    async with seated(up.address, 11, bots=4) as seat:
        yield seat


async def page_of(
    browser: Browser, seat: Seated, size: tuple[int, int], scheme: Any = "light", language: str = "tr"
) -> Page:
    width, height = size
    phone = min(width, height) < 500
    context = await browser.new_context(
        locale=LOCALES[language],
        viewport=ViewportSize(width=width, height=height),
        has_touch=phone,
        is_mobile=phone,
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    await seat.lend_to(context)
    page = await context.new_page()
    await page.goto(seat.page_address)
    await expect(page.locator("[data-region=japan]")).to_be_visible(timeout=QUICK)
    return page


async def is_sound(page: Page, title: str) -> None:
    await page.screenshot(path=PHOTOS / f"fetih-{title}.png", animations="disabled")
    assert await page.evaluate(OVERFLOW) == {"scrolls": 0, "cut": []}, title
    assert await page.evaluate(SMALL_BUTTONS, FINGER) == [], title
    assert await page.evaluate(COVERED) == [], title
    for always in ("[role=timer]", "[data-command=end_turn]"):
        await expect(page.locator(always).first).to_be_in_viewport(ratio=1)


def is_at_work(view: View) -> bool:
    """A table with everything on it, and the turn is one's own."""
    return view["round"] > 3 and can_attack(view)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_nothing_is_cut_or_covered(browser: Browser, seat: Seated, size: tuple[int, int]) -> None:
    await seat.play_until(is_at_work)
    page = await page_of(browser, seat, size)
    name = f"{size[0]}x{size[1]}"
    try:
        await is_sound(page, name)
        own = page.locator(f"[data-region][data-owner='{await _me(page)}']").first
        await own.dispatch_event("click")
        await expect(page.locator("[data-window]")).to_be_visible(timeout=QUICK)
        await is_sound(page, f"{name}-window")
        await page.keyboard.press("Escape")
        if size[0] < WIDE:
            for tab in ("people", "trade", "talk", "story"):
                await page.get_by_role("button", name=say("tr", f"fetih.people.tab.{tab}")).click()
                await is_sound(page, f"{name}-{tab}")
                await page.get_by_role("button", name=say("tr", f"fetih.people.tab.{tab}")).click()
    finally:
        await page.context.close()


async def _me(page: Page) -> str:
    return str(await page.locator("[data-turn]").get_attribute("data-turn"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1366, 768), (360, 640)], ids=["desktop", "phone"])
async def test_axe_finds_nothing_at_the_table(
    browser: Browser, seat: Seated, size: tuple[int, int], scheme: str
) -> None:
    await seat.play_until(is_at_work)
    page = await page_of(browser, seat, size, scheme)
    try:
        assert await violations(page) == []
        await page.locator("[data-region][data-outlined]").first.dispatch_event("click")
        await expect(page.locator("[data-window]")).to_be_visible(timeout=QUICK)
        assert await violations(page) == []
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name=say("tr", "table.menu")).click()
        assert await violations(page) == []
    finally:
        await page.context.close()


@pytest.mark.parametrize("size", [(1366, 768), (360, 640)], ids=["desktop", "phone"])
async def test_the_table_read_from_the_right_is_as_sound(
    browser: Browser, seat: Seated, size: tuple[int, int]
) -> None:
    await seat.play_until(is_at_work)
    page = await page_of(browser, seat, size, language="fa")
    name = f"fa-{size[0]}x{size[1]}"
    try:
        assert await page.get_attribute("html", "dir") == "rtl"
        await is_sound(page, name)
        assert await violations(page) == []
        await page.locator(f"[data-region][data-owner='{await _me(page)}']").first.dispatch_event("click")
        await expect(page.locator("[data-window]")).to_be_visible(timeout=QUICK)
        await is_sound(page, f"{name}-window")
        assert await violations(page) == []
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name=say("fa", "fetih.help.open")).click()
        await expect(page.get_by_role("heading", name=say("fa", "fetih.rules.contents"))).to_be_visible(
            timeout=QUICK
        )
        assert await page.evaluate(OVERFLOW) == {"scrolls": 0, "cut": []}
        assert await violations(page) == []
    finally:
        await page.context.close()
