"""The page when the line, the edge or the engines fail."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.async_api import Route, expect

from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person, in_turn, play, seat_two
from tests.divan.running_up import Up

pytestmark = BROWSER

SLOW = 40_000
"""Milliseconds for a process to come back and the page to find it."""

LINE = ("WebSocket connection", "ERR_", "/socket", "502", "503")
"""What Chromium says of a line that breaks."""


def kill(up: Up, command: str) -> None:
    for pid in up.pids(command):
        os.kill(pid, signal.SIGKILL)


@contextmanager
def standing_still(up: Up, command: str) -> Iterator[None]:
    pids = up.pids(command)
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


async def test_a_game_goes_on_after_the_edge_was_killed(meet: Meet, up: Up) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    for person in (ada, bedri):
        person.forgive(*LINE)
    await seat_two(ada, bedri)
    first, second = await in_turn(ada, bedri)
    await play(first, second, (0, 3))

    kill(up, "divan serve rooms")
    await expect(ada.page.get_by_text(re.compile(r"Reconnecting in|Connecting"))).to_be_visible(timeout=QUICK)
    await ada.photo("reconnecting")
    for person in (ada, bedri):
        await person.sees("link.open", within=SLOW)
    await play(first, second, (1, 4, 2))
    await first.sees("result.won")
    await second.sees("result.lost")
    story = ada.page.get_by_role("list", name=ada.t("story.title")).get_by_role("listitem")
    await expect(story.filter(has_text=re.compile(r"row 1, column 1\."))).to_have_count(1)
    await expect(story.filter(has_text=re.compile(r"row 1, column 3\."))).to_have_count(1)


async def test_a_move_that_no_engine_answers_is_kept_and_made_once(meet: Meet, up: Up) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    await seat_two(ada, bedri)
    first, second = await in_turn(ada, bedri)
    with standing_still(up, "divan serve engine"):
        await first.cell(4).click()
        await first.sees("link.silent", within=QUICK)
        await first.photo("engine-silent")
        await expect(first.page.locator(".cell.can")).to_have_count(0)
    await first.sees_marked(4)
    await first.sees("link.open", within=SLOW)
    await second.sees_marked(4)
    await second.place(0)
    story = second.page.get_by_role("list", name=second.t("story.title")).get_by_role("listitem")
    await expect(story.filter(has_text="row 2, column 2")).to_have_count(1)


async def test_a_move_whose_answer_the_edge_took_to_its_grave_is_made_once(meet: Meet, up: Up) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    for person in (ada, bedri):
        person.forgive(*LINE)
    await seat_two(ada, bedri)
    first, second = await in_turn(ada, bedri)
    with standing_still(up, "divan serve engine"):
        await first.cell(4).click()
        kill(up, "divan serve rooms")
    for person in (first, second):
        await person.sees("link.open", within=SLOW)
        await person.sees_marked(4)
    await second.place(0)
    story = second.page.get_by_role("list", name=second.t("story.title")).get_by_role("listitem")
    await expect(story.filter(has_text="row 2, column 2")).to_have_count(1)


async def test_a_page_left_open_over_a_deploy_finds_its_way(meet: Meet, up: Up) -> None:
    ada = await meet("ada")
    ada.forgive(*LINE)
    await ada.play_a_bot()
    await ada.page.evaluate("window.isTheOldPage = true")

    async def newer(route: Route) -> None:
        """The index of a newer build, once: what is loaded then is the page again."""
        await route.fulfill(body='<script type="module" src="/assets/index-newer.js"></script>')

    await ada.page.route("**/", newer, times=1)
    async with ada.page.expect_event("load", timeout=SLOW):
        kill(up, "divan serve rooms")
    assert await ada.page.evaluate("window.isTheOldPage === undefined")
    await expect(ada.page.locator(".cell.can").first).to_be_visible(timeout=SLOW)


async def test_a_page_whose_scripts_do_not_come_says_so_and_can_be_tried_again(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    ada.forgive("ERR_", "Unable to preload", "dynamically imported module")

    async def lost(route: Route) -> None:
        await route.abort()

    await ada.page.route("**/assets/start-*", lost)
    await ada.open("/giris?next=%2Fhakkinda")
    await expect(ada.page.get_by_role("alert")).to_contain_text("Sayfa yüklenemedi.")
    await ada.page.unroute("**/assets/start-*")
    await ada.page.get_by_role("link", name="Yeniden dene").click()
    await ada.sees("enter.title")
    await expect(ada.page).to_have_url(re.compile(r"/giris\?next=%2Fhakkinda$"))
    await expect(ada.page.locator("#unreached")).to_be_hidden()


async def test_a_page_whose_server_is_the_same_is_not_loaded_anew(meet: Meet, up: Up) -> None:
    ada = await meet("ada")
    ada.forgive(*LINE)
    await ada.play_a_bot()
    await ada.page.evaluate("window.isTheOldPage = true")
    kill(up, "divan serve rooms")
    await expect(ada.text("link.open").first).to_be_hidden(timeout=QUICK)
    await ada.sees("link.open", within=SLOW)
    await still_the_same(ada)


async def still_the_same(person: Person) -> None:
    await expect(person.page.locator(".cell.can").first).to_be_visible(timeout=QUICK)
    assert await person.page.evaluate("window.isTheOldPage") is True


async def test_the_clock_counts_by_the_servers_time_on_a_machine_whose_clock_is_wrong(meet: Meet) -> None:
    ada = await meet("ada")
    await ada.page.clock.install(time="2001-01-01T00:00:00Z")
    await ada.page.clock.resume()
    await ada.play_a_bot()
    await expect(ada.page.locator(".cell.can").first).to_be_visible(timeout=QUICK)
    await expect(ada.page.get_by_role("timer")).to_have_text(re.compile(r"^(1:00|0:5\d)$"), timeout=QUICK)
