"""What a browser's main thread does for each frame, from its own trace."""

import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, Page

SCRIPT = {
    "EventDispatch",
    "FunctionCall",
    "EvaluateScript",
    "FireAnimationFrame",
    "TimerFire",
    "RunMicrotasks",
}
LAYOUT = {"UpdateLayoutTree", "Layout"}
PAINT = {"PrePaint", "Paint", "Layerize", "Commit"}
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "v8.execute"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Milliseconds of the main thread for each frame, on average."""

    frames: int
    script: float
    layout: float
    paint: float


async def load(browser: Browser, page: Page, act: Callable[[], Awaitable[None]]) -> Load:
    """What the page's main thread does while something is done."""
    await browser.start_tracing(page=page, categories=CATEGORIES)
    await act()
    events: list[dict[str, Any]] = json.loads(await browser.stop_tracing())["traceEvents"]
    by_thread: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            by_thread[event["pid"], event["tid"]].append(event)
    # The page's own thread is the one that hands frames on; others only help it.
    thread = max(by_thread.values(), key=lambda events: _count(events, "Commit"))
    frames = _count(thread, "Commit")
    layout, paint = _busy(thread, LAYOUT), _busy(thread, PAINT)
    return Load(
        frames=frames,
        # Layout that a script asks for lies within it and is not counted twice.
        script=(_busy(thread, SCRIPT | LAYOUT) - layout) / frames,
        layout=layout / frames,
        paint=paint / frames,
    )


def _count(events: Iterable[dict[str, Any]], name: str) -> int:
    return sum(event["name"] == name for event in events)


def _busy(events: Iterable[dict[str, Any]], names: set[str]) -> float:
    """Milliseconds within at least one event of these names."""
    spans = sorted(
        (event["ts"], event["ts"] + event.get("dur", 0)) for event in events if event["name"] in names
    )
    busy, until = 0.0, 0.0
    for start, end in spans:
        busy += max(0.0, end - max(start, until))
        until = max(until, end)
    return busy / 1000
