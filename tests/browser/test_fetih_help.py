"""Fetih's tutorial, rules and strategy guide, beside a game whose clock goes on."""

import pytest
from playwright.async_api import Locator, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Meet
from tests.browser.fetih import see_the_table, sit_down
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person

pytestmark = BROWSER

BELOW_THE_BAR = """
() => {
  const place = (one) => document.querySelector(one).getBoundingClientRect();
  return place(".lesson").top - place("main .bar").bottom;
}
"""
"""Pixels between the bar and the lesson."""

CARDS = ("goal", "roll", "build", "attack")


def lesson(person: Person) -> Locator:
    return person.page.get_by_role("complementary", name=person.t("fetih.lesson.title"))


def rules(person: Person) -> Locator:
    return person.page.get_by_role("dialog")


async def seconds(clock: Locator) -> int:
    return int((await clock.inner_text()).strip())


async def fits(person: Person, title: str) -> None:
    await person.photo(f"fetih-help-{person.language}-{title}")
    assert await person.over_the_edge() == {"scrolls": 0, "cut": []}, title
    assert await violations(person.page) == [], title


async def test_the_first_game_shows_four_cards_and_no_other_does(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    await sit_down(ada, is_new=True)
    card = lesson(ada)
    for name in CARDS:
        await expect(card.get_by_role("heading")).to_have_text(ada.t(f"fetih.lesson.{name}.title"))
        await card.get_by_role(
            "button", name=ada.t("fetih.lesson." + ("done" if name == CARDS[-1] else "next"))
        ).click()
    await expect(card).to_have_count(0)
    await ada.page.reload()
    await see_the_table(ada)
    await expect(card).to_have_count(0)


@pytest.mark.parametrize("steps", [0, 2])
async def test_the_tutorial_is_skipped_at_any_card_for_good(meet: Meet, steps: int) -> None:
    ada = await meet("ada", language="tr")
    await sit_down(ada, is_new=True)
    for _ in range(steps):
        await lesson(ada).get_by_role("button", name=ada.t("fetih.lesson.next")).click()
    await lesson(ada).get_by_role("button", name=ada.t("fetih.lesson.skip")).click()
    await expect(lesson(ada)).to_have_count(0)
    await sit_down(ada, is_new=True)
    await expect(lesson(ada)).to_have_count(0)


async def test_the_tutorial_is_turned_and_left_by_keys(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada, is_new=True)
    heading = lesson(ada).get_by_role("heading")
    await lesson(ada).get_by_role("button", name=ada.t("fetih.lesson.next")).focus()
    await ada.page.keyboard.press("ArrowRight")
    await ada.page.keyboard.press("ArrowRight")
    await ada.page.keyboard.press("ArrowLeft")
    await expect(heading).to_have_text(ada.t("fetih.lesson.roll.title"))
    await ada.page.keyboard.press("Escape")
    await expect(lesson(ada)).to_have_count(0)


async def test_the_tutorial_leaves_bar_and_clock_in_sight(meet: Meet) -> None:
    ada = await meet("ada", language="tr", phone=True)
    await sit_down(ada, is_new=True)
    await expect(lesson(ada)).to_be_visible(timeout=QUICK)
    for size in ((360, 640), (640, 360), (1366, 768)):
        await ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        # Both at once: what the bar says changes its height while the others choose.
        assert await ada.page.evaluate(BELOW_THE_BAR) >= 0
        await expect(lesson(ada).get_by_role("button", name=ada.t("fetih.lesson.next"))).to_be_in_viewport(
            ratio=1
        )


async def test_a_start_region_is_chosen_while_the_lesson_lies_open(meet: Meet) -> None:
    ada = await meet("ada", language="tr", phone=True)
    await sit_down(ada, is_new=True)
    free = ada.page.locator("[data-region][data-outlined]").last
    await free.focus(timeout=QUICK)
    await ada.page.keyboard.press("Enter")
    await ada.button("fetih.region.pick").click()
    await expect(ada.text("fetih.guide.pick_first")).to_have_count(0, timeout=QUICK)
    await expect(lesson(ada)).to_be_visible()


async def test_the_rules_open_over_the_game_and_its_clock_goes_on(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    await sit_down(ada, is_new=True)
    await ada.button("fetih.help.open").click()
    await expect(rules(ada).get_by_role("heading", name=ada.t("fetih.rules.title"))).to_be_visible()
    clock = rules(ada).get_by_role("timer")
    before = await seconds(clock)
    await expect(clock).not_to_have_text(str(before), timeout=QUICK)

    chapters = rules(ada).get_by_role("navigation", name=ada.t("fetih.rules.contents")).get_by_role("button")
    await chapters.filter(has_text="Savaş").click()
    await expect(rules(ada).get_by_role("heading", name="Savaş")).to_be_in_viewport()

    await rules(ada).get_by_role("button", name=ada.t("fetih.rules.guide")).first.click()
    await expect(rules(ada).get_by_role("heading", level=2)).to_have_text(ada.t("fetih.rules.guide"))
    await rules(ada).get_by_role("button", name=ada.t("fetih.rules.to_rules")).click()
    await expect(chapters.first).to_be_in_viewport()

    await rules(ada).get_by_role("button", name=ada.t("fetih.help.back")).click()
    await expect(rules(ada)).to_have_count(0)
    await expect(ada.page.locator("main.fetih")).to_be_visible()


async def test_escape_leads_back_from_the_rules_to_the_game(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada, is_new=True)
    await ada.button("fetih.help.open").click()
    await expect(rules(ada)).to_be_visible()
    await ada.page.keyboard.press("Escape")
    await expect(rules(ada)).to_have_count(0)
    await expect(ada.button("fetih.help.open")).to_be_focused()
    await expect(lesson(ada)).to_be_visible()


async def test_no_ads_in_the_rules_and_the_foot_is_there(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    await sit_down(ada, is_new=True)
    await ada.button("fetih.help.open").click()
    await expect(rules(ada).get_by_role("link")).to_have_count(3)
    assert await ada.page.locator("[data-ad]").count() == 0


@pytest.mark.parametrize(("language", "scheme", "phone"), [("tr", "light", True), ("en", "dark", False)])
async def test_rules_and_guide_fit_and_can_be_read_by_all(
    meet: Meet, language: str, scheme: str, phone: bool
) -> None:
    ada = await meet("ada", language=language, scheme=scheme, phone=phone)
    await sit_down(ada, is_new=True)
    await ada.photo(f"fetih-help-{language}-tutorial")
    await ada.button("fetih.help.open").click()
    await expect(rules(ada).get_by_role("heading", level=3).first).to_be_visible(timeout=QUICK)
    await fits(ada, "rules")
    await rules(ada).get_by_role("button", name=ada.t("fetih.rules.guide")).first.click()
    await fits(ada, "guide")


async def test_without_a_line_the_rules_cannot_be_fetched_and_the_game_stays(meet: Meet) -> None:
    ada = await meet("ada")
    ada.forgive("ERR_")
    await sit_down(ada)
    address = ada.page.url
    await ada.page.evaluate("window.isTheSamePage = true")
    await ada.context.set_offline(True)
    await ada.button("fetih.help.open").click()
    await ada.sees("fetih.rules.unreadable")
    await ada.button("fetih.help.back").click()
    await ada.context.set_offline(False)
    await ada.button("fetih.help.open").click()
    await expect(rules(ada).get_by_role("heading", level=3).first).to_be_visible(timeout=QUICK)
    assert ada.page.url == address
    assert await ada.page.evaluate("window.isTheSamePage")
