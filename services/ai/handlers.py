"""A question to a bot, from the queue to its answer in the log."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from libs.events.commands import Command
from libs.events.ports import EventsError, Headers, Job
from libs.events.tables import BotQuestion
from libs.events.wire import Malformed, unpack
from libs.runtime.logging import bound, get_logger
from libs.runtime.tracing import span
from services.ai.bots import BOTS
from services.ai.delivery import Delivery
from services.ai.fallback import fallbacks, without
from services.ai.metrics import DECISIONS, FAILED, FALLBACKS, MALFORMED, OPEN, SECONDS, WAITED
from services.ai.pause import Pause, answer_at, latest_answer
from services.ai.thinking import NoThought, Thinkers

log = get_logger()

SETTLED = frozenset({"stale", "not_in_control", "game_over", "not_begun", "no_such_seat", "log_broken"})
"""Refusals that no other command would be spared: the question is no question any more."""

SECOND_THOUGHTS = 3
"""So often a bot is asked again without what was refused, before other options are just tried."""

MOST_TRIES = 12
"""Commands that are tried for one question."""

PATIENCE = 20.0
"""Seconds in which there must be a thought even where the wait has no end."""

SHORTEST_THOUGHT = 0.02
"""Seconds below which thinking is not begun."""

WORKING_EVERY = 1.0
"""Seconds after which the queue is told again that a question is being worked on."""

MOST_ATTEMPTS = 5
"""Times that a question may end in a bug of ours before it is dropped."""


class Handlers:
    """Answers questions; several at once."""

    def __init__(
        self,
        *,
        thinkers: Thinkers,
        delivery: Delivery,
        pause: Pause,
        seconds: float,
        now: Callable[[], int],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._thinkers = thinkers
        self._delivery = delivery
        self._pause = pause
        self._seconds = seconds
        self._now = now
        self._sleep = sleep
        self.open = 0
        """Questions that are worked on, most of them in their pause."""

    async def job(self, job: Job) -> None:
        """Work on a question from the queue to its end, or hand it back when cancelled."""
        self.open += 1
        try:
            await self._job(job)
        finally:
            self.open -= 1

    async def _job(self, job: Job) -> None:
        try:
            question = unpack(BotQuestion, job.data)
        except Malformed as error:
            MALFORMED.inc()
            log.warning("question_malformed", key=job.key, why=str(error))
            await job.drop()
            return
        with bound(room=question.room, seat=question.seat, game=question.game, kind=question.kind):
            log.debug("question_taken", question=question.question, attempt=job.attempt)
            WAITED.observe(max(0, self._now() - question.asked_at) / 1000)
            try:
                with OPEN.track_inprogress():
                    async with _kept(job):
                        outcome = await self._traced(question, job.headers)
                await job.done()
            except asyncio.CancelledError:
                await _handed_back(job, 0)
                raise
            except EventsError as error:
                # The question comes again, and its answer has the same id.
                log.warning("question_unfinished", why=str(error))
                await _handed_back(job, 1.0)
                return
            except Exception:
                FAILED.inc()
                log.exception("question_failed", attempt=job.attempt)
                if job.attempt >= MOST_ATTEMPTS:
                    await job.drop()
                else:
                    await _handed_back(job, 5.0)
                return
            DECISIONS.labels(question.game, _counted_kind(question), outcome).inc()
            log.debug("question_answered", question=question.question, outcome=outcome)

    async def _traced(self, question: BotQuestion, headers: Headers | None) -> str:
        with span("bot", headers, game=question.game, kind=_counted_kind(question)) as answering:
            outcome = await self._answered(question, answering.headers)
            answering.note(outcome=outcome)
        return outcome

    async def _answered(self, question: BotQuestion, headers: Headers | None) -> str:
        """What became of it: accepted, settled, late, refused, undelivered or nothing_to_offer."""
        at = answer_at(question, self._pause, self._now())
        first = [] if self._is_too_late(question) else await self._thought(question, headers)
        log.debug("question_thought", question=question.question)
        if (pause := at - self._now()) > 0:
            await self._sleep(pause / 1000)
        n = 0
        async for body in self._commands(question, first, headers):
            if self._is_too_late(question):
                return "late"
            outcome = await self._tried(question, n, body, headers)
            if outcome is not None:
                return outcome
            n += 1
        if not question.options:
            log.error("bot_has_no_options", question=question.question)
            return "nothing_to_offer"
        log.error("bot_gave_up", question=question.question)
        return "refused"

    async def _commands(
        self, question: BotQuestion, first: list[dict[str, Any]], headers: Headers | None
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The bot's own command; refused, what it does without that option; then others that it was offered.

        Each once, MOST_TRIES in all.
        """
        tried = list(first)
        for body in first:
            yield body
        for _ in range(SECOND_THOUGHTS if first else 0):
            rest = without(question, tried)
            thought = await self._thought(rest, headers) if rest.options else []
            if not thought or thought[0] in tried:
                break
            tried += thought
            yield thought[0]
        for body in fallbacks(question):
            if len(tried) >= MOST_TRIES:
                return
            if body not in tried:
                tried.append(body)
                yield body

    async def _thought(self, question: BotQuestion, headers: Headers | None) -> list[dict[str, Any]]:
        """The bot's own choice, if it makes one in time."""
        game, kind = question.game, _counted_kind(question)
        left = PATIENCE
        latest = latest_answer(question)
        if latest is not None:
            left = min(left, (latest - self._now()) / 1000)
        began = time.perf_counter()
        try:
            if left < SHORTEST_THOUGHT:
                raise NoThought("no_time")
            with span("think", headers, game=game, kind=kind):
                return [await self._thinkers.think(question, within=self._seconds, left=left)]
        except NoThought as failure:
            FALLBACKS.labels(game, kind, failure.code).inc()
            log.warning("bot_failed", question=question.question, code=failure.code, **failure.facts)
            return []
        finally:
            SECONDS.labels(game, kind).observe(time.perf_counter() - began)

    async def _tried(
        self, question: BotQuestion, n: int, body: dict[str, Any], headers: Headers | None
    ) -> str | None:
        """Post the command: what became of the question, or None if another command is to be tried."""
        command = Command(
            room=question.room,
            id=f"bot-{question.seat}-{question.question}-{n}",
            origin="bot",
            seat=question.seat,
            seen=question.number,
            question=question.question,
            body=body,
        )
        answer = await self._delivery.answer(command, until=question.ends_at, headers=headers)
        if answer is None:
            log.warning("bot_answer_undelivered", command=command.id)
            return "undelivered"
        if answer.outcome != "rejected":
            return "accepted"
        if answer.code in SETTLED:
            return "settled"
        FALLBACKS.labels(question.game, _counted_kind(question), "rejected").inc()
        log.warning("bot_command_rejected", command=command.id, code=answer.code)
        return None

    def _is_too_late(self, question: BotQuestion) -> bool:
        return question.ends_at is not None and self._now() >= question.ends_at


async def _handed_back(job: Job, seconds: float) -> None:
    with suppress(EventsError):
        await job.later(seconds)


def _counted_kind(question: BotQuestion) -> str:
    """The kind as a label: made-up ones must not become metrics of their own."""
    return question.kind if question.kind in BOTS.get(question.game, {}) else "unknown"


@asynccontextmanager
async def _kept(job: Job) -> AsyncGenerator[None, None]:
    """While inside, the queue gives the job to nobody else."""

    async def keep() -> None:
        while True:
            await asyncio.sleep(WORKING_EVERY)
            with suppress(EventsError):
                await job.working()

    keeping = asyncio.create_task(keep())
    try:
        yield
    finally:
        keeping.cancel()
