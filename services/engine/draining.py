"""An operator asks an engine to give up its rooms before it is stopped."""

from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from libs.events.engines import Drain, Drained
from libs.events.ports import EventsError, Heard, Partitions
from libs.events.wire import Malformed, pack, unpack
from services.engine import metrics
from services.engine.balance import Balance

log = structlog.get_logger()


class Draining:
    """Answers the requests on `drain.<engine>`."""

    def __init__(
        self,
        balance: Balance,
        holding: Partitions,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._balance = balance
        self._holding = holding
        self._spawn = spawn

    def asked(self, heard: Heard) -> None:
        try:
            drain = unpack(Drain, heard.data)
        except Malformed as error:
            metrics.MALFORMED.labels("drain").inc()
            log.warning("malformed_drain", reason=str(error))
            return
        self._balance.drain(not drain.undo, self._holding)
        self._spawn(self._answer(heard))

    async def _answer(self, heard: Heard) -> None:
        try:
            await heard.answer(pack(Drained(held=len(self._holding.held))))
        except EventsError as error:
            log.warning("answer_not_sent", subject=heard.subject, reason=str(error))

    async def fault(self) -> str | None:
        return "It gives up its rooms." if self._balance.draining else None
