"""A person at a browser: what they do on the page, and what they can see there."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from tests.browser.catalogues import say, written

PHOTOS = Path(__file__).parents[2] / "test-output" / "browser"

QUICK = 10_000
"""Milliseconds for what should show at once, on a machine that does other things besides."""

OVERFLOW = """
() => {
  const wide = document.documentElement.clientWidth;
  const cut = [...document.querySelectorAll("body *")].filter((node) => {
    const box = node.getBoundingClientRect();
    const style = getComputedStyle(node);
    if (box.width < 2 || box.height < 2 || style.clipPath !== "none" || !node.checkVisibility()) return false;
    if (node.closest(".scroll, .map, svg")) return false;
    return box.left < -1 || box.right > wide + 1;
  });
  return {
    scrolls: document.documentElement.scrollWidth - wide,
    cut: cut.map((node) => `${node.tagName}.${node.className} ${node.textContent.trim().slice(0, 40)}`),
  };
}
"""
"""What stands over the edge of the screen; a table that scrolls by itself and a map may be wider."""

WORDS = """
() => {
  const spoken = ["aria-label", "placeholder", "title", "alt"];
  const said = [...document.querySelectorAll(spoken.map((name) => `[${name}]`).join(","))];
  return [document.title, document.body.innerText]
    .concat(said.flatMap((node) => spoken.map((name) => node.getAttribute(name) ?? "")))
    .join("\\n");
}
"""


class Person:
    """One browser context: its own cookies, its own seat."""

    def __init__(self, name: str, language: str, context: BrowserContext, page: Page, address: str) -> None:
        self.name = name
        self.language = language
        self.page = page
        self.context = context
        self.faults: list[str] = []
        """What a person would not see but a developer must: errors, requests to elsewhere."""
        self.address = address
        self._forgiven: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("console", self._on_console)
        context.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        # Chromium writes every answer of 400 and above as an error: who is nobody yet is told 401.
        where = message.location.get("url", "")
        if message.type == "error" and not where.endswith("/api/me"):
            self.faults.append(f"console: {message.text} ({where})")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, self.address.replace("http", "ws", 1))):
            self.faults.append(f"request to elsewhere: {request.url}")

    def forgive(self, *fragments: str) -> None:
        """Faults with one of these words are part of what is tried."""
        self._forgiven.extend(fragments)

    @property
    def unforgiven(self) -> list[str]:
        return [fault for fault in self.faults if not any(words in fault for words in self._forgiven)]

    # What is on the page

    def t(self, key: str, **values: Any) -> str:
        def filled(slot: re.Match[str]) -> str:
            return written(values[slot[1]], self.language) if slot[1] in values else slot[0]

        return re.sub(r"\{(\w+)\}", filled, say(self.language, key))

    def button(self, key: str, **values: Any) -> Locator:
        return self.page.get_by_role("button", name=self.t(key, **values), exact=True)

    def text(self, key: str, **values: Any) -> Locator:
        return self.page.get_by_text(self.t(key, **values), exact=True)

    def cell(self, cell: int) -> Locator:
        return self.page.locator(f"[data-cell='{cell}']")

    async def sees(self, key: str, *, within: float = QUICK, **values: Any) -> None:
        await expect(self.text(key, **values).first).to_be_visible(timeout=within)

    def in_story(self, key: str) -> Locator:
        """Where the story tells an event by that sentence."""
        between = re.split(r"\{\w+\}", self.t(key))
        pattern = re.compile(".+".join(re.escape(words) for words in between))
        return self.page.get_by_role("list", name=self.t("story.title")).get_by_text(pattern)

    async def words(self) -> str:
        """All that can be read or is read out."""
        return str(await self.page.evaluate(WORDS))

    async def over_the_edge(self) -> dict[str, Any]:
        found: dict[str, Any] = await self.page.evaluate(OVERFLOW)
        return found

    async def photo(self, title: str) -> None:
        PHOTOS.mkdir(parents=True, exist_ok=True)
        # Animations would make every picture another one.
        await self.page.screenshot(path=PHOTOS / f"{title}.png", animations="disabled")

    # What the person does

    async def open(self, path: str = "/") -> None:
        await self.page.goto(self.address + path)

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """What the site answers to this person's own program."""
        own = {"X-Divan-Request": "1"}
        answer = await self.context.request.fetch(self.address + path, method=method, data=body, headers=own)
        assert answer.ok, await answer.text()
        return await answer.json()

    async def open_room(self, game: str = "tictactoe") -> str:
        """Open a room with the game's defaults; its code."""
        await self.open()
        await self.choose_game(game)
        await self.button("new.open").click()
        await self.sees("waiting.invite")
        return self.page.url.rpartition("/")[2]

    async def choose_game(self, game: str) -> None:
        """The game of the room that is to be opened."""
        chosen = self.page.get_by_role("combobox", name=self.t("home.game"), exact=True)
        await chosen.select_option(game)

    async def join(self, code: str) -> None:
        await self.open(f"/room/{code}")
        await self.button("waiting.sit").first.click()
        await self.sees("waiting.owner_starts")

    async def start(self) -> None:
        await self.button("waiting.start").click()

    async def play_a_bot(self, kind: str = "easy") -> None:
        await self.open()
        chosen = self.page.get_by_role("combobox", name=self.t("home.bot"), exact=True)
        await chosen.select_option(kind)
        await self.button("home.play_which", game=self.t("tictactoe.name")).click()
        await expect(self.cell(0)).to_be_visible(timeout=QUICK)

    async def say(self, text: str) -> None:
        await self.page.get_by_label(self.t("chat.say")).fill(text)
        await self.page.get_by_label(self.t("chat.say")).press("Enter")

    def said(self, text: str) -> Locator:
        return self.page.get_by_role("log").get_by_text(text)

    async def place(self, cell: int) -> None:
        """Place a mark once it is one's turn, and see it stand there."""
        await expect(self.cell(cell)).not_to_have_attribute("aria-disabled", "true", timeout=QUICK)
        await self.cell(cell).click()
        await expect(self.cell(cell).locator("svg")).to_be_visible(timeout=QUICK)
        await self.sees_marked(cell)

    async def place_and_see(self, cell: int, *, on: int) -> None:
        """Click one cell and see the mark stand on another: the way between was tampered with."""
        await expect(self.cell(cell)).not_to_have_attribute("aria-disabled", "true", timeout=QUICK)
        await self.cell(cell).click()
        await self.sees_marked(on)

    async def sees_marked(self, cell: int) -> None:
        empty = self.t("tictactoe.cell.empty")
        label = re.compile(rf"^(?!.*: {empty}$).*")
        await expect(self.cell(cell)).to_have_attribute("aria-label", label, timeout=QUICK)

    async def is_first(self) -> bool:
        """Whether one was drawn to begin; waits until that is known."""
        mine = self.text("turn.yours")
        theirs = self.page.locator("main [role=status]", has_text=self.t("turn.theirs", name="").strip())
        await expect(mine.or_(theirs).first).to_be_visible(timeout=QUICK)
        return await mine.first.is_visible()


async def in_turn(one: Person, other: Person) -> tuple[Person, Person]:
    """The two in the order in which they were drawn to play."""
    return (one, other) if await one.is_first() else (other, one)


async def play(first: Person, second: Person, cells: Sequence[int]) -> None:
    """The cells in turn; each is seen by the other before the next."""
    for turn, cell in enumerate(cells):
        mover, watcher = (first, second) if turn % 2 == 0 else (second, first)
        await mover.place(cell)
        await watcher.sees_marked(cell)


async def seat_two(owner: Person, guest: Person) -> str:
    """A room in which both sit and the game has begun; its code."""
    code = await owner.open_room()
    await guest.join(code)
    await owner.start()
    for person in (owner, guest):
        await expect(person.cell(0)).to_be_visible(timeout=QUICK)
    return code
