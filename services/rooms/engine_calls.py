"""What the edge asks of the engine: commands of players and of the host, views and pieces of the log."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgpack

from libs.events import subjects
from libs.events.ports import Bus, Headers, Unavailable
from libs.events.views import Ask, AskFork, AskLog, AskPosition, AskPositions, AskRecord
from libs.events.wire import pack, unpack_plain
from libs.runtime.logging import get_logger
from services.rooms.metrics import ASKS
from services.rooms.refusals import (
    GAME_OVER,
    NO_SUCH_POSITION,
    NO_SUCH_ROOM,
    NO_SUCH_SEAT,
    NOT_BEGUN,
    NOT_YET,
    TOO_FAR_BACK,
    UNAVAILABLE,
    Denied,
    Refusal,
)

log = get_logger()

Answer = dict[str, Any]
"""The plain form of an engine's Answer. It is trusted, and read on every move: nothing validates it."""

READ_THE_LOG = (AskLog, AskPosition, AskPositions, AskRecord, AskFork)

ASK_WITHIN = 0.7
"""Seconds for an answer to one try of a question; those that read a whole log have all the patience."""

NOBODY_LISTENS = 0.15
"""Seconds before the next try where no engine listened: one may be about to take the partition over."""

HOST_WAITS = (0.3, 0.7, 0.7, 1.0, 2.0, 4.0)
"""Seconds between the tries of a host's command; the last goes on for ever."""

HOST_WITHIN = 1.0
"""Seconds that the engine has for one of them at least."""

_ASK_REFUSALS = (
    NOT_BEGUN,
    NO_SUCH_ROOM,
    NO_SUCH_SEAT,
    TOO_FAR_BACK,
    NOT_YET,
    NO_SUCH_POSITION,
    GAME_OVER,
    UNAVAILABLE,
)
REFUSED: dict[str, Refusal] = {refusal.code: refusal for refusal in _ASK_REFUSALS}


class EngineCalls:
    """`patience`: seconds for which a question is asked again where no engine answers."""

    def __init__(self, bus: Bus, partitions: int, patience: float) -> None:
        self._bus = bus
        self._patience = patience
        self._partitions = partitions

    def command_subject(self, origin: str, room: str) -> str:
        return subjects.command(origin, subjects.partition(room, self._partitions), room)

    async def request(
        self, subject: str, command: bytes, *, within: float, headers: Headers | None = None
    ) -> Answer:
        """One try. Raises Unavailable."""
        reply = await self._bus.request(subject, command, within=within, headers=headers)
        answer: Answer = msgpack.unpackb(reply, raw=False)
        return answer

    async def ask(self, room: str, ask: Ask) -> dict[str, Any]:
        """The plain answer. Raises Denied: as the engine refuses, or `unavailable`."""
        ASKS.labels(ask.ask).inc()
        subject = subjects.ask(subjects.partition(room, self._partitions), room)
        within = self._patience if isinstance(ask, READ_THE_LOG) else ASK_WITHIN
        reply = unpack_plain(await self._patiently(subject, pack(ask), within))
        refused = reply["refused"]
        if refused is not None:
            raise Denied(REFUSED.get(refused["code"], UNAVAILABLE), **refused["details"])
        answer: dict[str, Any] = reply["answer"]
        return answer

    async def _patiently(self, subject: str, question: bytes, within: float) -> bytes:
        """Ask again while a partition has no engine, or one that died over the question. Raises Denied."""
        until = perf_counter() + self._patience
        while True:
            left = max(until - perf_counter(), NOBODY_LISTENS)
            try:
                return await self._bus.request(subject, question, within=min(within, left))
            except Unavailable as error:
                if perf_counter() + NOBODY_LISTENS > until:
                    raise Denied(UNAVAILABLE) from error
            await asyncio.sleep(NOBODY_LISTENS)

    async def host(
        self,
        room: str,
        id: str,
        body: dict[str, Any],
        *,
        seat: int | None = None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Answer | None:
        """Give a host's command until it is answered, or no longer `wanted` (then None)."""
        subject = self.command_subject("host", room)
        command = player_command(room, id, seat, None, body, origin="host")
        tries = 0
        while wanted():
            wait = HOST_WAITS[min(tries, len(HOST_WAITS) - 1)]
            tries += 1
            began = perf_counter()
            try:
                answer = await self.request(subject, command, within=max(wait, HOST_WITHIN))
            except Unavailable:
                await asyncio.sleep(max(0.0, wait - (perf_counter() - began)))
                continue
            if answer["outcome"] != "retry" and answer["code"] != NOT_BEGUN.code:
                log.info(
                    "host_command_answered",
                    room=room,
                    command=id,
                    seat=seat,
                    outcome=answer["outcome"],
                    code=answer["code"],
                )
                return answer
            await asyncio.sleep(wait)
        return None


def player_command(
    room: str, id: str, seat: int | None, seen: int | None, body: dict[str, Any], *, origin: str = "player"
) -> bytes:
    """A Command as bytes. Raises ValueError for what msgpack cannot say (too deep, numbers too large)."""
    return pack(
        {
            "v": 1,
            "room": room,
            "id": id,
            "origin": origin,
            "seat": seat,
            "seen": seen,
            "question": None,
            "body": body,
        }
    )
