"""How far a long command is: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

LINE_EVERY = 10.0
"""Seconds between two lines where there is no terminal."""


class Tell(Protocol):
    def __call__(self, done: float, total: float, what: str) -> None:
        """So much of all is done; `what` says it in words."""
        ...


@contextmanager
def progress(err: TextIO | None = None) -> Iterator[Tell]:
    """Tell it as often as you like: what is shown of it, and where, is decided here."""
    err = err or sys.stderr
    if err.isatty():
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        # What is printed meanwhile stands above the bar; where it goes into a file or a pipe it stays there.
        printed = sys.stdout.isatty()
        with Progress(*columns, console=Console(file=err), transient=True, redirect_stdout=printed) as screen:
            bar = screen.add_task("", total=None)

            def show(done: float, total: float, what: str) -> None:
                screen.update(bar, description=what, completed=done, total=total)

            yield show
        return
    last = time.monotonic()

    def line(done: float, total: float, what: str) -> None:
        nonlocal last
        if time.monotonic() - last >= LINE_EVERY:
            last = time.monotonic()
            print(f"{what} ({done / max(total, 1):.0%})", file=err, flush=True)

    yield line
