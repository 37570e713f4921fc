"""Players' commands on their way to the engine: repeated with the same id until one answer comes."""

import asyncio
import re
from collections.abc import Callable
from time import perf_counter
from typing import Any

from libs.events.ports import Unavailable
from libs.runtime.logging import get_logger
from libs.runtime.tracing import begin
from services.rooms.connection import Connection, Request
from services.rooms.engine_calls import NOBODY_LISTENS, Answer, EngineCalls, player_command
from services.rooms.frames import message
from services.rooms.metrics import REPEATS, command, command_seconds
from services.rooms.reading import Reader
from services.rooms.refusals import BUSY, MALFORMED, NOT_A_MEMBER, NOT_BEGUN, OUTCOME_UNKNOWN, Refusal
from services.rooms.room import Room
from services.rooms.sentences import game_sentence, sentence
from services.rooms.work import Work

log = get_logger()

COMMAND_ID = re.compile(r"[\x21-\x7e]{1,80}")

WAITS = (0.3, 0.7, 0.7, 1.0, 2.0, 4.0)
"""Seconds for an answer to the first try, then to each further one; the last holds for all that follow.

Close together at first: an engine that stands still is replaced after 1.5 s, and the next try goes on.
"""

MOST_WAITING = 8
"""Commands of one socket that may wait for the one under way."""


class Intake:
    """`expect_view` sees to it that this reader of the room is shown the view of that number soon."""

    def __init__(
        self,
        *,
        engine: EngineCalls,
        work: Work,
        gives_up_after: float,
        expect_view: Callable[[str, Reader, int], None],
    ) -> None:
        self._engine = engine
        self._work = work
        self._expect_view = expect_view
        self._gives_up_after = gives_up_after

    async def command(self, room: Room, connection: Connection, asked: dict[str, Any]) -> None:
        """Take one command message. It is answered here and now if the engine is quick, later otherwise."""
        id = command_id(asked)
        if id is None:
            connection.refuse("error", MALFORMED, details={"field": "id"})
            return
        refusal = command_refusal(room, connection, asked)
        if refusal is not None:
            reject(connection, id, refusal)
            return
        try:
            asked_for = player_command(room.id, id, connection.seat, asked.get("seen"), asked["command"])
        except ValueError:
            reject(connection, id, MALFORMED)
            return
        if connection.under_way and len(connection.waiting) >= MOST_WAITING:
            reject(connection, id, BUSY)
            return
        traced = begin("command", game=connection.game, origin="player")
        request = Request(id, asked_for, perf_counter(), traced)
        if connection.under_way:
            connection.waiting.append(request)
            return
        connection.under_way = True
        if connection.gate is None or connection.gate.is_set():
            connection.gate = None
            try:
                answer = await self._try(connection.room, request, WAITS[0])
            except Unavailable:
                answer = None
            if answer is not None and answer["outcome"] != "retry":
                self._give(connection, request, answer)
                connection.under_way = False
                return
            self._work.start(self._go_on(connection, request, tried=1))
        else:
            self._work.start(self._go_on(connection, request, tried=0))

    async def _try(self, room: str, request: Request, within: float) -> Answer:
        subject = self._engine.command_subject("player", room)
        return await self._engine.request(
            subject, request.command, within=within, headers=request.span.headers
        )

    def _give(self, connection: Connection, request: Request, answer: Answer) -> None:
        show_answer(connection, request, answer)
        request.span.note(outcome=answer["outcome"], code=answer["code"] or "")
        request.span.end()
        number = answer["number"]
        if number is not None and answer["outcome"] == "accepted":
            connection.await_view(number, request.came)
        reading = connection.reading
        # Views are told before the answer: one that is not here yet may be lost.
        if number is not None and reading is not None and (reading.number or 0) < number:
            self._expect_view(connection.room, reading.reader, number)

    async def _go_on(self, connection: Connection, request: Request, *, tried: int) -> None:
        """Repeat this command until it is answered, then those that wait, one after another."""
        try:
            await self._see_through(connection, request, tried)
            while connection.waiting:
                await self._see_through(connection, connection.waiting.pop(0), 0)
        finally:
            connection.under_way = False

    async def _see_through(self, connection: Connection, request: Request, tried: int) -> None:
        """One answer, whatever becomes of the command: the engine's, or that it is not known."""
        if connection.gate is not None:
            await connection.gate.wait()
        until = (request.came if tried else perf_counter()) + self._gives_up_after
        while (left := until - perf_counter()) > 0:
            if tried:
                REPEATS.inc()
            within = min(left, WAITS[min(tried, len(WAITS) - 1)])
            tried += 1
            began = perf_counter()
            try:
                answer = await self._try(connection.room, request, within)
            except Unavailable:
                # At once where nobody listens: then the wait is ours, and the try does not count.
                if perf_counter() - began < NOBODY_LISTENS:
                    await asyncio.sleep(min(left, NOBODY_LISTENS))
                    tried = 1
                continue
            if answer["outcome"] != "retry":
                self._give(connection, request, answer)
                return
            await asyncio.sleep(min(left, NOBODY_LISTENS))
        command(connection.game, "outcome_unknown").inc()
        request.span.note(outcome="outcome_unknown")
        request.span.end()
        log.warning("command_outcome_unknown", room=connection.room, command=request.id)
        connection.send(
            message(
                {
                    "type": "outcome_unknown",
                    "id": request.id,
                    "message": sentence(OUTCOME_UNKNOWN.code, connection.language),
                }
            )
        )


def command_id(asked: dict[str, Any]) -> str | None:
    id = asked.get("id")
    return id if isinstance(id, str) and COMMAND_ID.fullmatch(id) else None


def command_refusal(room: Room, connection: Connection, asked: dict[str, Any]) -> Refusal | None:
    """Why a command does not even go to the engine."""
    if connection.seat is None:
        return NOT_A_MEMBER
    if not room.has_started:
        return NOT_BEGUN
    seen = asked.get("seen")
    if not (seen is None or type(seen) is int) or not isinstance(asked.get("command"), dict):
        return MALFORMED
    return MALFORMED if len(asked) > 4 or not asked.keys() <= {"type", "id", "seen", "command"} else None


def reject(connection: Connection, id: str, refusal: Refusal, **details: Any) -> None:
    command(connection.game, "rejected", refusal.code).inc()
    connection.refuse("rejected", refusal, id=id, details=details)


def show_answer(connection: Connection, request: Request, answer: Answer) -> None:
    """Tell the client what the engine says."""
    command_seconds(connection.game).observe(perf_counter() - request.came)
    outcome = answer["outcome"]
    if outcome == "rejected":
        code, said = answer["code"], answer["message"]
        command(connection.game, outcome, code).inc()
        connection.send(
            message(
                {
                    "type": "rejected",
                    "id": request.id,
                    "code": code,
                    "message": game_sentence(connection.game, code, connection.language, said),
                    "details": answer["details"],
                }
            )
        )
        return
    command(connection.game, outcome).inc()
    connection.send(
        message(
            {
                "type": "accepted",
                "id": request.id,
                "number": answer["number"],
                "head": answer["head"],
                "repeated": outcome == "repeated",
            }
        )
    )
