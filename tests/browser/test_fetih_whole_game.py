"""A whole game of Fetih against bots, from the front page to the last ranking, by clicking alone."""

import re

import pytest
from playwright.async_api import Locator, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person

pytestmark = BROWSER

LONG = 60_000
"""Milliseconds until all bots have played."""

REACHED = 1_000
"""Milliseconds in which a region that lies free takes a click."""

FAIR = 50
"""From this chance on the person attacks."""

MOST_TURNS = 150

NOTHING_LEFT = ("over", "out")


class Commander:
    """What a person with a mouse does, who knows nothing but what the page shows."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.attacks = 0
        self.trained = 0

    @property
    def window(self) -> Locator:
        return self.page.locator("[data-window]")

    @property
    def outlined(self) -> Locator:
        return self.page.locator("[data-region][data-outlined]")

    def command(self, name: str) -> Locator:
        return self.page.locator(f"[data-command='{name}']:visible")

    async def asked(self) -> str:
        """What the one line says to do, once it is the person's to do something."""
        mine = re.compile(r"^(pick|roll|act|over|out)$")
        await expect(self.page.locator("[data-guide]")).to_have_attribute("data-guide", mine, timeout=LONG)
        return str(await self.page.locator("[data-guide]").get_attribute("data-guide"))

    async def open_one(self, regions: Locator) -> None:
        """Click the first of these regions that no panel lies over: a person would drag the board."""
        for region in await regions.all():
            try:
                # Only tried at first: a click that is given up may be taken all the same.
                await region.click(trial=True, timeout=REACHED)
            except PlaywrightTimeout:
                continue
            await region.click(timeout=QUICK)
            return
        await regions.first.click(timeout=QUICK)

    async def pick(self) -> None:
        await self.open_one(self.outlined)
        await self.window.get_by_role("button", name=self.person.t("fetih.region.pick"), exact=True).click()
        await expect(self.window).to_have_count(0, timeout=QUICK)

    async def take_turn(self) -> None:
        if await self.asked() == "roll":
            await self.command("roll_dice").click()
            await expect(self.page.locator("[data-guide]")).to_have_attribute(
                "data-guide", re.compile("^(act|over)$"), timeout=QUICK
            )
        await self.train()
        await self.attack()
        if await self.page.locator("[data-guide=over]").count() > 0:
            return
        now = self.page.locator("[data-round]")
        played = await now.get_attribute("data-round")
        await self.command("end_turn").click()
        next_or_end = self.page.locator(
            f"[data-round]:not([data-round='{played}']), [data-guide=over], [data-guide=out]"
        )
        await expect(next_or_end.first).to_be_attached(timeout=LONG)

    async def attack(self) -> None:
        """The first region that may be attacked, if the chance shown is fair."""
        if await self.outlined.count() == 0:
            return
        await self.open_one(self.outlined)
        odds = self.window.locator("[data-chance]")
        await expect(odds).to_be_visible(timeout=QUICK)
        if int(await odds.get_attribute("data-chance") or 0) < FAIR:
            await self.page.keyboard.press("Escape")
            return
        await self.window.get_by_role("button", name=self.person.t("fetih.region.attack"), exact=True).click()
        await self.window.get_by_role("button", name=re.compile(r"^Attack at a chance of \d+%$")).click()
        await expect(self.window).to_have_count(0, timeout=QUICK)
        self.attacks += 1

    async def train(self) -> None:
        """An infantry in the first village of one's own where that can be had."""
        seat = await self.page.locator("[data-turn]").get_attribute("data-turn")
        village = self.page.locator(f"[data-region][data-owner='{seat}'][aria-label*='village']")
        if await village.count() == 0:
            return
        await self.open_one(village)
        button = self.window.get_by_role("button", name=re.compile(r"^Train(: 1)? infantry$"))
        await expect(button).to_be_visible(timeout=QUICK)
        if await button.get_attribute("aria-disabled") != "true":
            await button.click()
            self.trained += 1
        await self.page.keyboard.press("Escape")
        await expect(self.window).to_have_count(0, timeout=QUICK)


@pytest.mark.timeout(420)
async def test_a_whole_game_against_bots_is_played_by_clicking(meet: Meet) -> None:
    ada = await meet("ada")
    commander = Commander(ada)
    await ada.open()
    await ada.button("cookies.refuse").click()
    await ada.button("home.play_bot").click()
    await ada.button("fetih.lesson.skip").click(timeout=QUICK)
    for _ in range(2):
        assert (await commander.asked()).startswith("pick")
        await commander.pick()
    for _ in range(MOST_TURNS):
        if await commander.asked() in NOTHING_LEFT:
            break
        await commander.take_turn()
    assert commander.attacks > 0
    # Where the person was thrown out, the bots play to the end.
    await expect(ada.page.locator("[data-guide=over]")).to_have_count(1, timeout=3 * LONG)
    await ada.button("ad.close").click(timeout=LONG)
    ranking = ada.page.get_by_role("region", name=ada.t("end.ranking"))
    await expect(ranking.get_by_role("listitem")).to_have_count(4, timeout=QUICK)
    await ada.photo("fetih-end")
