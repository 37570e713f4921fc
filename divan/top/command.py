"""`divan top` at work: look, show, wait, again."""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import asdict

import orjson
from rich.console import Console
from rich.live import Live

from divan.exits import Exit, Trouble
from divan.top.figures import Figures, figures
from divan.top.looking import looking
from divan.top.screen import screen
from libs.events.ports import EventsError, Unavailable

Show = Callable[[Figures], None]


async def run_top(url: str, *, every: float, once: bool, as_json: bool) -> bool:
    """Show figures until cancelled, or `once`: of the time between two looks. Whether all was well at last.

    Raises Trouble where NATS cannot be reached at the start, or may not be looked at.
    """
    if as_json:
        return await _watch(url, every, once, _print_json)
    console = Console()
    if once or not console.is_terminal:
        return await _watch(url, every, once, lambda found: console.print(screen(found, console.width)))
    with Live(console=console, screen=True, auto_refresh=False) as live:
        return await _watch(
            url, every, once, lambda found: live.update(screen(found, console.width), refresh=True)
        )


async def _watch(url: str, every: float, once: bool, show: Show) -> bool:
    try:
        async with looking(url) as looker:
            former = await looker.look()
            while True:
                await asyncio.sleep(every)
                try:
                    now = await looker.look()
                except Unavailable:
                    # NATS is gone for a moment: what is shown stays until it is back.
                    if once:
                        raise
                    continue
                found = figures(former, now)
                show(found)
                if once:
                    return found.well
                former = now
    except EventsError as error:
        raise Trouble(f"{error}.", Exit.UNAVAILABLE) from error


def _print_json(found: Figures) -> None:
    sys.stdout.write(orjson.dumps(asdict(found)).decode() + "\n")
    sys.stdout.flush()
