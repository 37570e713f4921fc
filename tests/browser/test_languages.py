"""Every screen in every language: no key instead of a text, no sentence of another language."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.accessibility import violations
from tests.browser.catalogues import DIGITS, FROM_RIGHT_TO_LEFT, LANGUAGES, catalogue, foreign
from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person, in_turn, play, seat_two

pytestmark = BROWSER

WESTERN_NUMBER = re.compile(r"(?<![A-Za-z0-9_-])[0-9]+(?![A-Za-z0-9_])")
"""Not the digits of a code, a hash or a name."""


async def speaks(person: Person) -> None:
    """What the page says now is all in the person's language."""
    said = await person.words()
    assert [
        key
        for key in catalogue("en")
        if "." in key and re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", said)
    ] == []
    assert [text for text in foreign(person.language) if text in said] == []
    assert "{" not in said
    assert "undefined" not in said
    html = person.page.locator("html")
    assert await html.get_attribute("lang") == person.language
    assert await html.get_attribute("dir") == ("rtl" if person.language in FROM_RIGHT_TO_LEFT else "ltr")
    if person.language in DIGITS:
        assert WESTERN_NUMBER.findall(said) == []


@pytest.mark.parametrize("language", LANGUAGES)
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


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_a_page_read_from_the_right_has_everything_in_its_place(meet: Meet, phone: bool) -> None:
    ada, bedri = await meet("ada", language="fa", phone=phone), await meet("bedri", language="fa")
    await ada.open()
    await expect(ada.button("new.open")).to_be_visible(timeout=QUICK)
    await is_sound(ada, "home")
    await ada.open("/sign-in")
    await ada.sees("enter.title")
    await is_sound(ada, "sign-in")
    code = await ada.open_room()
    await is_sound(ada, "waiting")
    await bedri.join(code)
    await ada.start()
    first, second = await in_turn(ada, bedri)
    await play(first, second, (0, 3))
    await is_sound(ada, "table")
    await play(first, second, (1, 4, 2))
    await second.sees("result.lost")
    await is_sound(ada, "end")
    await ada.open(f"/replay/{code}")
    await expect(ada.page.get_by_role("slider")).to_be_visible(timeout=QUICK)
    await is_sound(ada, "replay")


async def is_sound(person: Person, screen: str) -> None:
    size = person.page.viewport_size
    assert size is not None
    await person.photo(f"{screen}-{person.language}-{size['width']}")
    assert await person.over_the_edge() == {"scrolls": 0, "cut": []}, screen
    # On a phone the tabs lie over the page's middle; at its end they cover nothing that axe measures.
    await person.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert await violations(person.page) == [], screen
