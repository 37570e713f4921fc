"""One reader of one room, as an edge has it: views in order, gaps closed by asking, all of it recorded."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from libs.events.views import View
from libs.events.wire import plain
from tests.chaos.history import Glimpse, History, Reader, Seen

ASK_AGAIN = (0.2, 0.5, 1.0, 2.0)
EXPECTED_WITHIN = 0.3

AskView = Callable[[Reader], Awaitable[View | None]]
"""A fresh view from the engine, or None where there is none to be had just now."""


class Eyes:
    """`changed` is called whenever this reader is shown something."""

    def __init__(self, reader: Reader, history: History, ask: AskView, changed: Callable[[], None]) -> None:
        self.reader = reader
        self.view: View | None = None
        self._history = history
        self._ask = ask
        self._changed = changed
        self._asking: asyncio.Task[None] | None = None
        self._wanted = 0

    @property
    def number(self) -> int:
        return 0 if self.view is None else self.view.number

    def hear(self, view: View) -> None:
        """A view came over the bus."""
        if view.number <= self.number:
            # Nobody is shown it, yet it must be true.
            self._note(view, fresh=True)
        elif view.former == self.number:
            self._take(view, fresh=False)
        else:
            self.expect(view.number, within=0.0)

    def expect(self, number: int, *, within: float = EXPECTED_WITHIN) -> None:
        """There is a view of that number: it is asked for unless it comes soon. 0: look again in any case."""
        self._wanted = max(self._wanted, number if number else self.number + 1)
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._catch_up(within, at_least_once=number == 0))

    async def _catch_up(self, within: float, *, at_least_once: bool) -> None:
        await asyncio.sleep(within)
        tries = 0
        while self.number < self._wanted:
            view = await self._ask(self.reader)
            if view is not None:
                if view.number > self.number:
                    self._take(view, fresh=True)
                if at_least_once:
                    self._wanted = self.number
                    return
            await asyncio.sleep(ASK_AGAIN[min(tries, len(ASK_AGAIN) - 1)])
            tries += 1

    def _take(self, view: View, *, fresh: bool) -> None:
        self.view = view
        self._note(view, fresh=fresh)
        self._changed()

    def _note(self, view: View, *, fresh: bool) -> None:
        self._history.seen.append(
            Seen(
                at=time.time() * 1000,
                reader=self.reader,
                number=view.number,
                former=view.former,
                head=view.head.hex(),
                glimpse=Glimpse(
                    view=view.view,
                    wait=None if view.wait is None else plain(view.wait),
                    result=view.result,
                ),
                told=None if fresh else list(view.told),
            )
        )

    def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
