"""A phone's line and processor: what a page is slow on."""

from playwright.async_api import CDPSession, Page

LATENCY_MS = 150
DOWN = 1_638_400 / 8
UP = 768_000 / 8
"""Bytes a second. With the latency: what Lighthouse calls a slow 4G line."""

SLOWER = 4
"""Times that the processor is slower."""


async def make_slow(page: Page) -> CDPSession:
    """From now on, until the page is closed."""
    session = await page.context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY_MS, "downloadThroughput": DOWN, "uploadThroughput": UP},
    )
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session
