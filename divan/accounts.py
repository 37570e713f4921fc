"""Accounts for an operator: what is stored of one, erasing, and the list of the erased."""

import asyncio
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from divan.audit import audit
from divan.exits import Exit, Trouble
from divan.progress import progress
from divan.running import open_installation
from divan.times import moment
from libs.events import subjects
from libs.events.bans import Ban
from libs.events.erasure import Erased, Erasure
from libs.events.ports import Events
from libs.events.wire import pack, to_json, unpack
from libs.runtime.wall_clock import unix_milliseconds
from services.rooms.bans import Bans
from services.rooms.erasures import Erasures
from services.rooms.names import name_key
from services.rooms.people import Person
from services.rooms.sessions import Session

PSEUDONYM = re.compile("p[0-9a-f]{16}")
"""One more character than a name may have: nothing is both."""

LOOK_EVERY = 0.1


def bans_of(events: Events) -> Bans:
    return Bans(events.bucket("bans"), unix_milliseconds)


def _erasures(events: Events) -> Erasures:
    return Erasures(events.bucket("erased"), unix_milliseconds)


async def run_show(data: Path | None, who: str, *, as_json: bool) -> None:
    """Print it. Raises Trouble where nothing is known of them."""
    async with open_installation("accounts", data) as events:
        id = await person_id(events, who)
        kept = await events.bucket("accounts").get(id)
        person = None if kept is None else unpack(Person, kept.value)
        erasure = await _erasures(events).of(id)
        ban = await bans_of(events).of(id)
        if person is None and erasure is None and ban is None:
            raise Trouble(f"there is no account {who}.")
        told = {
            "id": id,
            "name": None if person is None else person.name,
            "guest": None if person is None else person.guest,
            "created": None if person is None else moment(person.created),
            "sessions": await _sessions(events, id),
            "ban": None if ban is None else ban_words(ban),
            "erasure": _words(erasure),
        }
    if as_json:
        print(to_json(told).decode())
        return
    for key, value in told.items():
        print(f"{key:<9} {'-' if value is None else value}")


async def _sessions(events: Events, person: str) -> int:
    entries = events.bucket("sessions").entries()
    return len([key async for key, kept in entries if unpack(Session, kept.value).person == person])


def _words(erasure: Erasure | None) -> str | None:
    if erasure is None:
        return None
    return f"asked for {moment(erasure.at)}" + (
        ", not done yet" if erasure.done is None else f", done {moment(erasure.done)}"
    )


def ban_words(ban: Ban) -> str:
    """Until when and why, and whether it holds."""
    until = "for good" if ban.until is None else f"until {moment(ban.until)}"
    over = "" if ban.holds(unix_milliseconds()) else " (over)"
    return f"{until}{over}: {ban.reason}"


async def person_id(events: Events, who: str) -> str:
    """The pseudonym that a name leads to, or that was given. Raises Trouble."""
    if PSEUDONYM.fullmatch(who):
        return who
    kept = await events.bucket("names").get(name_key(who))
    if kept is None:
        raise Trouble(f"nobody has the name {who}.")
    return kept.value.decode()


async def require_person(events: Events, id: str) -> None:
    """Raises Trouble where nobody is, nor was before an erasure that is remembered, of that pseudonym."""
    known = await events.bucket("accounts").get(id) or await _erasures(events).of(id)
    if known is None:
        raise Trouble(f"there is no account {id}.")


async def run_erase(
    data: Path | None,
    who: str | None,
    ids: Sequence[str] | None,
    *,
    within: float,
    operator: str | None = None,
    is_sure: Callable[[str], None] = lambda question: None,
) -> bool:
    """Erase one account, those of a list, or (neither) all that were erased before; whether it is done.

    `is_sure` is asked when it is known that they are there, and raises where they are to stay. Raises Trouble
    for a name that nobody has, and for a list of something else.
    """
    async with open_installation("accounts", data) as events:
        wanted = await _wanted(events, who, ids)
    # No connection waits for who thinks about it.
    is_sure(f"Erase {who or _counted(len(wanted))} for good?")
    async with open_installation("accounts", data) as events:
        erasures, acting = _erasures(events), audit(events, operator)
        async with AsyncExitStack() as stack:
            endings = {}
            for person in wanted:
                endings[person] = await stack.enter_async_context(acting.action("erase", person))
                await erasures.ask(person)
                await events.bus.publish(subjects.erased(person), pack(Erased(person=person, asked=True)))
            left = await _left(erasures, wanted, within)
            for person in left:
                endings[person].note = "asked for, not done yet"
    done = len(wanted) - len(left)
    print(f"{done} of {len(wanted)} erased")
    if left:
        print("the others are asked for: they are erased once the services run.", file=sys.stderr)
    return not left


def _counted(persons: int) -> str:
    return "one account" if persons == 1 else f"{persons:,} accounts"


async def _wanted(events: Events, who: str | None, ids: Sequence[str] | None) -> list[str]:
    if ids is None and who is None:
        return [person async for person, _ in _erasures(events).all()]
    if ids is None:
        id = await person_id(events, str(who))
        await require_person(events, id)
        return [id]
    for id in ids:
        if not PSEUDONYM.fullmatch(id):
            raise Trouble(f"{id!r} in the list is no pseudonym.", Exit.USAGE)
    return list(ids)


async def _left(erasures: Erasures, wanted: Sequence[str], within: float) -> set[str]:
    """Those of whom no pass has gone through within so many seconds."""
    left, end = set(wanted), time.monotonic() + within
    with progress() as tell:
        while left:
            for person in list(left):
                erasure = await erasures.of(person)
                if erasure is not None and erasure.done is not None:
                    left.discard(person)
            done = len(wanted) - len(left)
            tell(done, len(wanted), f"{done} of {len(wanted)} erased")
            if time.monotonic() >= end:
                break
            await asyncio.sleep(LOOK_EVERY)
    return left


async def run_erased(data: Path | None, *, as_json: bool) -> None:
    async with open_installation("accounts", data) as events:
        async for person, erasure in _erasures(events).all():
            print(to_json({"id": person, "at": erasure.at}).decode() if as_json else person)
