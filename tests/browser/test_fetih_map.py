"""Fetih's board (F100, F100a, F101a, F102, F102c): dragging, zooming, sea passages, borders, keyboard."""

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Meet
from tests.browser.fetih import sit_down
from tests.browser.marks import BROWSER
from tests.browser.person import Person
from tests.browser.tracing import load

pytestmark = BROWSER

FRAME_BUDGET = 8.0
"""Milliseconds of script and layout for a frame while the board is dragged, on a desktop."""


def tile(person: Person, region: str) -> Locator:
    return person.page.locator(f"[data-region={region}]")


def selected(person: Person) -> Locator:
    return person.page.locator("[data-selected]")


def arrow(person: Person, region: str) -> Locator:
    return person.page.locator(f"[data-passage={region}]")


async def middle(place: Locator) -> tuple[float, float]:
    box = await place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def width(place: Locator) -> float:
    box = await place.bounding_box()
    assert box is not None
    return box["width"]


async def drag(person: Person, start: tuple[float, float], across: float, down: float) -> None:
    mouse = person.page.mouse
    await mouse.move(*start)
    await mouse.down()
    await mouse.move(start[0] + across, start[1] + down, steps=4)
    await mouse.up()


RESTED = """
async () => {
  const { style } = document.querySelector(".frame > .layer");
  for (let before = null; before !== style.cssText || new DOMMatrix(style.transform).a !== 1; ) {
    before = style.cssText;
    // Longer than a zoom takes to come to rest.
    await new Promise((done) => setTimeout(done, 250));
  }
}
"""


async def rest(person: Person) -> None:
    """Until the board stands still and sharp."""
    await person.page.evaluate(RESTED)


async def test_a_drag_of_more_than_8_pixels_is_no_click(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    await ada.button("fetih.map.zoom_in").click()
    place = await middle(tile(ada, "egypt"))
    await drag(ada, place, 30, -20)
    await expect(selected(ada)).to_have_count(0)
    assert await middle(tile(ada, "egypt")) == pytest.approx((place[0] + 30, place[1] - 20), abs=9)
    place = await middle(tile(ada, "egypt"))
    await drag(ada, place, 6, 5)
    await expect(selected(ada)).to_have_attribute("data-region", "egypt")
    assert await middle(tile(ada, "egypt")) == pytest.approx(place, abs=1)


async def test_the_board_stays_in_sight(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    frame = ada.page.get_by_role("group", name=ada.t("fetih.map.title"))
    box = await frame.bounding_box()
    assert box is not None
    await ada.page.mouse.move(*await middle(frame))
    for _ in range(5):
        await ada.page.mouse.wheel(0, -240)
    await rest(ada)
    assert await width(tile(ada, "egypt")) > 100
    for _ in range(2):
        await drag(ada, await middle(frame), 500, 300)
    layer = await ada.page.locator(".frame > .layer").bounding_box()
    assert layer is not None
    assert layer["x"] <= box["x"] + box["width"] / 2 + 1
    assert layer["y"] <= box["y"] + box["height"] / 2 + 1
    await ada.page.mouse.move(*await middle(frame))
    for _ in range(6):
        await ada.page.mouse.wheel(0, 240)
    await rest(ada)
    layer = await ada.page.locator(".frame > .layer").bounding_box()
    assert layer is not None
    assert layer["width"] == pytest.approx(box["width"], abs=2)


async def test_wheel_and_buttons_zoom_and_the_ring_shows_ones_own(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    place, size = await middle(tile(ada, "india")), await width(tile(ada, "india"))
    await ada.page.mouse.move(*place)
    await ada.page.mouse.wheel(0, -240)
    await rest(ada)
    assert await width(tile(ada, "india")) > size * 1.5
    assert await middle(tile(ada, "india")) == pytest.approx(place, abs=3)
    size = await width(tile(ada, "india"))
    await ada.button("fetih.map.zoom_in").click()
    assert await width(tile(ada, "india")) == pytest.approx(size * 1.4, rel=0.02)
    await ada.button("fetih.map.zoom_out").click()
    assert await width(tile(ada, "india")) == pytest.approx(size, rel=0.02)
    # Nothing is owned yet, so the whole board is shown.
    await ada.button("fetih.map.home.all").click()
    for region in ("alaska", "new_zealand"):
        await expect(tile(ada, region)).to_be_in_viewport(ratio=1)


async def test_an_arrow_shows_the_route_until_the_next_click(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    routes = ada.page.locator("[data-route]")
    await arrow(ada, "greenland").click()
    await expect(routes).to_have_count(1)
    await expect(tile(ada, "britain")).to_have_attribute("data-lit", "")
    await ada.sees("fetih.map.route", region="Greenland", port="Britain")
    await expect(selected(ada)).to_have_count(0)
    await ada.photo("fetih-map-route")
    await arrow(ada, "alaska").click()
    await expect(routes).to_have_count(2)
    await drag(ada, await middle(tile(ada, "egypt")), 20, 20)
    await expect(routes).to_have_count(2)
    await ada.page.get_by_role("heading", level=1).or_(ada.page.locator(".bar")).last.click()
    await expect(routes).to_have_count(0)
    await expect(tile(ada, "kamchatka")).not_to_have_attribute("data-lit", "")


async def test_borders_of_continents_are_shown_on_demand(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    borders = ada.page.locator("[data-border]")
    await expect(borders).to_have_count(0)
    await ada.button("fetih.map.borders").click()
    await expect(borders).to_have_count(6)
    await expect(ada.page.locator("[data-continent=oceania]")).to_contain_text("Oceania")
    await ada.photo("fetih-map-borders")
    assert await violations(ada.page, within=".map") == []
    await ada.button("fetih.map.borders").click()
    await expect(borders).to_have_count(0)


async def test_the_board_is_played_by_keys(meet: Meet) -> None:
    ada = await meet("ada")
    await sit_down(ada)
    await ada.button("fetih.map.zoom_in").focus()
    await ada.page.keyboard.press("Shift+Tab")
    await expect(tile(ada, "alaska")).to_be_focused()
    await ada.page.keyboard.press("ArrowLeft")
    await expect(arrow(ada, "alaska")).to_be_focused()
    await ada.page.keyboard.press("Enter")
    await expect(ada.page.locator("[data-route]")).to_have_count(2)
    await ada.page.keyboard.press("ArrowRight")
    await ada.page.keyboard.press("ArrowRight")
    await expect(tile(ada, "northern_canada")).to_be_focused()
    size = await width(tile(ada, "northern_canada"))
    await ada.page.keyboard.press("+")
    assert await width(tile(ada, "northern_canada")) > size * 1.3
    await ada.page.keyboard.press("-")
    await ada.page.keyboard.press("Enter")
    await expect(selected(ada)).to_have_attribute("data-region", "northern_canada")
    await expect(ada.page.locator("[data-route]")).to_have_count(0)


async def test_two_fingers_zoom_about_the_middle_between_them(meet: Meet) -> None:
    ada = await meet("ada", language="tr", phone=True)
    await sit_down(ada)
    size, (x, y) = await width(tile(ada, "egypt")), await middle(tile(ada, "egypt"))
    fingers = await ada.context.new_cdp_session(ada.page)

    async def touch(kind: str, *apart: float) -> None:
        points = [{"x": x + side * part, "y": y, "id": side + 1} for part in apart for side in (-1, 1)]
        await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await touch("touchStart", 30)
    for apart in (45, 60, 75, 90):
        await touch("touchMove", apart)
    await touch("touchEnd")
    await rest(ada)
    assert await width(tile(ada, "egypt")) == pytest.approx(size * 3, rel=0.1)
    # The whole board left room above and below; now that it is larger, its middle comes nearer.
    assert await middle(tile(ada, "egypt")) == pytest.approx((x, y), abs=30)
    await expect(selected(ada)).to_have_count(0)
    await ada.photo("fetih-map-phone")


async def test_dragging_leaves_the_main_thread_alone(meet: Meet, browser: Browser) -> None:
    """With all ornaments; painting is the compositor's."""
    ada = await meet("ada")
    await ada.page.emulate_media(reduced_motion="no-preference")
    await sit_down(ada)
    await ada.button("fetih.map.zoom_in").click()
    await ada.button("fetih.map.zoom_in").click()
    x, y = await middle(ada.page.locator(".frame"))
    await ada.page.mouse.move(x, y)
    await ada.page.mouse.down()
    await ada.page.mouse.move(x + 20, y, steps=4)

    async def pan() -> None:
        await ada.page.mouse.move(x - 160, y - 60, steps=90)

    found = await load(browser, ada.page, pan)
    await ada.page.mouse.up()
    assert found.frames >= 20
    assert found.script + found.layout <= FRAME_BUDGET, found


async def test_ornaments_go_when_little_motion_is_wanted(meet: Meet) -> None:
    ada = await meet("ada")
    await ada.page.emulate_media(reduced_motion="no-preference")
    await sit_down(ada)
    ornaments = ada.page.locator("[data-ornament]")
    await expect(ornaments).to_have_count(2)
    await ada.page.emulate_media(reduced_motion="reduce")
    await expect(ornaments).to_have_count(0)
