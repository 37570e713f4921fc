"""Places for ads: where they are, where they never are, and the end of a game that begins with one."""

from collections import Counter
from time import monotonic

import pytest
from playwright.async_api import ViewportSize, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Meet
from tests.browser.fetih import know_the_way, resign, see_the_table
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person

pytestmark = BROWSER

SHUT_SECONDS = 5
"""How long the ad at the end cannot be closed."""

SIZES = {"banner": (728, 90), "column": (160, 600), "square": (250, 250), "watching": (320, 50)}
SIZES_ON_PHONES = {**SIZES, "banner": (320, 50)}

SHOWN = """
() => [...document.querySelectorAll("[data-ad]")]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.dataset.ad, node.offsetWidth, node.offsetHeight])
"""


async def ads(person: Person) -> Counter[str]:
    """The kinds of places for ads that are in the page now; each has its final size."""
    shown = await person.page.evaluate(SHOWN)
    width = await person.page.evaluate("window.innerWidth")
    sizes = SIZES if width >= 768 else SIZES_ON_PHONES
    assert [
        (kind, wide, high) for kind, wide, high in shown if sizes.get(kind, (wide, high)) != (wide, high)
    ] == []
    return Counter(kind for kind, *_ in shown)


async def at_fetih(person: Person, *others: Person) -> str:
    """Open a room of Fetih, add a bot, let the others sit down, start; its code."""
    await know_the_way(person.context)
    code = await person.open_room("fetih")
    await person.button("waiting.add_bot_to", number=2).click()
    for other in others:
        await other.open(f"/room/{code}")
        await other.button("waiting.join").click()
        await other.sees("waiting.owner_starts")
    await expect(person.button("waiting.start")).to_be_enabled(timeout=QUICK)
    await person.start()
    await see_the_table(person)
    return code


@pytest.mark.parametrize(("width", "columns"), [(360, 0), (1279, 0), (1280, 2)])
async def test_ads_have_their_places_and_no_others(meet: Meet, width: int, columns: int) -> None:
    ada = await meet("ada")
    await ada.page.set_viewport_size(ViewportSize(width=width, height=800))
    around = Counter({"banner": 2, "column": columns} if columns else {"banner": 2})
    await ada.open()
    await expect(ada.button("home.play_bot")).to_be_visible(timeout=QUICK)
    assert await ads(ada) == around
    await ada.open("/sign-in")
    await ada.sees("enter.title")
    assert await ads(ada) == around
    for page in ("privacy", "about", "contact"):
        await ada.open(f"/{page}")
        await ada.sees(f"pages.{page}")
        assert await ads(ada) == {}

    await ada.open_room("fetih")
    assert await ads(ada) == around + Counter({"square": 1})
    await ada.button("waiting.add_bot_to", number=2).click()
    await expect(ada.button("waiting.start")).to_be_enabled(timeout=QUICK)
    await ada.start()
    lesson = ada.page.get_by_role("complementary", name=ada.t("fetih.lesson.title"))
    await expect(lesson).to_be_visible(timeout=QUICK)
    assert await ads(ada) == {}
    await ada.button("fetih.help.open").click()
    assert await ads(ada) == {}


async def test_who_watches_or_is_out_of_play_has_a_small_ad_at_the_edge(meet: Meet) -> None:
    ada, bedri, watcher = await meet("ada"), await meet("bedri"), await meet("watcher", language="tr")
    code = await at_fetih(ada, bedri)
    await watcher.open(f"/oda/{code}")
    await watcher.sees("late.title")
    assert await ads(watcher) == {}
    await watcher.button("late.watch").click()
    await see_the_table(watcher)
    assert await ads(watcher) == {"watching": 1}

    assert await ads(ada) == {}
    await resign(ada)
    await expect(ada.page.locator("[data-ad='watching']")).to_be_visible(timeout=QUICK)
    assert await ads(ada) == {"watching": 1}
    box = await ada.page.locator("[data-ad='watching']").bounding_box()
    board = await ada.page.locator("main.fetih .map").bounding_box()
    assert box is not None
    assert board is not None
    assert box["y"] >= board["y"] + board["height"] - 1
    assert await ads(bedri) == {}
    await ada.say("Well played!")
    await expect(watcher.said("Well played!")).to_be_visible(timeout=QUICK)


async def test_who_watches_at_the_common_table_has_one_too_and_players_have_none(meet: Meet) -> None:
    ada, watcher = await meet("ada"), await meet("watcher")
    await ada.play_a_bot()
    await watcher.open(f"/room/{ada.page.url.rpartition('/')[2]}")
    await watcher.button("late.watch").click()
    await watcher.sees("table.watching")
    assert await ads(watcher) == {"watching": 1}
    assert await ads(ada) == {}


# The end


async def test_the_end_shows_its_ad_for_five_seconds_and_then_who_won_and_where_to_go(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    code = await at_fetih(ada)
    await resign(ada)
    ad = ada.page.locator("[data-ad='whole']")
    await expect(ad).to_be_visible(timeout=QUICK)
    begun = monotonic()
    assert await ads(ada) == {"whole": 1}
    await ada.photo("end-ad")
    for _ in range(3):
        await ada.page.keyboard.press("Escape")
        await ada.page.get_by_role("dialog").get_by_role("button").click(force=True)
    await expect(ad).to_be_visible()
    await expect(ada.button("ad.close")).to_be_visible(timeout=QUICK)
    assert monotonic() - begun >= SHUT_SECONDS - 1
    await ada.button("ad.close").click()

    await expect(ad).to_have_count(0)
    end = ada.page.get_by_role("dialog", name=ada.t("end.title"))
    await expect(end.get_by_text(ada.t("result.lost"))).to_be_visible()
    await expect(end.get_by_text(ada.t("fetih.ending.last_standing"))).to_be_visible()
    await expect(end.get_by_role("listitem")).to_have_count(2)
    await expect(end.get_by_label(ada.t("result.place", place=1))).to_be_visible()
    again = end.get_by_role("link", name=ada.t("replay.watch"))
    await expect(again).to_have_attribute("href", f"/tekrar/{code}")
    assert await violations(ada.page) == []
    await ada.photo("end-screen")

    await ada.button("end.look").click()
    await expect(end).to_have_count(0)
    await ada.button("end.show").click()
    await expect(end).to_be_visible()
    await end.get_by_role("link", name=ada.t("back_home")).click()
    await expect(ada.button("home.play_bot")).to_be_visible(timeout=QUICK)
