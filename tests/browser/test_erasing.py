"""Deleting an account on the page, and what the others see of it."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person, seat_two
from tests.browser.test_around import enter

pytestmark = BROWSER

PASSWORD = "correct horse"


async def ask_to_be_erased(person: Person, what: str) -> None:
    await person.open("/sign-in")
    await person.button(what).click()
    await expect(person.page.get_by_role("dialog")).to_be_visible(timeout=QUICK)


async def test_who_deletes_the_account_is_a_stranger_and_a_former_player_to_the_others(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    ada.forgive("403", "401")
    await ada.open("/sign-in")
    await enter(ada, "account.sign_up", "Ada_Byron", PASSWORD)
    await expect(ada.page.get_by_role("link", name="Ada_Byron")).to_be_visible(timeout=QUICK)
    await seat_two(ada, bedri)
    await ada.say("nobody keeps this")
    await expect(bedri.said("nobody keeps this")).to_be_visible(timeout=QUICK)

    await ask_to_be_erased(ada, "erase.account")
    password = ada.page.get_by_label(ada.t("erase.password"))
    await password.fill("wrong horse")
    await ada.button("erase.yes").click()
    await ada.sees("code.wrong_password")
    await ada.photo("erase-account")
    await password.fill(PASSWORD)
    await ada.button("erase.yes").click()
    await ada.sees("erase.done")
    await expect(ada.page.get_by_role("link", name=ada.t("account.sign_in"), exact=True)).to_be_visible()

    await expect(bedri.said("nobody keeps this")).to_have_count(0)
    await expect(bedri.page.get_by_text(bedri.t("seat.former")).first).to_be_visible(timeout=QUICK)
    assert "Ada_Byron" not in await bedri.words()

    await enter(ada, "account.sign_in", "Ada_Byron", PASSWORD)
    await ada.sees("code.bad_credentials")


@pytest.mark.parametrize("language", ["en", "tr", "fa"])
async def test_a_guest_is_deleted_without_a_password_and_all_can_read_what_goes(
    meet: Meet, language: str
) -> None:
    ada = await meet("ada", language=language, phone=True)
    await ada.open("/sign-in")
    await ada.button("enter.as_guest").click()
    await expect(ada.page).not_to_have_url(re.compile("sign-in"), timeout=QUICK)
    await ask_to_be_erased(ada, "erase.guest")
    await expect(ada.page.get_by_label(ada.t("erase.password"))).to_have_count(0)
    assert await violations(ada.page) == []
    over = await ada.over_the_edge()
    assert (over["scrolls"], over["cut"]) == (0, [])
    await ada.photo(f"erase-guest-{language}")
    await ada.button("erase.yes").click()
    await ada.sees("erase.done")
