"""What axe finds on a page that a person with a screen reader, a keyboard or weak eyes would stumble over."""

from pathlib import Path
from typing import Any

from playwright.async_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

RUN = """
([within, tags]) => axe.run(within, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })
"""


async def violations(page: Page, within: str = "html") -> list[str]:
    """A line for each kind of fault in a part of the page, with the places where it is."""
    if not await page.evaluate("typeof axe === 'object'"):
        # Evaluated, not added as a script: the page's own policy would forbid that.
        await page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = await page.evaluate(RUN, [within, TAGS])
    return [
        f"{fault['id']}: {fault['help']}: "
        + " | ".join(str(node["target"][0]) for node in fault["nodes"][:5])
        for fault in found["violations"]
    ]
