"""The audit trail: every action of an operator is written down before it acts, and how it ended."""

import getpass
import os
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import uuid4

from divan.exits import Exit, Trouble
from divan.times import moment
from libs.events.admin import MOST_WORDS, Action, AdminEvent, Outcome
from libs.events.ports import Events, EventsError, Journal, Stored
from libs.events.wire import Malformed, pack, to_json, unpack
from libs.runtime.wall_clock import unix_milliseconds


def operator_name(given: str | None = None) -> str:
    """Who acts: as they say, or the user and the machine."""
    if given:
        return given
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        # In a container the user may have a number and no name.
        user = str(os.getuid())
    return f"{user}@{socket.gethostname()}"


def checked_reason(reason: str) -> str:
    """A reason that can be stored. Raises Trouble."""
    words = " ".join(reason.split())
    if not words or len(words) > MOST_WORDS:
        raise Trouble(f"--reason is 1 to {MOST_WORDS} characters.", Exit.USAGE)
    return words


@dataclass(slots=True)
class Ending:
    """What is to be noted of an action when it has ended; `failed` where it did not do what was asked."""

    note: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """Writes what one operator does. `now` is in Unix milliseconds."""

    journal: Journal
    operator: str
    now: Callable[[], int] = unix_milliseconds

    @asynccontextmanager
    async def action(self, action: Action, target: str, reason: str = "") -> AsyncIterator[Ending]:
        """Act inside. Nothing is done that could not be written down first: then the ports' errors rise."""
        id, ending = str(uuid4()), Ending()

        async def write(outcome: Outcome) -> None:
            event = AdminEvent(
                id=id,
                at=self.now(),
                operator=self.operator,
                action=action,
                target=target,
                reason=reason,
                outcome=outcome,
                note=ending.note[:MOST_WORDS],
            )
            await self.journal.append(action, pack(event), id=secrets.token_hex(8))

        await write("begun")
        try:
            yield ending
        except BaseException as error:
            # The kind alone: a sentence may name a person or a file.
            ending.note = error.code.name.lower() if isinstance(error, Trouble) else type(error).__name__
            await _end(write, "failed")
            raise
        await _end(write, "failed" if ending.failed else "done")


async def _end(write: Callable[[Outcome], Awaitable[None]], outcome: Outcome) -> None:
    """What was done stays done, even if it can be written down no more."""
    try:
        await write(outcome)
    except EventsError as error:
        print(f"divan: how it ended could not be written to the audit trail: {error}.", file=sys.stderr)


def audit(events: Events, operator: str | None) -> Audit:
    return Audit(journal=events.admin, operator=operator_name(operator))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which events: of these actions (none: all), about that target, since then (Unix milliseconds)."""

    actions: frozenset[str] = frozenset()
    target: str | None = None
    since: int | None = None
    follows: bool = False
    as_json: bool = False

    def has(self, event: AdminEvent) -> bool:
        return (
            (not self.actions or event.action in self.actions)
            and (self.target is None or event.target == self.target)
            and (self.since is None or event.at >= self.since)
        )


async def run_audit(events: Events, wanted: Wanted) -> None:
    """Print the events, oldest first; with `follows` for ever, as they come."""
    if not wanted.follows:
        async for stored in events.admin.read_all():
            _say(stored, wanted)
        return
    async with events.admin.follow() as feed:
        async for stored in feed:
            _say(stored, wanted)


def _say(stored: Stored, wanted: Wanted) -> None:
    try:
        event = unpack(AdminEvent, stored.data)
    except Malformed as error:
        print(f"divan: entry {stored.fence} of the audit trail cannot be read: {error}.", file=sys.stderr)
        return
    if not wanted.has(event):
        return
    if wanted.as_json:
        print(to_json(event).decode(), flush=wanted.follows)
        return
    said = "; ".join(words for words in (event.reason, event.note) if words)
    at = moment(event.at)
    line = f"{at}  {event.operator:<20} {event.action:<8} {event.target:<20} {event.outcome:<7} {said}"
    print(line.rstrip(), flush=wanted.follows)
