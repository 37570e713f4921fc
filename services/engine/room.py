"""One room in memory: its commands, deadlines and questions, one after another.

The life of a command (architecture, section 3): known id? → decide → arm the timer if it must fire
earlier → append with the fence → fold → answer, views, bots. Everything that may fail for the game's
sake comes before the append. Whoever loses the race for the fence drops what he knows, reads the log
and decides anew, so two engines that both believe that they own a room do no harm. Killed anywhere, the
next engine finds the id in the log, and makes up for what is missing when it loads the room.
"""

import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import structlog

from libs.events.commands import Answer, Command
from libs.events.entry import Broken, NewerEntry
from libs.events.ports import Conflict, EventsError, Headers
from libs.events.wire import Malformed, pack, plain
from libs.games.kit.rejection import Rejected, Rejection
from libs.runtime.table import LogError, Table, name_of
from libs.runtime.tracing import span
from services.engine import forking, metrics
from services.engine.alarm import Alarm
from services.engine.beginning import read_start
from services.engine.drafting import sealed
from services.engine.house import House
from services.engine.inbox import Inbox
from services.engine.record import Record
from services.engine.rejections import GAME_OVER, LOG_BROKEN, LOOKED_AT, NOT_BEGUN, SET_ASIDE
from services.engine.ruling import LAPSE, Read, rule
from services.engine.shows import Showing, Shows

log = structlog.get_logger()

TRIES = 8
"""How often a command is decided anew after losing the race for the fence."""

REFUSED_AT_HAND = 64


class Room:
    """What this engine knows of a room; forgotten at any time, since all of it comes back from the log."""

    def __init__(self, id: str, house: House) -> None:
        self.id = id
        self.inbox = Inbox(id, house, on_failure=self.forget)
        self._house = house
        self._refused: OrderedDict[str, Answer] = OrderedDict()
        self.forget()

    def forget(self) -> None:
        """Drop what is known; the next to ask reads the log."""
        self.record = Record(self.id, self._house)
        self.shows = Shows(self.id, self._house)
        self.alarm = Alarm(self.id, self._house)
        self._loaded = False

    async def table(self) -> Table | None:
        """The room's table, read from the log if need be; None where the game has not begun.

        Reading it also makes up for what an engine that died after its append may have left undone.
        """
        if not self._loaded:
            await self.record.load()
            table = self.record.table
            self._loaded = table is not None
            if table is not None and self.record.is_archived:
                self.shows.look_back(table)
            elif table is not None:
                await self.alarm.set(table.state, self._house.now())
                await self.shows.catch_up(table, self.record.steps)
        return self.record.table

    async def put_away(self) -> None:
        """Before it leaves memory: a snapshot, if anything happened since the last."""
        await self.record.save(at_least=1)

    # Commands

    async def command(
        self,
        command: Command,
        answer: Callable[[Answer], Awaitable[None]],
        headers: Headers | None = None,
    ) -> None:
        """Decide a command, show what came of it, and answer it once. `headers` tell of its trace."""
        with metrics.ANSWER_SECONDS.time():
            outcome, showing = await self._outcome(command, headers)
            self._count(command, outcome)
            if showing is not None:
                await self._publish(showing, headers)
            await answer(outcome)
        if showing is not None:
            # A bot's move ends the trace, lest one of bots among themselves goes on for a whole game.
            await self._follow_up(showing, None if command.origin == "bot" else headers)

    async def _outcome(
        self, command: Command, headers: Headers | None = None
    ) -> tuple[Answer, Showing | None]:
        try:
            return await self._decide(command, headers)
        except NewerEntry as error:
            return _retry(command, "newer_log", str(error)), None
        except (Broken, LogError, Malformed) as error:
            log.error("log_broken", room=self.id, command=command.id, reason=str(error))
            return _rejected(command, LOG_BROKEN), None
        except EventsError as error:
            # It may or may not have been written: the log will tell when the command comes again.
            log.warning("command_undecided", room=self.id, command=command.id, reason=str(error))
            self.forget()
            return _retry(command, "unavailable", str(error)), None

    async def _decide(self, command: Command, headers: Headers | None) -> tuple[Answer, Showing | None]:
        for _ in range(TRIES):
            table = await self.table()
            read: Read | None = None
            try:
                if table is None:
                    table, read = await self._opened_by(command)
                former = self._refused.get(name_of(command)) or await self._answered(table, command)
                if former is not None:
                    return former, None
                if self.record.is_archived:
                    raise Rejected(GAME_OVER if table.state.over else LOOKED_AT)
                now = self._house.now()
                if command.origin == "clock":
                    if command.id != _lapse_id(table):
                        # Somebody wrote first: another wait runs now, which has its own end.
                        return _retry(command, "overtaken", "The room has moved on."), None
                elif _is_late(table, now):
                    # The log decides whether a deadline was kept, not how late a timer fires.
                    lapse = await self._lapse(table)
                    if lapse.outcome == "retry":
                        return replace(lapse, id=command.id), None
                    if lapse.outcome != "rejected":
                        continue
                if command.origin == "admin" and command.body.get("type") == "fork":
                    read = await forking.copied(self._house, table, command.body)
                with (
                    span("decide", headers, game=table.game.name, origin=command.origin),
                    metrics.decide_seconds(table.game.name).time(),
                ):
                    draft = rule(table, command, now, self._house.keyring, read)
                    showing = self.shows.prepare(table, draft)
                    entry, data, digest = sealed(table, command, draft, showing.shown)
            except Rejected as rejected:
                if not self._house.holds(self.id):
                    self.forget()
                    return _retry(command, "not_held", "Another engine has this room now."), None
                return self._refuse(table, command, rejected), None
            except (EventsError, NewerEntry, Broken, LogError, Malformed):
                raise
            except Exception:
                return await self._set_aside(command), None
            # Before the append: a room whose wait has an end always has a timer that fires by then.
            await self.alarm.set(draft.state, draft.at)
            try:
                with span("append", headers, game=table.game.name):
                    fence = await self.record.append(data, digest, ends=draft.state.over)
            except Conflict:
                log.info("fence_lost", room=self.id, command=command.id)
                metrics.CONFLICTS.inc()
                self.forget()
                continue
            self.record.advance(table, entry, digest, draft.state, fence, draft.steps)
            self._loaded = True

            number = table.numbers.get(command.seat, 0)
            head = table.heads.get(command.seat, table.hash)
            return Answer(id=command.id, outcome="accepted", number=number, head=head), showing
        return _retry(command, "busy", "This room is being fought over."), None

    async def _publish(self, showing: Showing, headers: Headers | None = None) -> None:
        table = self.record.table
        if table is not None:
            with span("publish views", headers, game=table.game.name) as publishing:
                await self.shows.publish(table, showing, publishing.headers)

    async def _follow_up(self, showing: Showing, headers: Headers | None = None) -> None:
        if self.record.table is not None:
            await self.shows.follow_up(self.record.table, showing, headers)
            await self.record.save()

    async def _opened_by(self, command: Command) -> tuple[Table, Read | None]:
        """The empty table that a start command asks for, and the position that it forks. Raises Rejected."""
        if command.origin != "host" or command.body.get("type") != "start":
            raise Rejected(NOT_BEGUN)
        start = read_start(command.body, self._house.games)
        table = Table(self.id, self._house.games[start.game])
        if start.fork is None:
            return table, None
        return table, await forking.loaded(self._house, table, start, start.fork)

    async def _answered(self, table: Table, command: Command) -> Answer | None:
        """The answer to an id that stands in the log already."""
        done = await self.record.done(table, command)
        if done is None:
            return None
        head = table.heads.get(command.seat, table.hash)
        return Answer(id=command.id, outcome="repeated", number=done.number, head=head)

    def _refuse(self, table: Table | None, command: Command, rejected: Rejected) -> Answer:
        number = None if table is None else table.numbers.get(command.seat)
        answer = _rejected(command, rejected.rejection, rejected.details, number)
        if rejected.rejection is not NOT_BEGUN:
            self._remember(command, answer)
        return answer

    def _remember(self, command: Command, answer: Answer) -> None:
        self._refused[name_of(command)] = answer
        if len(self._refused) > REFUSED_AT_HAND:
            self._refused.popitem(last=False)

    async def _set_aside(self, command: Command) -> Answer:
        """A bug of the game: keep the command for who will look at it; the room goes on."""
        log.exception("command_set_aside", room=self.id, command=command.id)
        metrics.SET_ASIDE.inc()
        kept = {"command": plain(command), "at": self._house.now(), "error": traceback.format_exc(limit=-8)}
        try:
            await self._house.events.aside.append(self.id, pack(kept), id=f"{self.id}:{command.id}")
        except (EventsError, ValueError) as error:
            log.warning("set_aside_not_stored", room=self.id, command=command.id, reason=str(error))
        answer = _rejected(command, SET_ASIDE)
        self._remember(command, answer)
        return answer

    def _count(self, command: Command, answer: Answer) -> None:
        table = self.record.table
        labels = ("" if table is None else table.game.name, command.origin, answer.outcome, answer.code or "")
        metrics.command(*labels).inc()

    # Deadlines

    async def due(self) -> bool:
        """A timer fired: a hint to look at this room. False: it could not be dealt with, come again."""
        self.alarm.fired()
        table = await self.table()
        if table is None or self.record.has_ended:
            return True
        now = self._house.now()
        if not _is_late(table, now):
            await self.shows.remind_bots(table)
            await self.alarm.set(table.state, now)
            return True
        answer = await self._lapse(table)
        if answer.outcome == "rejected":
            await self.alarm.later(now)
        return answer.outcome != "retry"

    async def _lapse(self, table: Table) -> Answer:
        """Write that the end of the present wait has passed, and show what came of it."""
        lapse = Command(room=self.id, id=_lapse_id(table), origin="clock", body=LAPSE)
        game, ends_at = table.game.name, table.state.ends_at
        answer, showing = await self._outcome(lapse)
        self._count(lapse, answer)
        if answer.outcome == "accepted":
            metrics.LAPSES.labels(game).inc()
            if ends_at is not None:
                metrics.LATE_SECONDS.observe(max(0, self._house.now() - ends_at) / 1000)
        if showing is not None:
            await self._publish(showing)
            await self._follow_up(showing)
        if answer.outcome == "rejected":
            log.error("lapse_refused", room=self.id, code=answer.code)
        return answer


def _is_late(table: Table, now: int) -> bool:
    """Whether the end of the present wait has passed for an entry that is written now."""
    ends_at = table.state.ends_at
    return ends_at is not None and max(now, table.at) >= ends_at


def _lapse_id(table: Table) -> str:
    """It names the entry that the lapse follows: each wait can lapse once."""
    return f"lapse-{table.seq}"


def _retry(command: Command, code: str, message: str) -> Answer:
    return Answer(id=command.id, outcome="retry", code=code, message=message)


def _rejected(
    command: Command, rejection: Rejection, details: dict[str, Any] | None = None, number: int | None = None
) -> Answer:
    return Answer(
        id=command.id,
        outcome="rejected",
        code=rejection.code,
        message=rejection.sentence,
        details=details or {},
        number=number,
    )
