"""What happens when a region of Fetih is clicked (F54, F100a, F102b)."""

import json
import re
from collections.abc import AsyncGenerator, Iterator
from typing import Any

import pytest_asyncio
from playwright.async_api import Locator, WebSocketRoute, expect

from libs.games.fetih.battle import chance
from libs.games.fetih.tables import NEIGHBOURS
from tests.browser.accessibility import violations
from tests.browser.conftest import Meet
from tests.browser.deputised import Seated, Wanted, seated
from tests.browser.fetih_positions import View, battles, can_fight, is_acting, ready, regions_of
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person
from tests.divan.running_up import Up

pytestmark = BROWSER


@pytest_asyncio.fixture(loop_scope="session")
async def seat(up: Up) -> AsyncGenerator[Seated, None]:
    async with seated(up.address, 1) as seat:
        yield seat


async def sit_down(person: Person, seat: Seated, wanted: Wanted) -> View:
    """The browser takes the seat over when the game is where it is wanted; the view then."""
    view = await seat.play_until(wanted)
    await seat.lend_to(person.context)
    await person.page.goto(seat.page_address)
    await expect(tile(person, "japan")).to_be_visible(timeout=QUICK)
    return view


def tile(person: Person, region: str) -> Locator:
    return person.page.locator(f"[data-stop='{region}']")


def window(person: Person) -> Locator:
    return person.page.locator("[data-window]")


def inside(person: Person, key: str, **values: Any) -> Locator:
    """The button of that name in the window."""
    return window(person).get_by_role("button", name=person.t(key, **values), exact=True)


async def open_region(person: Person, region: str) -> None:
    await person.page.keyboard.press("Escape")
    # An event of its own, since the window of another region may lie over the tile.
    await tile(person, region).dispatch_event("click")
    await expect(person.page.locator(f"[data-window='{region}']")).to_be_visible(timeout=QUICK)


async def chance_shown(person: Person) -> int:
    odds = window(person).locator("[data-chance]")
    shown = int(await odds.get_attribute("data-chance") or 0)
    await expect(odds).to_contain_text(person.t("fetih.region.percent", chance=shown))
    return shown


async def is_refused(person: Person, button: Locator, code: str) -> None:
    """It is greyed, and the sentence of the refusal stands there and belongs to it."""
    reason = person.t(f"fetih.code.{code}")
    await expect(button).to_have_attribute("aria-disabled", "true")
    await expect(button).to_have_accessible_description(reason)
    await expect(window(person).get_by_text(reason, exact=True).first).to_be_visible()


async def told(seat: Seated, kind: str) -> dict[str, Any]:
    """The last event of that kind."""
    headers = {"Authorization": f"Bearer {seat.token}"}
    events: list[dict[str, Any]] = []
    start: int | None = 1
    while start is not None:
        path = f"{seat.address}/api/rooms/{seat.code}/log?from={start}"
        async with seat.http.get(path, headers=headers) as answer:
            page = await answer.json()
        events += [one for entry in page["told"] for one in entry["told"] if one["type"] == kind]
        start = page["next"]
    return events[-1]


def barracks(view: View) -> Iterator[tuple[str, str]]:
    """An own region to train in, without walls, and an own neighbour with room for who is trained."""
    for name in regions_of(view):
        region = view["regions"][name]
        if not region["village"] or region["defence"] != "none" or sum(region["units"].values()) > 9:
            continue
        for other in NEIGHBOURS[name]:
            there = view["regions"][other]
            if there["owner"] == view["you"] and sum(there["units"].values()) < 10:
                yield name, other


def can_train_and_ship(view: View) -> bool:
    me = view["seats"][view["you"]] if is_acting(view) else None
    return bool(me and me["age"] == "sword" and me["resources"]["food"] >= 2 and any(barracks(view)))


def chooses_beside_others(view: View) -> bool:
    others = any(region["owner"] not in (None, view["you"]) for region in view["regions"].values())
    return bool(view["pickable"]) and others


async def test_a_start_region_is_chosen_and_confirmed(meet: Meet, seat: Seated) -> None:  # F28, F54
    ada = await meet("ada", language="tr")
    view = await sit_down(ada, seat, chooses_beside_others)
    outlined = ada.page.locator("[data-outlined]")
    await expect(outlined).to_have_count(len(view["pickable"]), timeout=QUICK)

    nobody_else = (None, view["you"])
    taken = next(name for name, region in view["regions"].items() if region["owner"] not in nobody_else)
    close = next(name for name in NEIGHBOURS[taken] if view["regions"][name]["owner"] is None)
    await open_region(ada, taken)
    await is_refused(ada, inside(ada, "fetih.region.pick"), "region_taken")
    await open_region(ada, close)
    await is_refused(ada, inside(ada, "fetih.region.pick"), "too_close")
    await ada.photo("fetih-region-draft")

    chosen = view["pickable"][0]
    await open_region(ada, chosen)
    await inside(ada, "fetih.region.pick").click()
    await expect(tile(ada, chosen)).to_have_attribute("data-owner", str(view["you"]), timeout=QUICK)
    await expect(window(ada)).to_have_count(0)


async def test_an_attack_is_confirmed_at_the_chance_that_decides_it(meet: Meet, seat: Seated) -> None:
    ada = await meet("ada", language="tr")
    view = await sit_down(ada, seat, can_fight)
    target = next(battles(view))
    await expect(tile(ada, target)).to_have_attribute("data-outlined", "")
    await open_region(ada, target)
    shown = await chance_shown(ada)
    await inside(ada, "fetih.region.attack").click()
    assert await violations(ada.page, "[data-window]") == []
    await ada.photo("fetih-region-attack")
    await inside(ada, "cancel").click()
    await expect(inside(ada, "fetih.region.attack")).to_be_focused()
    # A key that is held down asks the question, and does not answer it.
    for _ in range(4):
        await ada.page.keyboard.down("Enter")
    await ada.page.keyboard.up("Enter")
    await expect(inside(ada, "fetih.region.attack.confirm", chance=shown)).to_be_focused()
    await ada.page.keyboard.press("Enter")

    await expect(window(ada)).to_have_count(0, timeout=QUICK)
    battle = await told(seat, "BattleFought")
    assert battle["region"] == target
    assert battle["chance"] == shown == chance(battle["attack"], battle["defence"])
    conquered = ada.page.locator(f"[data-stop='{target}'][data-owner='{view['you']}']")
    await expect(conquered).to_have_count(int(battle["won"]), timeout=QUICK)


async def test_a_changed_chance_is_shown_and_asked_again(meet: Meet, seat: Seated) -> None:  # F102b
    ada = await meet("ada", language="tr")
    lies: list[int] = []

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def from_page(message: str | bytes) -> None:
            said = json.loads(message)
            command = said.get("command", {})
            if command.get("type") == "attack" and not lies:
                lies.append(command["chance"])
                command["chance"] = 1
            server.send(json.dumps(said))

        route.on_message(from_page)

    await ada.page.route_web_socket(re.compile("/socket"), pass_on)
    view = await sit_down(ada, seat, can_fight)
    await open_region(ada, next(battles(view)))
    confirm = inside(ada, "fetih.region.attack.confirm", chance=await chance_shown(ada))
    await inside(ada, "fetih.region.attack").click()
    await confirm.click()
    alert = window(ada).get_by_role("alert")
    await expect(alert).to_contain_text(ada.t("fetih.code.chance_changed"), timeout=QUICK)
    await expect(alert).to_contain_text(f"%{lies[0]}")
    await confirm.click()
    await expect(window(ada)).to_have_count(0, timeout=QUICK)
    assert (await told(seat, "BattleFought"))["chance"] == lies[0]


async def test_soldiers_are_trained_and_shipped_and_reasons_told(meet: Meet, seat: Seated) -> None:
    ada = await meet("ada", language="tr")
    view = await sit_down(ada, seat, can_train_and_ship)
    home, away = next(barracks(view))
    infantry = view["regions"][home]["units"].get("infantry", 0)
    await open_region(ada, home)
    await is_refused(
        ada, inside(ada, "fetih.region.train.kind", unit=ada.t("fetih.term.tank")), "age_required"
    )
    await is_refused(
        ada, inside(ada, "fetih.region.build.this", structure=ada.t("fetih.term.village")), "already_built"
    )
    await is_refused(
        ada, inside(ada, "fetih.region.build.this", structure=ada.t("fetih.term.wall")), "fence_required"
    )
    assert await violations(ada.page, "[data-window]") == []
    await ada.photo("fetih-region-own")
    await inside(ada, "fetih.region.train.these", count=1, unit=ada.t("fetih.term.infantry")).click()
    soldiers = window(ada).get_by_role("list", name=ada.t("fetih.region.soldiers"))
    await expect(soldiers).to_contain_text(f"{infantry + 1} {ada.t('fetih.term.infantry')}", timeout=QUICK)

    await inside(ada, "fetih.region.ship").click()
    await expect(tile(ada, away)).to_have_attribute("data-outlined", "")
    listed = window(ada).get_by_role("combobox", name=ada.t("fetih.region.ship.to"))
    await listed.select_option(away)
    assert await violations(ada.page, "[data-window]") == []
    await ada.photo("fetih-region-ship")
    await inside(ada, "fetih.region.ship").click()
    await expect(inside(ada, "fetih.region.attack_from")).to_be_visible(timeout=QUICK)
    shipped = await told(seat, "UnitsShipped")
    assert (shipped["from"], shipped["to"]) == (home, away)


async def test_the_keyboard_goes_into_the_window_and_back(meet: Meet, seat: Seated) -> None:  # F102
    ada = await meet("ada")
    view = await sit_down(ada, seat, can_fight)
    home = regions_of(view)[0]
    await tile(ada, home).focus()
    await ada.page.keyboard.press("Enter")
    await expect(window(ada).get_by_role("heading", level=2)).to_be_focused()
    await ada.page.keyboard.press("Tab")
    await expect(inside(ada, "fetih.region.close")).to_be_focused()
    await ada.page.keyboard.press("Escape")
    await expect(window(ada)).to_have_count(0)
    await expect(tile(ada, home)).to_be_focused()

    # Into what is put together from there the focus follows too.
    source = next(
        name
        for name in NEIGHBOURS[next(battles(view))]
        if name in regions_of(view) and ready(view["regions"][name])
    )
    await tile(ada, source).focus()
    await ada.page.keyboard.press("Enter")
    await inside(ada, "fetih.region.attack_from").press("Enter")
    await expect(window(ada).get_by_role("heading", level=2)).to_be_focused()
    await expect(window(ada).get_by_text(ada.t("fetih.region.target"))).to_be_visible()
    await ada.button("fetih.turn.end").click()
    await expect(window(ada)).to_have_count(0, timeout=QUICK)


async def test_who_watches_sees_the_facts_only(meet: Meet, seat: Seated) -> None:  # F102b
    watcher = await meet("watcher", phone=True)
    view = await seat.play_until(can_fight)
    headers = {"Authorization": f"Bearer {seat.token}"}
    async with seat.http.get(f"{seat.address}/api/rooms/{seat.code}", headers=headers) as answer:
        door = (await answer.json())["watch"]
    await watcher.open(f"/watch/{door}")
    await open_region(watcher, regions_of(view)[0])
    await expect(window(watcher).get_by_role("button")).to_have_count(1)
    await expect(inside(watcher, "fetih.region.close")).to_be_visible()
    assert await watcher.over_the_edge() == {"scrolls": 0, "cut": []}
    await watcher.photo("fetih-region-watching-phone")
