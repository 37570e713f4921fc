"""The table that plays any game from its view and options."""

import json
import re
from typing import Any

from playwright.async_api import WebSocketRoute, expect

from tests.browser.conftest import Meet
from tests.browser.fetih import sit_down
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person, in_turn, seat_two

pytestmark = BROWSER


async def place_plainly(person: Person, cell: int) -> None:
    await person.page.get_by_role("button", name=f"Cell: {cell}", exact=True).click(timeout=QUICK)


async def test_two_people_play_a_whole_game_on_it(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    await seat_two(ada, bedri)
    first, second = await in_turn(ada, bedri)
    for person in (first, second):
        await person.button("table.plain").click()
        await person.sees("fallback.position")
        await expect(person.cell(0)).to_have_count(0)

    for turn, cell in enumerate((0, 3, 1, 4)):
        await place_plainly((first, second)[turn % 2], cell)
    await expect(first.page.get_by_role("button", name="Cell: 2", exact=True)).to_be_visible(timeout=QUICK)
    await first.photo("plain-table-desktop")
    story = first.page.get_by_role("list", name=first.t("story.title"))
    await expect(story.get_by_text(re.compile(r"Mark placed · Cell: 4$"))).to_be_visible()

    await place_plainly(first, 2)
    await first.sees("result.won")
    await second.sees("result.lost")
    await expect(story.get_by_text(re.compile(r"Game ended · Reason: line"))).to_be_visible(timeout=QUICK)


async def test_a_refusal_stands_beside_the_commands_that_it_refuses(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    # What leaves the page of either is changed on its way, as a move would be that others were quicker than.
    for person in (ada, bedri):
        await person.page.route_web_socket(re.compile(r"/socket"), _place_always_on_cell_0)
    await seat_two(ada, bedri)
    first, second = await in_turn(ada, bedri)
    await first.place_and_see(5, on=0)

    await second.button("table.plain").click()
    await place_plainly(second, 5)
    await expect(second.page.get_by_role("alert")).to_have_text(
        second.t("tictactoe.code.taken"), timeout=QUICK
    )
    group = second.page.get_by_role("region", name=second.t("tictactoe.command.place"))
    await expect(group.get_by_role("alert")).to_be_visible()
    await second.button("table.board").click()
    await second.sees("tictactoe.code.taken")
    await first.sees_marked(0)
    await expect(first.cell(5)).to_have_attribute("aria-label", re.compile("empty$"))


def _place_always_on_cell_0(route: WebSocketRoute) -> None:
    server = route.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        frame: dict[str, Any] = json.loads(message)
        if frame.get("type") == "command":
            frame["command"]["cell"] = 0
        server.send(json.dumps(frame))

    route.on_message(pass_on)


AN_ID = re.compile(r"\b[a-z]+_[a-z_]+\b|\b(egypt|wood|infantry|owner|draft|person)\b")


async def test_fetih_is_played_in_turkish_words_at_the_plain_table_too(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    await sit_down(ada, bots=2)
    await ada.button("table.menu").click()
    await ada.button("table.plain").click()
    for _ in range(2):
        await ada.button("fetih.command.pick_region").click(timeout=QUICK)
    await ada.button("fetih.command.roll_dice").click(timeout=3 * QUICK)
    await expect(ada.button("fetih.command.end_turn")).to_be_visible(timeout=QUICK)
    for told in ("fetih.told.RegionPicked", "fetih.told.DiceRolled"):
        await expect(ada.in_story(told).first).to_be_visible(timeout=QUICK)
    await ada.photo("fetih-plain-table-tr")
    assert AN_ID.findall(await ada.words()) == []
    assert (await ada.over_the_edge())["scrolls"] == 0
