"""Games from the first click to the last event."""

import re

from playwright.async_api import expect

from tests.browser.conftest import Meet
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person, in_turn, play, seat_two

pytestmark = BROWSER

FIRST_WINS = (0, 3, 1, 4, 2)


async def test_two_people_play_to_the_end_and_one_reloads_in_the_middle(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    await seat_two(ada, bedri)
    first, second = await in_turn(ada, bedri)

    await play(first, second, FIRST_WINS[:2])
    await second.page.reload()
    for cell in FIRST_WINS[:2]:
        await second.sees_marked(cell)
    await ada.photo("table-desktop")
    await first.place(FIRST_WINS[2])
    await second.place(FIRST_WINS[3])
    await first.place(FIRST_WINS[4])

    await first.sees("result.won")
    await second.sees("result.lost")
    for person in (first, second):
        await person.sees("tictactoe.ending.line")
        await expect(person.page.locator(".cell.won")).to_have_count(3)
        await expect(person.page.get_by_label(person.t("result.place", place=2))).to_be_visible()
    await ada.photo("result-desktop")


async def test_after_a_reload_the_whole_story_is_told_again(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    await seat_two(ada, bedri)
    first, second = await in_turn(ada, bedri)
    await play(first, second, FIRST_WINS[:3])

    story = ada.page.get_by_role("list", name=ada.t("story.title")).get_by_role("listitem")
    await expect(story).to_have_count(5, timeout=QUICK)
    before = await story.all_inner_texts()
    await ada.page.reload()
    await expect(story).to_have_count(5, timeout=QUICK)
    assert await story.all_inner_texts() == before


async def test_a_person_plays_a_bot_with_one_click(meet: Meet) -> None:
    ada = await meet("ada")
    await ada.open()
    await ada.photo("home-desktop")
    await ada.button("home.play_which", game=ada.t("tictactoe.name")).click()
    await expect(ada.cell(0)).to_be_visible(timeout=QUICK)
    await expect(ada.page.get_by_text("Bot (medium)").first).to_be_visible()
    await play_any(ada)
    await expect(ada.button("again.play")).to_be_visible(timeout=QUICK)

    old = ada.page.url
    await ada.button("again.play").click()
    await expect(ada.page).not_to_have_url(old)
    await expect(ada.page.locator(".cell.can").first).to_be_visible(timeout=QUICK)


async def play_any(person: Person) -> None:
    """The first free cell, until the game is over."""
    free, over = person.page.locator(".cell.can"), person.button("again.play")
    for _ in range(5):
        await expect(free.first.or_(over)).to_be_visible(timeout=QUICK)
        if await over.is_visible():
            return
        cell = int(await free.first.get_attribute("data-cell") or 0)
        await person.place(cell)


async def test_playing_again_invites_the_other_to_the_new_room(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    code = await seat_two(ada, bedri)
    await play(*await in_turn(ada, bedri), FIRST_WINS)

    await ada.button("again.play").click()
    await ada.sees("waiting.invite")
    assert code not in ada.page.url
    await bedri.page.get_by_role("link", name=bedri.t("again.come")).click()
    await expect(bedri.page).to_have_url(ada.page.url, timeout=QUICK)
    await bedri.button("waiting.sit").click()
    await expect(ada.button("waiting.start")).to_be_enabled(timeout=QUICK)


async def test_resigning_asks_first_and_then_ends_the_game(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    await seat_two(ada, bedri)
    await ada.button("table.resign").click()
    await ada.sees("table.resign.sure")
    await ada.button("cancel").click()
    await expect(ada.text("table.resign.sure")).to_be_hidden()
    await ada.button("table.resign").click()
    await ada.page.get_by_role("dialog").get_by_role("button", name=ada.t("table.resign"), exact=True).click()
    await ada.sees("result.lost")
    await bedri.sees("result.won")
    await bedri.sees("tictactoe.ending.resigned")


async def test_a_board_is_played_with_the_keyboard_alone(meet: Meet) -> None:
    ada = await meet("ada")
    await ada.play_a_bot()
    await expect(ada.page.locator(".cell.can").first).to_be_visible(timeout=QUICK)
    await ada.cell(4).focus()
    for key in ("ArrowUp", "ArrowLeft", "ArrowUp"):
        await ada.page.keyboard.press(key)
    await expect(ada.cell(0)).to_be_focused()
    target = 0
    if "empty" not in (await ada.cell(0).get_attribute("aria-label") or ""):
        await ada.page.keyboard.press("ArrowRight")
        target = 1
    await ada.page.keyboard.press("Enter")
    await ada.sees_marked(target)
    await expect(ada.cell(target)).to_have_attribute(
        "aria-label", re.compile(r"^Row 1, column \d: (cross|nought)")
    )


async def test_who_has_the_watching_link_sees_the_game_and_can_do_nothing(meet: Meet) -> None:
    ada, bedri, watcher = await meet("ada"), await meet("bedri"), await meet("watcher")
    await ada.open_room()
    link = await ada.page.get_by_label(ada.t("waiting.watch_link"), exact=True).input_value()
    code = ada.page.url.rpartition("/")[2]
    await bedri.join(code)
    await ada.start()
    first, second = await in_turn(ada, bedri)
    await watcher.page.goto(link)
    await watcher.sees("table.watching")
    await play(first, second, FIRST_WINS[:2])
    await watcher.sees_marked(FIRST_WINS[1])
    await expect(watcher.page.locator(".cell.can")).to_have_count(0)
    await expect(watcher.page.get_by_label(watcher.t("chat.say"))).to_have_count(0)
    assert code not in await watcher.words()


async def test_the_dice_can_be_checked_when_the_game_is_over(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    await seat_two(ada, bedri)
    await ada.page.get_by_text(ada.t("fair.title")).click()
    await ada.sees("fair.not_yet")
    mine = await ada.page.evaluate(
        "Object.entries(localStorage).find(([key]) => key.startsWith('divan.seed.'))[1]"
    )
    await expect(ada.page.locator("dd", has_text=mine)).to_have_count(2)

    await play(*await in_turn(ada, bedri), FIRST_WINS)
    await ada.sees("fair.kept")
    await expect(ada.text("fair.no_seed")).to_have_count(0)
