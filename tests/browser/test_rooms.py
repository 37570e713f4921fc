"""Rooms before their game: who sits, who may do what."""

import re

from playwright.async_api import expect

from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK

pytestmark = BROWSER


async def test_a_room_is_joined_by_its_code_and_by_its_link(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    code = await ada.open_room()
    await ada.photo("waiting-desktop")
    assert await ada.page.get_by_label(ada.t("waiting.code"), exact=True).input_value() == code
    link = await ada.page.get_by_label(ada.t("waiting.link"), exact=True).input_value()
    assert link == ada.page.url

    await bedri.open()
    await bedri.page.get_by_label(bedri.t("home.code")).fill(f" {code[:3].lower()}-{code[3:]} ")
    await bedri.page.get_by_role("button", name=bedri.t("home.enter"), exact=True).click()
    await bedri.sees("waiting.watching")
    await expect(bedri.page).to_have_url(link)


async def test_the_game_cannot_start_before_enough_sit_and_says_why(meet: Meet) -> None:
    ada = await meet("ada")
    await ada.open_room()
    await expect(ada.button("waiting.start")).to_be_disabled()
    await expect(ada.page.get_by_text("1 more player is needed.")).to_be_visible()
    await ada.page.get_by_role("combobox", name="Add a bot to seat 2").select_option("perfect")
    await expect(ada.page.get_by_text("Bot (perfect)")).to_be_visible(timeout=QUICK)
    await expect(ada.button("waiting.start")).to_be_enabled()
    await ada.page.get_by_role("button", name="Remove Bot (perfect)").click()
    await expect(ada.button("waiting.start")).to_be_disabled(timeout=QUICK)


async def test_the_owner_can_remove_a_person_who_is_told_so_and_stays_out(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    bedri.forgive("403")
    code = await ada.open_room()
    await bedri.join(code)
    await ada.page.get_by_role("button", name=re.compile("^Remove ")).click()
    await bedri.sees("gone.removed")
    await bedri.open(f"/room/{code}")
    await expect(bedri.button("waiting.sit")).to_have_count(0)
    await expect(ada.button("waiting.start")).to_be_disabled()


async def test_who_leaves_frees_the_seat_and_the_next_becomes_owner(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    code = await ada.open_room()
    await bedri.join(code)
    await ada.button("waiting.leave").click()
    await expect(ada.page).to_have_url(re.compile(r"/$"))
    await expect(bedri.button("waiting.start")).to_be_visible(timeout=QUICK)
    await expect(bedri.button("waiting.start")).to_be_disabled()


async def test_a_closed_room_says_so_to_everybody_in_it(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    code = await ada.open_room()
    await bedri.join(code)
    await ada.button("waiting.close").click()
    await ada.sees("gone.closed")
    await bedri.sees("gone.closed")


async def test_a_listed_room_can_be_found_and_an_unlisted_one_not(meet: Meet) -> None:
    ada, bedri, cemal = await meet("ada"), await meet("bedri"), await meet("cemal")
    hidden = await bedri.open_room()
    await ada.open()
    await ada.choose_game("tictactoe")
    await ada.page.get_by_label(ada.t("new.listed")).check()
    await ada.button("new.open").click()
    await ada.sees("waiting.invite")
    listed = ada.page.url.rpartition("/")[2]

    await cemal.open()
    await expect(cemal.page.locator(f"a[href='/room/{listed}']")).to_be_visible(timeout=QUICK)
    await expect(cemal.page.locator(f"a[href='/room/{hidden}']")).to_have_count(0)


async def test_the_options_of_a_room_are_those_of_the_form(meet: Meet) -> None:
    ada = await meet("ada")
    await ada.open()
    await ada.choose_game("tictactoe")
    form = ada.page.get_by_role("combobox", name=ada.t("tictactoe.setting.turn_seconds"))
    await expect(form).to_be_visible(timeout=QUICK)
    await ada.page.get_by_role("spinbutton").fill("3")
    await expect(ada.page.get_by_text("At least 5.")).to_be_visible()
    await expect(ada.button("new.open")).to_be_disabled()
    await form.select_option(label=ada.t("tictactoe.setting.turn_seconds.0"))
    await ada.button("new.open").click()
    await ada.sees("waiting.invite")
    await expect(ada.page.get_by_role("definition")).to_have_text(ada.t("tictactoe.setting.turn_seconds.0"))
