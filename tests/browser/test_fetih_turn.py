"""A turn of Fetih in the browser: its clock, the line that says what to do, the dice (F79, F100b, F103)."""

import asyncio
import re
import time

from playwright.async_api import expect

from tests.browser.conftest import Meet
from tests.browser.fetih import be_a_guest, choose_regions, guide, seat_two
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person

pytestmark = BROWSER


async def told_to(person: Person, key: str) -> None:
    """The one line is of that kind."""
    await expect(guide(person)).to_have_attribute("data-guide", key, timeout=QUICK)
    assert await guide(person).count() == 1


async def seconds(person: Person) -> int:
    return int(await person.page.get_by_role("timer").inner_text())


async def dice(person: Person) -> tuple[str, str]:
    """What the dice show when they are there, and the total written beside them."""
    lying = person.page.locator("[data-dice]")
    await lying.wait_for(timeout=QUICK)
    total = await person.page.locator("[data-total]").inner_text()
    return str(await lying.get_attribute("data-dice")), total


async def test_a_turn_is_guided_timed_and_seen_by_all(meet: Meet) -> None:
    ada, bora, cem = (
        await meet("ada", language="tr"),
        await meet("bora", language="tr", phone=True),
        await meet("cem"),
    )
    code = await seat_two(ada, bora)
    chooses = guide(ada).and_(ada.page.locator("[data-guide=pick]"))
    first, second = (ada, bora) if await chooses.count() else (bora, ada)
    await told_to(first, "pick")
    await told_to(second, "wait_pick")
    assert 0 < await seconds(first) <= 30

    assert (first, second) == await choose_regions(code, ada, bora)
    await be_a_guest(cem)
    room = await ada.ask("GET", f"/api/rooms/{code}")
    await cem.open(f"/watch/{room['watch']}")
    await told_to(first, "roll")
    await told_to(second, "wait_first")
    await told_to(cem, "watch")
    await expect(first.button("fetih.turn.end")).to_have_attribute("aria-disabled", "true")
    await expect(first.button("fetih.turn.end")).to_have_accessible_description(
        re.compile(re.escape(first.t("fetih.code.roll_first")))
    )
    await expect(cem.button("fetih.turn.end")).to_have_count(0)
    assert await cem.page.locator("[data-resource]").count() == 0

    before, at = await seconds(first), time.monotonic()
    assert abs(await seconds(cem) - before) <= 1
    await first.page.reload()
    await told_to(first, "roll")
    after = await seconds(first)
    assert abs(before - (time.monotonic() - at) - after) <= 1

    seen = asyncio.gather(*map(dice, (ada, bora, cem)))
    await first.button("fetih.turn.roll").click()
    shown = await seen
    log = await ada.ask("GET", f"/api/rooms/{code}/log?from=1&limit=200")
    [roll] = [one for entry in log["told"] for one in entry["told"] if one["type"] == "DiceRolled"]
    assert set(shown) == {(" ".join(map(str, roll["dice"])), str(roll["total"]))}

    await told_to(first, "act")
    await expect(guide(first)).to_contain_text(first.t("fetih.guide.way.attack"), ignore_case=True)
    for person in (first, second):
        assert await person.over_the_edge() == {"scrolls": 0, "cut": []}
        await person.photo(f"fetih-turn-{person.name}")
    await first.button("fetih.turn.end").click()
    await told_to(first, "wait")
    await told_to(second, "roll")
    assert await seconds(second) >= 55


async def test_what_happened_before_one_came_is_not_shown_again(meet: Meet) -> None:
    ada, bora = await meet("ada"), await meet("bora")
    code = await seat_two(ada, bora)
    first, _ = await choose_regions(code, ada, bora)
    await first.button("fetih.turn.roll").click()
    await first.page.locator("[data-dice]").wait_for(timeout=QUICK)
    await first.page.reload()
    await told_to(first, "act")
    await first.page.wait_for_timeout(500)
    assert await first.page.locator("[data-act]").count() == 0
