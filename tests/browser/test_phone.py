"""A phone of 360 by 640: everything is there, nothing is cut, nothing scrolls sideways."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person, in_turn, play

pytestmark = BROWSER

FINGER = 88
"""Pixels that a cell of the board has at least."""


async def fits(person: Person, title: str) -> None:
    await person.photo(f"phone-{person.language}-{title}")
    found = await person.over_the_edge()
    assert found == {"scrolls": 0, "cut": []}, title


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("tr", "dark")])
async def test_a_whole_game_fits_on_a_phone(meet: Meet, language: str, scheme: str) -> None:
    ada = await meet("ada", language=language, scheme=scheme, phone=True)
    bedri = await meet("bedri")

    await ada.open()
    await expect(ada.button("new.open")).to_be_visible(timeout=QUICK)
    await fits(ada, "home")
    code = await ada.open_room()
    await fits(ada, "waiting")
    await bedri.join(code)
    await expect(ada.button("waiting.start")).to_be_enabled(timeout=QUICK)
    await fits(ada, "waiting-full")
    await ada.start()

    first, second = await in_turn(ada, bedri)
    await play(first, second, (0, 3))
    box = await ada.cell(4).bounding_box()
    assert box is not None
    assert box["width"] >= FINGER
    await fits(ada, "table")
    for edge in (ada.cell(0), ada.cell(8)):
        await expect(edge).to_be_in_viewport(ratio=1)

    await ada.button("tab.story").click()
    await expect(ada.page.get_by_role("list", name=ada.t("story.title"))).to_be_in_viewport()
    await fits(ada, "story")
    await ada.button("tab.chat").click()
    await expect(ada.page.get_by_label(ada.t("chat.say"))).to_be_in_viewport(ratio=1)
    await fits(ada, "chat")
    await ada.button("tab.table").click()

    await ada.button("table.plain").click()
    await ada.sees("fallback.position")
    await fits(ada, "plain-table")
    await ada.button("table.board").click()

    await play(first, second, (1, 4, 2))
    await expect(ada.page.locator(".cell.won")).to_have_count(3, timeout=QUICK)
    await fits(ada, "result")
    await ada.button("again.play").scroll_into_view_if_needed()
    await fits(ada, "result-below")


async def test_unread_talk_is_marked_until_it_is_looked_at(meet: Meet) -> None:
    ada, bedri = await meet("ada", phone=True), await meet("bedri")
    code = await ada.open_room()
    await bedri.join(code)
    await ada.start()
    await expect(bedri.cell(0)).to_be_visible(timeout=QUICK)
    await bedri.say("Are you there?")
    mark = ada.page.get_by_label("1 unread message")
    await expect(mark).to_be_visible(timeout=QUICK)
    await ada.photo("phone-en-unread")
    await ada.page.get_by_role("navigation").get_by_role("button", name=ada.t("tab.chat")).click()
    await expect(ada.page.get_by_text("Are you there?")).to_be_in_viewport()
    await expect(mark).to_be_hidden()


@pytest.mark.parametrize("width", [320, 768, 900, 1600])
async def test_no_width_cuts_anything(meet: Meet, width: int) -> None:
    ada = await meet("ada", language="tr")
    await ada.page.set_viewport_size({"width": width, "height": 700})
    await ada.open()
    await expect(ada.button("new.open")).to_be_visible(timeout=QUICK)
    await fits(ada, f"home-{width}")
    await ada.open_room()
    await fits(ada, f"waiting-{width}")
    await ada.page.goto("about:blank")
    await ada.play_a_bot()
    await fits(ada, f"table-{width}")
