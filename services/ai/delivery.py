"""A bot's command on its way to the engine: repeated with the same id until it is answered."""

from collections.abc import Awaitable, Callable, Iterator
from itertools import chain, repeat

from libs.events import subjects
from libs.events.commands import Answer, Command
from libs.events.ports import Bus, Headers, Unavailable
from libs.events.wire import Malformed, pack, unpack
from libs.runtime.logging import get_logger

log = get_logger()

WITHIN = 2.0
"""Seconds that an engine has to answer one request."""

PATIENCE = 25.0
"""Seconds after which nobody is asked any more: soon the engine asks the bot again by itself."""


def pauses() -> Iterator[float]:
    """Seconds before each repetition."""
    return chain((0.3, 0.7, 0.7, 1.0), repeat(2.0))


class Delivery:
    """Posts commands of bots."""

    def __init__(
        self, bus: Bus, partitions: int, *, now: Callable[[], int], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._bus = bus
        self._partitions = partitions
        self._now = now
        self._sleep = sleep

    async def answer(
        self, command: Command, *, until: int | None, headers: Headers | None = None
    ) -> Answer | None:
        """The engine's decision; None if there was none before `until` (Unix milliseconds) or PATIENCE."""
        subject = subjects.command("bot", subjects.partition(command.room, self._partitions), command.room)
        data = pack(command)
        limit = self._now() + round(PATIENCE * 1000)
        if until is not None:
            limit = min(limit, until)
        for pause in pauses():
            answer = await self._asked(subject, data, headers)
            if answer is not None:
                return answer
            if self._now() + round(pause * 1000) > limit:
                return None
            await self._sleep(pause)
        return None

    async def _asked(self, subject: str, data: bytes, headers: Headers | None) -> Answer | None:
        """A decision; None where the engine did not answer or has none yet."""
        try:
            reply = await self._bus.request(subject, data, within=WITHIN, headers=headers)
            answer = unpack(Answer, reply)
        except Unavailable:
            return None
        except Malformed as error:
            log.error("answer_malformed", why=str(error))
            return None
        return None if answer.outcome == "retry" else answer
