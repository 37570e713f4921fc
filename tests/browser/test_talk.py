"""Talk beside the table."""

import re

from playwright.async_api import expect

from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, seat_two

pytestmark = BROWSER


async def test_two_talk_and_what_was_said_is_there_after_a_reload(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    code = await ada.open_room()
    await bedri.join(code)
    await ada.say("Selam! <b>Hoş geldin</b> 🎲")
    await expect(bedri.said("Selam! <b>Hoş geldin</b> 🎲")).to_be_visible(timeout=QUICK)
    await bedri.say("Merhaba")
    await expect(ada.said("Merhaba")).to_be_visible(timeout=QUICK)
    await ada.page.reload()
    await expect(ada.said("Selam!")).to_be_visible(timeout=QUICK)
    await expect(ada.said("Merhaba")).to_be_visible()


async def test_who_talks_too_fast_is_told_when_to_go_on_and_loses_no_word(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    await seat_two(ada, bedri)
    for number in range(5):
        await ada.say(f"message {number}")
        await expect(ada.said(f"message {number}")).to_be_visible(timeout=QUICK)
    await ada.say("one too many")
    await expect(ada.page.get_by_text(re.compile(r"Slowly! Again in \d+ seconds?"))).to_be_visible(
        timeout=QUICK
    )
    await expect(ada.page.get_by_label(ada.t("chat.say"))).to_be_in_viewport(ratio=1)
    await ada.photo("chat-refused")
    await expect(ada.page.get_by_label(ada.t("chat.say"))).to_have_value("one too many")
    await expect(ada.button("chat.send")).to_be_disabled()
    await expect(bedri.said("one too many")).to_have_count(0)

    await expect(ada.button("chat.send")).to_be_enabled(timeout=15_000)
    await ada.button("chat.send").click()
    await expect(bedri.said("one too many")).to_be_visible(timeout=QUICK)


async def test_who_has_gone_back_in_the_talk_is_left_there(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    await seat_two(ada, bedri)
    long = "word " * 35
    for number in range(4):
        await bedri.say(f"{number} {long}")
        await expect(ada.said(f"{number} {long}")).to_be_in_viewport(timeout=QUICK)
    talk = ada.page.get_by_role("log")
    assert await talk.evaluate("log => log.scrollHeight > 1.5 * log.clientHeight")
    await talk.evaluate("log => { log.scrollTop = 0; }")
    await ada.page.wait_for_timeout(100)
    await bedri.say("news")
    await expect(ada.said("news")).to_be_attached(timeout=QUICK)
    await expect(ada.said("news")).not_to_be_in_viewport()
    assert await talk.evaluate("log => log.scrollTop") == 0
    await ada.say("mine")
    await expect(ada.said("mine")).to_be_in_viewport(timeout=QUICK)


async def test_a_message_that_is_too_long_cannot_be_sent_and_says_so(meet: Meet) -> None:
    ada = await meet("ada")
    await ada.open_room()
    await ada.page.get_by_label(ada.t("chat.say")).fill("x" * 190)
    await expect(ada.page.get_by_text("10 characters left")).to_be_visible()
    await expect(ada.page.get_by_text("190/200", exact=True)).to_be_visible()
    await ada.page.get_by_label(ada.t("chat.say")).fill("x" * 201)
    await expect(ada.page.get_by_text("201/200", exact=True)).to_be_visible()
    await expect(ada.button("chat.send")).to_be_disabled()
    # What stands at the ends is not sent and does not count.
    await ada.page.get_by_label(ada.t("chat.say")).fill("  " + "x" * 200 + " ")
    await expect(ada.page.get_by_text("200/200", exact=True)).to_be_visible()
    await expect(ada.button("chat.send")).to_be_enabled()


async def test_the_owner_can_mute_somebody(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    await seat_two(ada, bedri)
    await ada.page.get_by_role("button", name=re.compile("^Mute .* in the chat$")).click()
    await expect(bedri.page.get_by_text(bedri.t("presence.muted"))).to_be_visible(timeout=QUICK)
    await bedri.say("beni duyan var?")
    await bedri.sees("code.muted")
    await expect(ada.said("beni duyan var?")).to_have_count(0)
    await ada.page.get_by_role("button", name=re.compile("^Let .* speak again$")).click()
    await expect(bedri.page.get_by_text(bedri.t("presence.muted"))).to_be_hidden(timeout=QUICK)
    await bedri.button("chat.send").click()
    await expect(ada.said("beni duyan var?")).to_be_visible(timeout=QUICK)
