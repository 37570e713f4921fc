"""Banning and letting in again, and the list of accounts, for an operator."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

from divan.accounts import LOOK_EVERY, ban_words, bans_of, person_id
from divan.audit import audit
from divan.exits import Trouble
from divan.times import moment
from libs.events import subjects
from libs.events.bans import Banned
from libs.events.ports import Events
from libs.events.wire import pack, to_json, unpack
from libs.runtime.wall_clock import unix_milliseconds
from services.rooms.bans import Bans
from services.rooms.names import folded
from services.rooms.people import Person


async def run_ban(
    events: Events,
    who: str,
    *,
    until: int | None,
    reason: str,
    within: float,
    operator: str | None = None,
) -> bool:
    """Keep them out until then (Unix milliseconds; None: for good); whether they are out. Raises Trouble."""
    person = await person_id(events, who)
    kept = await events.bucket("accounts").get(person)
    if kept is None:
        raise Trouble(f"there is no account {who}.")
    bans, acting = bans_of(events), audit(events, operator)
    async with acting.action("ban", person, reason) as ending:
        await bans.set(person, until, reason)
        await events.bus.publish(subjects.banned(person), pack(Banned(person=person)))
        is_out = await _is_out(bans, person, within)
        ending.note = ("for good" if until is None else f"until {moment(until)}") + (
            "" if is_out else ", not out yet"
        )
    print(f"{person} is banned {ending.note}")
    if unpack(Person, kept.value).guest:
        print(
            "divan: a guest can come again under another name.",
            file=sys.stderr,
        )
    if not is_out:
        print("divan: no service has closed the sessions yet: it will once they run.", file=sys.stderr)
    return is_out


async def _is_out(bans: Bans, person: str, within: float) -> bool:
    """Whether a service has closed what that person had, within so many seconds."""
    end = time.monotonic() + within
    while (ban := await bans.of(person)) is not None and ban.done is None:
        if time.monotonic() >= end:
            return False
        await asyncio.sleep(LOOK_EVERY)
    return True


async def run_unban(events: Events, who: str, *, reason: str = "", operator: str | None = None) -> None:
    """Let them in again. Raises Trouble where they are not banned."""
    person = await person_id(events, who)
    bans = bans_of(events)
    if await bans.of(person) is None:
        raise Trouble(f"{who} is not banned.")
    async with audit(events, operator).action("unban", person, reason):
        await bans.lift(person)
        await events.bus.publish(subjects.banned(person), pack(Banned(person=person)))
    print(f"{person} may come in again")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which accounts: whose name holds `search`, guests too or not, the banned alone or not."""

    search: str = ""
    guests: bool = False
    banned: bool = False
    as_json: bool = False


async def run_list(events: Events, wanted: Wanted) -> None:
    """Print them, one a line, oldest first."""
    bans = {person: ban async for person, ban in bans_of(events).all()}
    found = [(id, person) async for id, person in _people(events, wanted) if not wanted.banned or id in bans]
    for id, person in sorted(found, key=lambda each: each[1].created):
        ban = bans.get(id)
        if wanted.as_json:
            told = {"id": id, "name": person.name, "guest": person.guest, "created": person.created}
            print(to_json({**told, "ban": None if ban is None else ban}).decode())
            continue
        kind = "guest" if person.guest else "account"
        said = "" if ban is None else f"banned {ban_words(ban)}"
        print(f"{id}  {moment(person.created)}  {kind:<7}  {person.name:<16}  {said}".rstrip())
    if not wanted.as_json:
        print(f"{len(found):,} found", file=sys.stderr)


async def _people(events: Events, wanted: Wanted) -> AsyncIterator[tuple[str, Person]]:
    async for id, kept in events.bucket("accounts").entries():
        person = unpack(Person, kept.value)
        if (wanted.guests or not person.guest) and folded(wanted.search) in folded(person.name):
            yield id, person


def until_of(until: int | None, lasts: float | None) -> int | None:
    """The end of a ban in Unix milliseconds from a time, or from seconds from now on. Raises Trouble."""
    now = unix_milliseconds()
    end = until if lasts is None else now + round(lasts * 1000)
    if end is not None and end <= now:
        raise Trouble("that time has passed already.")
    return end
