"""What stands around the games: front page, signing in, rooms, cookies, pages of text."""

import re
from typing import Any

import pytest
from playwright.async_api import ViewportSize, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person

pytestmark = BROWSER

IN_REACH = """
(name) => {
  const button = [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === name);
  const { left, top, width, height } = button.getBoundingClientRect();
  const hits = [[0.5, 0.1], [0.5, 0.5], [0.5, 0.9]].map(([x, y]) => {
    const hit = document.elementFromPoint(left + x * width, top + y * height);
    return button.contains(hit);
  });
  return hits.every(Boolean);
}
"""
"""Whether a button can be pressed where the page stands now."""


WEIGHT = """
(node) => {
  const { color, backgroundColor, fontSize, fontWeight, width, height } = getComputedStyle(node);
  return [color, backgroundColor, fontSize, fontWeight, width, height];
}
"""
"""What makes one button look more inviting than another."""


async def me(person: Person) -> Any:
    return await person.page.evaluate("fetch('/api/me').then((answer) => answer.json())")


async def room_now(person: Person) -> Any:
    code = person.page.url.rpartition("/")[2]
    return await person.page.evaluate(f"fetch('/api/rooms/{code}').then((answer) => answer.json())")


# The front page


async def test_one_touch_makes_a_guest_and_starts_fetih_against_three_bots(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    await ada.open()
    await ada.button("home.play_bot").click()
    await expect(ada.page.locator("main.fetih")).to_be_visible(timeout=QUICK)
    room = await room_now(ada)
    assert (room["game"], room["status"]) == ("fetih", "running")
    assert [seat["player"] for seat in room["seats"]] == ["person", "bot", "bot", "bot"]
    assert (await me(ada))["guest"]


async def test_a_room_of_ones_own_that_waits_does_not_stand_in_the_way_of_one_touch(meet: Meet) -> None:
    ada = await meet("ada")
    waiting = await ada.open_room("fetih")
    await ada.open()
    await expect(ada.page.locator(f"a[href='/room/{waiting}']")).to_be_visible(timeout=QUICK)
    await ada.button("home.play_bot").click()
    await expect(ada.page.locator("main.fetih")).to_be_visible(timeout=QUICK)


async def test_a_second_room_leads_to_the_one_that_waits(meet: Meet) -> None:
    ada = await meet("ada")
    ada.forgive("409")
    waiting = await ada.open_room("fetih")
    await ada.open()
    await ada.button("new.open").click()
    await ada.sees("code.already_has_room")
    await expect(ada.page).to_have_url(re.compile(f"/room/{waiting}$"))


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (412, 915), (1366, 768)])
async def test_on_the_first_visit_the_button_to_play_is_in_reach_at_once(
    meet: Meet, width: int, height: int
) -> None:
    ada = await meet("ada", language="tr")
    await ada.page.set_viewport_size(ViewportSize(width=width, height=height))
    await ada.open()
    await expect(ada.page.get_by_role("region", name=ada.t("cookies.title"))).to_be_visible()
    await expect(ada.button("home.play_bot")).to_be_visible(timeout=QUICK)
    assert await ada.page.evaluate(IN_REACH, ada.t("home.play_bot"))


# Accounts


async def enter(person: Person, mode: str, name: str, password: str) -> None:
    await person.page.get_by_role("group").get_by_role("button", name=person.t(mode), exact=True).click()
    await person.page.get_by_label(person.t("account.username")).fill(name)
    await person.page.get_by_label(person.t("account.password")).fill(password)
    await person.page.locator("form button").click()


async def test_signing_up_leads_back_and_the_account_keeps_its_name_on_another_browser(meet: Meet) -> None:
    ada, elsewhere = await meet("ada"), await meet("elsewhere", language="tr")
    elsewhere.forgive("401")
    name = "Ayşe_Gül"
    await ada.open("/about")
    await ada.page.get_by_role("link", name=ada.t("account.sign_in"), exact=True).click()
    await expect(ada.page).to_have_url(re.compile(r"/sign-in\?next=%2Fabout$"))
    await ada.page.get_by_role("group").get_by_role("button", name=ada.t("account.sign_up")).click()
    await ada.sees("enter.no_reset")
    await enter(ada, "account.sign_up", name, "correct horse")
    await expect(ada.page).to_have_url(re.compile(r"/about$"))
    await ada.page.get_by_role("link", name=name).click()
    await ada.button("account.sign_out").click()
    await expect(ada.page.get_by_role("link", name=ada.t("account.sign_in"), exact=True)).to_be_visible()

    await elsewhere.open("/giris")
    await enter(elsewhere, "account.sign_in", name, "wrong horse")
    await elsewhere.sees("code.bad_credentials")
    await enter(elsewhere, "account.sign_in", "AYŞE_GÜL", "correct horse")
    await expect(elsewhere.page).to_have_url(re.compile(r"/$"))
    await expect(elsewhere.page.get_by_role("link", name=name)).to_be_visible(timeout=QUICK)


@pytest.mark.parametrize("language", ["en", "tr"])
async def test_a_name_or_password_that_cannot_be_is_refused_with_a_sentence(
    meet: Meet, language: str
) -> None:
    ada = await meet("ada", language=language)
    ada.forgive("422", "409")
    await ada.open("/sign-in")
    for name, password, code in (
        ("ab", "123456", "bad_username"),
        ("ali veli", "123456", "bad_username"),
        ("a" * 17, "123456", "bad_username"),
        ("Cemile", "12345", "bad_password"),
        ("Misafir0427", "123456", "username_taken"),
    ):
        await enter(ada, "account.sign_up", name, password)
        await expect(ada.page.get_by_role("alert")).to_have_text(ada.t(f"code.{code}"), timeout=QUICK)


@pytest.mark.parametrize("next", ["https://divan.example/", "//divan.example/", "javascript:alert(1)"])
async def test_after_signing_in_nobody_is_sent_to_another_site(meet: Meet, next: str) -> None:
    ada = await meet("ada")
    await ada.open(f"/sign-in?next={next}")
    await ada.button("enter.as_guest").click()
    await expect(ada.button("new.open")).to_be_visible(timeout=QUICK)
    assert (await me(ada))["guest"]


# Rooms


async def test_who_is_removed_is_told_at_once_and_cannot_even_watch(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    bedri.forgive("403")
    code = await ada.open_room("fetih")
    await bedri.open(f"/oda/{code.lower()}")
    await bedri.button("waiting.join").click()
    await bedri.sees("waiting.owner_starts")
    await ada.page.get_by_role("button", name=re.compile("^Remove ")).click()
    await bedri.sees("gone.removed")
    await bedri.open(f"/oda/{code}")
    await bedri.sees("gone.removed")


async def test_who_inherits_a_room_is_told_so(meet: Meet) -> None:
    ada, bedri, cemal = await meet("ada"), await meet("bedri", language="tr"), await meet("cemal")
    code = await ada.open_room("fetih")
    for person in (bedri, cemal):
        await person.open(f"/room/{code}")
        await person.button("waiting.join").click()
        await person.sees("waiting.owner_starts")
    heir = (await me(bedri))["name"]
    await ada.button("waiting.leave").click()
    await bedri.sees("waiting.handed_to_you")
    await cemal.sees("waiting.handed_to", name=heir)
    await expect(bedri.button("waiting.start")).to_be_enabled()


async def test_a_full_room_says_so_and_lets_one_watch_later(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    code = await ada.open_room("tictactoe")
    await ada.page.get_by_role("combobox", name="Add a bot to seat 2").select_option("easy")
    await bedri.open(f"/room/{code}")
    await bedri.sees("waiting.full")
    await expect(bedri.button("waiting.join")).to_have_count(0)
    await ada.start()
    await bedri.sees("table.watching")


# Cookies


def notice(person: Person) -> Any:
    return person.page.get_by_role("region", name=person.t("cookies.title"))


async def kept_answer(person: Person) -> Any:
    return await person.page.evaluate("localStorage.getItem('divan.cookies')")


async def test_the_cookie_notice_comes_once_and_its_answer_can_be_changed(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    await ada.open()
    accept = notice(ada).get_by_role("button", name=ada.t("cookies.accept"))
    refuse = notice(ada).get_by_role("button", name=ada.t("cookies.refuse"))
    assert await accept.evaluate(WEIGHT) == await refuse.evaluate(WEIGHT)
    await refuse.click()
    await expect(notice(ada)).to_have_count(0)
    assert await kept_answer(ada) == "refused"
    await ada.page.reload()
    await expect(ada.button("home.play_bot")).to_be_visible(timeout=QUICK)
    await expect(notice(ada)).to_have_count(0)

    await ada.page.get_by_role("link", name=ada.t("pages.privacy")).click()
    await ada.sees("privacy.answer.refused")
    await ada.button("cookies.accept").click()
    await ada.sees("privacy.answer.accepted")
    assert await kept_answer(ada) == "accepted"


async def test_the_cookie_notice_hides_nothing_of_a_game(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    await ada.open()
    await ada.button("home.play_bot").click()
    await expect(ada.page.locator("main.fetih")).to_be_visible(timeout=QUICK)
    await expect(notice(ada)).to_have_count(0)
    await ada.play_a_bot()
    await expect(notice(ada)).to_have_count(0)
    await ada.open()
    await expect(notice(ada)).to_be_visible()


# Pages of text


@pytest.mark.parametrize(
    ("language", "paths"),
    [("en", ("/privacy", "/about", "/contact")), ("tr", ("/gizlilik", "/hakkinda", "/iletisim"))],
)
async def test_the_pages_of_text_open_from_the_foot_of_every_page(
    meet: Meet, language: str, paths: tuple[str, ...]
) -> None:
    ada = await meet("ada", language=language)
    await ada.open()
    for page, path in zip(("privacy", "about", "contact"), paths, strict=True):
        foot = ada.page.get_by_role("contentinfo")
        await foot.get_by_role("link", name=ada.t(f"pages.{page}")).click()
        await expect(ada.page).to_have_url(re.compile(f"{path}$"))
        await expect(ada.page.get_by_role("heading", level=1)).to_have_text(ada.t(f"pages.{page}"))
    await ada.sees("contact.none")
    await ada.open_room("fetih")
    await expect(ada.page.get_by_role("contentinfo").get_by_role("link")).to_have_count(3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("width", "height"), [(360, 640), (640, 360), (768, 1024), (1366, 768), (2560, 1440)]
)
async def test_everything_around_the_games_fits_and_is_accessible(
    meet: Meet, width: int, height: int, scheme: str
) -> None:
    ada = await meet("ada", language="tr", scheme=scheme)
    await ada.page.set_viewport_size(ViewportSize(width=width, height=height))
    for path, title in (
        ("/", "home.join"),
        ("/giris", "enter.title"),
        ("/gizlilik", "privacy.ads.title"),
        ("/hakkinda", "about.fair.title"),
        ("/iletisim", "contact.none"),
        ("/dogrula", "proof.title"),
    ):
        await ada.open(path)
        await ada.sees(title)
        await ada.photo(f"around-{path[1:] or 'home'}-{width}-{scheme}")
        assert await ada.over_the_edge() == {"scrolls": 0, "cut": []}, path
        assert await violations(ada.page) == [], path
    # What lies under the bar of the notice is half a button to axe.
    await notice(ada).get_by_role("button", name=ada.t("cookies.refuse")).click()
    await ada.open_room("fetih")
    await ada.button("waiting.add_bot_to", number=3).click()
    await expect(ada.button("waiting.start")).to_be_enabled(timeout=QUICK)
    await ada.photo(f"around-waiting-{width}-{scheme}")
    assert await ada.over_the_edge() == {"scrolls": 0, "cut": []}
    assert await violations(ada.page) == []
