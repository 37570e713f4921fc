"""A game watched again: every moment as it was at the table, with the eyes that are lent."""

import re
from collections.abc import Sequence

from playwright.async_api import Locator, expect

from tests.browser.conftest import Meet
from tests.browser.fetih import resign, sit_down
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person, in_turn, play, seat_two

pytestmark = BROWSER

FIRST_WINS = (0, 3, 1, 4, 2)


def slider(person: Person) -> Locator:
    return person.page.get_by_role("slider", name=person.t("replay.slider"), exact=True)


def choice(person: Person, key: str) -> Locator:
    return person.page.get_by_role("combobox", name=person.t(key), exact=True)


async def is_at(person: Person, number: int) -> None:
    """The moment is in sight: the address follows what is shown."""
    await expect(slider(person)).to_have_value(str(number), timeout=QUICK)
    await expect(person.page).to_have_url(re.compile(rf"[?&]at={number}&"), timeout=QUICK)


async def marks(person: Person) -> list[int]:
    """The cells that are taken."""
    cells = person.page.locator("[data-cell]")
    return [cell for cell in range(9) if await cells.nth(cell).locator("svg").count() > 0]


async def story(person: Person) -> list[str]:
    lines = person.page.get_by_role("list", name=person.t("story.title")).get_by_role("listitem")
    await expect(lines.first).to_be_visible(timeout=QUICK)
    return [line.replace("\n", " ") for line in await lines.all_inner_texts()]


async def step_to(person: Person, wanted: Sequence[int]) -> None:
    await person.button("replay.forward").click()
    await is_at(person, len(wanted) + 1)
    assert await marks(person) == sorted(wanted)


async def test_a_finished_game_is_watched_again_from_its_first_move_to_its_last(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    code = await seat_two(ada, bedri)
    first, second = await in_turn(ada, bedri)
    await play(first, second, FIRST_WINS)
    await ada.sees("tictactoe.ending.line")
    told = await story(ada)

    await ada.page.get_by_role("link", name=ada.t("replay.watch"), exact=True).click()
    await expect(ada.page).to_have_url(re.compile(rf"/replay/{code}"))
    await is_at(ada, 1)
    assert await marks(ada) == []
    assert await story(ada) == told
    await ada.photo("replay-desktop")
    for move in range(5):
        await step_to(ada, FIRST_WINS[: move + 1])
    await expect(ada.page.locator(".cell.won")).to_have_count(3)
    assert ada.page.url.endswith(f"/replay/{code}?at=6&seat=0")

    await slider(ada).fill("1")
    await is_at(ada, 1)
    assert await marks(ada) == []
    await choice(ada, "replay.speed").select_option("8")
    await ada.button("replay.play").click()
    await is_at(ada, 6)
    await expect(ada.button("replay.play")).to_be_visible()
    assert await marks(ada) == sorted(FIRST_WINS)


async def test_it_is_watched_as_the_other_seat_and_as_a_spectator_and_the_link_leads_there(
    meet: Meet,
) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    code = await seat_two(ada, bedri)
    await play(*await in_turn(ada, bedri), FIRST_WINS)
    await ada.open(f"/replay/{code}?at=3&seat=0")
    await is_at(ada, 3)
    eyes = choice(ada, "replay.eyes")
    for seen in ("1", "public"):
        await eyes.select_option(seen)
        await expect(ada.page).to_have_url(re.compile(rf"at=3&seat={seen}$"), timeout=QUICK)
        assert await marks(ada) == sorted(FIRST_WINS[:2])

    stranger = await meet("stranger", language="tr", phone=True, scheme="dark")
    await stranger.open(f"/tekrar/{code}?at=4&seat=1")
    await is_at(stranger, 4)
    assert await marks(stranger) == sorted(FIRST_WINS[:3])
    await expect(choice(stranger, "replay.eyes")).to_have_value("1")
    await stranger.photo("replay-phone")
    assert await stranger.over_the_edge() == {"scrolls": 0, "cut": []}


async def test_the_keys_step_play_and_jump_and_a_line_of_the_story_leads_to_its_moment(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    code = await seat_two(ada, bedri)
    await play(*await in_turn(ada, bedri), FIRST_WINS)
    await ada.open(f"/replay/{code}")
    await is_at(ada, 1)
    await slider(ada).focus()
    for key, number in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", 6),
        ("ArrowRight", 6),
        ("Home", 1),
    ):
        await ada.page.keyboard.press(key)
        await is_at(ada, number)
    await expect(slider(ada)).to_have_attribute("aria-valuetext", ada.t("replay.moment", number=1, last=6))
    await ada.page.keyboard.press(" ")
    await expect(ada.button("replay.pause")).to_be_visible()
    await ada.page.keyboard.press(" ")
    await expect(ada.button("replay.play")).to_be_visible()

    await ada.page.get_by_role("list", name=ada.t("story.title")).get_by_role("button").nth(3).click()
    await is_at(ada, 3)
    await expect(ada.page.locator("[aria-current=step]")).to_have_count(1)
    await ada.button("replay.turn_forward").click()
    await is_at(ada, 4)
    await ada.button("replay.turn_back").click()
    await is_at(ada, 3)


async def test_a_running_game_lends_no_other_seats_eyes(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    code = await seat_two(ada, bedri)
    first, second = await in_turn(ada, bedri)
    await play(first, second, FIRST_WINS[:2])
    site = ada.page.url.partition("/room/")[0]
    room = await (await ada.page.request.get(f"{site}/api/rooms/{code}")).json()
    watcher = await meet("watcher")
    await watcher.open(f"/watch/{room['watch']}")
    await watcher.page.get_by_role("link", name=watcher.t("replay.watch_running"), exact=True).click()
    await is_at(watcher, 1)
    await watcher.sees("replay.running")
    await ada.open(f"/replay/{code}")
    await is_at(ada, 1)
    other = choice(ada, "replay.eyes").locator("option[value='1']")
    await expect(other).to_be_disabled()
    for what in ("log", "positions", "positions/1"):
        answer = await ada.page.request.get(f"{site}/api/rooms/{code}/{what}?seat=1")
        assert (answer.status, (await answer.json())["code"]) == (403, "not_yet")

    await ada.open(f"/replay/{code}?at=2&seat=1")
    await ada.sees("replay.eyes_refused")
    await expect(ada.page).to_have_url(re.compile(r"at=1&seat=0$"), timeout=QUICK)


async def test_a_game_of_fetih_is_watched_again(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    await sit_down(ada, bots=1)
    code = ada.page.url.rpartition("/")[2]
    await resign(ada)
    await expect(ada.page.locator("[data-guide=over]")).to_be_attached(timeout=QUICK)
    await ada.open(f"/tekrar/{code}")
    await is_at(ada, 1)
    last = int(await slider(ada).get_attribute("max") or 0)
    assert last > 1
    await ada.button("replay.last").click()
    await is_at(ada, last)
    for number in range(last - 1, 0, -1):
        await ada.button("replay.back").click()
        await is_at(ada, number)
    await ada.button("replay.forward").click()
    await is_at(ada, 2)
    await ada.photo("replay-fetih")
    for width, height in ((360, 640), (640, 360)):
        await ada.page.set_viewport_size({"width": width, "height": height})
        await expect(ada.button("replay.play")).to_be_in_viewport(ratio=1)
        await ada.photo(f"replay-fetih-{width}")
        assert (await ada.over_the_edge())["scrolls"] == 0
