"""Every screen in every language: no key instead of a text, no sentence of another language."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.catalogues import catalogue, foreign
from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person, in_turn, play, seat_two

pytestmark = BROWSER


async def speaks(person: Person) -> None:
    """What the page says now is all in the person's language."""
    said = await person.words()
    assert [
        key
        for key in catalogue("en")
        if "." in key and re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", said)
    ] == []
    assert [text for text in foreign(person.language).values() if text in said] == []
    assert "{" not in said
    assert "undefined" not in said
    assert await person.page.get_attribute("html", "lang") == person.language


@pytest.mark.parametrize("language", ["en", "tr"])
async def test_every_screen_speaks_one_language(meet: Meet, language: str) -> None:
    ada, bedri = await meet("ada", language=language), await meet("bedri", language=language)
    await ada.open()
    await expect(ada.button("new.open")).to_be_visible(timeout=QUICK)
    await speaks(ada)
    await ada.page.get_by_role("link", name=ada.t("account.sign_in"), exact=True).click()
    await ada.sees("enter.title")
    await speaks(ada)
    await ada.button("account.sign_up").first.click()
    await ada.sees("enter.no_reset")
    await speaks(ada)
    for page in ("privacy", "about", "contact"):
        await ada.open(f"/{page}")
        await ada.sees(f"pages.{page}")
        await speaks(ada)

    code = await ada.open_room()
    await speaks(ada)
    await bedri.join(code)
    await speaks(bedri)
    await ada.start()
    first, second = await in_turn(ada, bedri)
    await play(first, second, (0, 3))
    await ada.page.get_by_text(ada.t("fair.title")).click()
    await speaks(ada)
    await ada.button("table.leave").click()
    await speaks(ada)
    await ada.button("cancel").click()
    await ada.button("table.plain").click()
    await ada.sees("fallback.position")
    await ada.button("table.board").click()

    await play(first, second, (1, 4, 2))
    await second.sees("result.lost")
    for person in (ada, bedri):
        await speaks(person)
    ada.forgive("/api/rooms/ZZZZZZ")
    await ada.open("/room/ZZZZZZ")
    await ada.sees("gone.not_found")
    await speaks(ada)


async def test_the_language_can_be_switched_at_the_table_and_is_remembered(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    await seat_two(ada, bedri)
    await ada.page.get_by_role("combobox", name=ada.t("language")).select_option("tr")
    ada.language = "tr"
    await ada.sees("story.title")
    await speaks(ada)
    await ada.page.reload()
    await ada.sees("story.title")
    await speaks(ada)
    await ada.photo("table-desktop-tr")
