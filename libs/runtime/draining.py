"""A process that an operator wants to take away: it gives up what it holds, and takes no more."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from libs.events.draining import Drain
from libs.events.ports import Heard
from libs.events.wire import Malformed, unpack
from libs.runtime.logging import get_logger
from libs.runtime.metrics import gauge

DRAINING = gauge("draining", "Whether an operator had the process give up what it holds: 1 or 0")

log = get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """What a process has that another of its service can take over.

    held      how much of it there is
    drain     give it up as others take it and take no more, or (False) take a share again; must not block
    is_alone  whether nobody else could take it now: a process that drains goes on serving then
    """

    held: Callable[[], int]
    drain: Callable[[bool], None]
    is_alone: Callable[[], bool] = lambda: False


class Draining:
    """Whether this process is to give up what it holds. `id` is the name by which it is told."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.is_on = False
        self._hold: Hold | None = None

    def of(self, hold: Hold) -> None:
        """This is what there is to give up; what was told before holds for it."""
        self._hold = hold
        if self.is_on:
            hold.drain(True)

    @property
    def held(self) -> int | None:
        """None: there is nothing yet that could be held."""
        return None if self._hold is None else self._hold.held()

    def told(self, heard: Heard, *, is_stopping: bool = False) -> None:
        """A message on `drain.<id>`; it may come again. Who stops takes nothing again."""
        try:
            wanted = not unpack(Drain, heard.data).undo
        except Malformed as error:
            log.warning("malformed_drain", reason=str(error))
            return
        if wanted == self.is_on or (is_stopping and not wanted):
            return
        self.is_on = wanted
        DRAINING.set(wanted)
        log.info("draining" if wanted else "not_draining_any_more", process=self.id, held=self.held)
        if self._hold is not None:
            self._hold.drain(wanted)

    async def fault(self) -> str | None:
        """What readiness has to say of it."""
        if not self.is_on or (self._hold is not None and self._hold.is_alone()):
            return None
        return "An operator takes it away: it gives up what it holds."
