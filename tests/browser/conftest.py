"""A whole installation, and people with browsers to play on it."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, async_playwright

from divan import orders
from divan.running import open_installation
from libs.events.ports import Events
from libs.events.tables import TableFact
from libs.events.wire import unpack
from tests.browser.chromium import OPTIONS, find_or_install
from tests.browser.person import Person
from tests.divan.running_up import Up

BUILT = Path(__file__).parents[2] / "web" / "dist" / "index.html"

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 640}

LOCALES = {"en": "en-GB", "tr": "tr-TR", "fa": "fa-IR"}

Meet = Callable[..., Awaitable[Person]]

failed = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[failed] = item.stash.get(failed, False) or report.failed
    return report


@pytest.fixture(scope="session")
def chromium() -> str:
    path, why_not = find_or_install()
    if path is None:
        pytest.skip(why_not)
    return path


@pytest.fixture(scope="session")
def up(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """One installation for all tests: they keep apart by their rooms. Bots answer at once."""
    assert BUILT.is_file(), "the page is not built: run `python web/build.py`"
    running = Up(tmp_path_factory.mktemp("browser") / "data", "--bots-pause", "0", "--sync", "2m").wait()
    yield running
    running.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def operator(up: Up) -> AsyncGenerator[Events, None]:
    async with open_installation("tests", up.data) as events:
        yield events


@pytest_asyncio.fixture(loop_scope="session", autouse=True)
async def ended_games(operator: Events) -> AsyncGenerator[None, None]:
    """Close what a test has left unfinished: bots would play it to its end beside the tests that follow."""
    yield
    for room in await _running(operator):
        await orders.give(operator, room, f"close-{room}", {"type": "close", "reason": "its test is over"})


async def _running(operator: Events) -> list[str]:
    """Rooms whose games are not over."""
    facts: dict[str, TableFact] = {}
    async with operator.tables.follow() as feed:
        if feed.caught_up == 0:
            return []
        async for stored in feed:
            facts[stored.key] = unpack(TableFact, stored.data)
            if stored.fence >= feed.caught_up:
                break
    return [room for room, fact in facts.items() if fact.over_at is None]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncGenerator[Browser, None]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def meet(browser: Browser, up: Up, request: pytest.FixtureRequest) -> AsyncGenerator[Meet, None]:
    """Call it for a person with a browser of their own; afterwards nothing may have gone wrong in any."""
    people: list[Person] = []

    async def meet(name: str, *, language: str = "en", phone: bool = False, scheme: str = "light") -> Person:
        context = await browser.new_context(
            locale=LOCALES[language],
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        person = Person(name, language, context, await context.new_page(), up.address)
        people.append(person)
        return person

    yield meet
    if request.node.stash.get(failed, False):
        for person in people:
            await person.photo(f"failed-{request.node.name}-{person.name}")
    for person in people:
        await person.context.close()
    assert [fault for person in people for fault in person.unforgiven] == []
