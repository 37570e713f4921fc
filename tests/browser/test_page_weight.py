"""What a phone on a slow line has to fetch, and how soon it shows a board."""

from pathlib import Path
from statistics import median

import pytest
from playwright.async_api import Browser, BrowserContext

from tests.browser.conftest import PHONE
from tests.browser.deputised import Seated, seated
from tests.browser.marks import BROWSER
from tests.browser.phone_line import make_slow
from tests.divan.running_up import Up

# In an installation of its own: games that other tests have left go on in theirs.
pytestmark = [*BROWSER, pytest.mark.measured]

MOST_BYTES = 300 * 1024
"""Of everything there is, compressed: no visit fetches more."""

SOON_MS = 2_000
VISITS = 5
SERIES = 6
"""What else a machine does only makes it slower: one series soon enough shows what the page can do."""

DIST = Path(__file__).parents[2] / "web" / "dist"

WATCH = """
addEventListener("DOMContentLoaded", () => {
  const watch = new MutationObserver(() => {
    if (document.querySelector("[data-region]") === null) return;
    watch.disconnect();
    // The second frame after it stands in the document: the first has been drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => { window.boardAt = performance.now(); }));
  });
  watch.observe(document, { childList: true, subtree: true });
});
"""


async def test_the_whole_page_is_light(up: Up) -> None:
    assert up.is_ready()
    files = [path for path in DIST.rglob("*") if path.is_file() and path.suffix not in (".gz", ".br")]
    sent = {path.name: _sent(path) for path in files}
    assert sent
    assert sum(sent.values()) <= MOST_BYTES, sent


@pytest.mark.timeout(300)
async def test_a_phone_on_a_slow_line_shows_the_first_board_soon(browser: Browser, up: Up) -> None:
    async with seated(up.address, 5, bots=4) as player:
        await player.play_until(lambda view: view["round"] >= 2 and view["turn"] == view["you"])
        medians: list[float] = []
        while len(medians) < SERIES and min(medians, default=SOON_MS + 1) > SOON_MS:
            medians.append(median([await _first_board(browser, player) for _ in range(VISITS)]))
            print(f"first board after {medians[-1]:.0f} ms, the median of {VISITS}")
    assert min(medians) <= SOON_MS, medians


async def _first_board(browser: Browser, player: Seated) -> float:
    """Milliseconds from the click on the link to the drawn board, in a browser that keeps only who one is."""
    context: BrowserContext = await browser.new_context(
        locale="tr-TR", viewport=PHONE, has_touch=True, is_mobile=True
    )
    try:
        await player.lend_to(context)
        page = await context.new_page()
        await make_slow(page)
        await page.add_init_script(WATCH)
        await page.goto(player.page_address, wait_until="commit")
        await page.wait_for_function("() => window.boardAt", timeout=20_000)
        return float(await page.evaluate("window.boardAt"))
    finally:
        await context.close()


def _sent(path: Path) -> int:
    """Bytes as the edge sends the file to a browser."""
    compressed = path.with_name(path.name + ".br")
    return (compressed if compressed.is_file() else path).stat().st_size
