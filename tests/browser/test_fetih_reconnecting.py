"""The line is lost in the middle of a turn of Fetih, and the page comes back to where it was (F92, F102e)."""

import os
import signal

from playwright.async_api import expect

from tests.browser.conftest import Meet
from tests.browser.deputised import seated
from tests.browser.fetih import guide
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person
from tests.divan.running_up import Up

pytestmark = BROWSER

SLOW = 40_000
"""Milliseconds for a process to come back and the page to find it."""

LINE = ("WebSocket connection", "ERR_", "/socket", "502", "503")


async def hand(person: Person) -> list[str]:
    return await person.page.locator("[data-resource]").all_inner_texts()


async def seconds(person: Person) -> int:
    return int(await person.page.get_by_role("timer").first.inner_text())


async def test_a_turn_goes_on_where_the_line_was_lost(meet: Meet, up: Up) -> None:
    ada = await meet("ada")
    ada.forgive(*LINE)
    async with seated(up.address, 3, bots=2) as seat:
        view = await seat.play_until(
            lambda view: view["round"] > 1 and view["turn"] == view["you"] and view["rolled"]
        )
    await seat.lend_to(ada.context)
    await ada.page.goto(seat.page_address)
    await expect(guide(ada)).to_have_attribute("data-guide", "act", timeout=QUICK)
    held, left = await hand(ada), await seconds(ada)
    own = next(name for name, region in view["regions"].items() if region["owner"] == view["you"])
    await ada.page.locator(f"[data-region='{own}']").dispatch_event("click")
    window = ada.page.locator(f"[data-window='{own}']")
    await expect(window).to_be_visible(timeout=QUICK)

    for pid in up.pids("divan serve rooms"):
        os.kill(pid, signal.SIGKILL)
    await expect(guide(ada)).to_have_attribute("data-guide", "cut", timeout=QUICK)
    await ada.photo("fetih-cut")
    await expect(guide(ada)).to_have_attribute("data-guide", "act", timeout=SLOW)
    await expect(window).to_be_visible()
    assert await hand(ada) == held
    # The clock went on meanwhile, by the server's time.
    assert 0 < await seconds(ada) < left

    await ada.page.locator("[data-command='end_turn']").click()
    next_round = ada.page.locator(f"[data-round]:not([data-round='{view['round']}']), [data-guide=wait]")
    await expect(next_round.first).to_be_attached(timeout=SLOW)
