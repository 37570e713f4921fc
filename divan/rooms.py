"""Rooms for an operator: which there are, what is known of one, and closing one."""

import json
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args
from uuid import uuid4

from divan import orders
from divan.accounts import person_id, require_person
from divan.audit import audit
from divan.exits import Exit, Trouble
from divan.game_source import room_id
from divan.roll_call import Roll, call_roll
from divan.times import moment
from libs.events.entry import Broken
from libs.events.lobby import Closed, LobbyEntry
from libs.events.ports import Events
from libs.events.tables import TableFact
from libs.events.wire import Malformed, from_json, plain, to_json, unpack
from libs.games.catalog import GAMES
from libs.runtime import sight
from libs.runtime.game_logs import GameLogs, game_logs
from libs.runtime.replay import Page, replay
from libs.runtime.state import AnyGame
from libs.runtime.wall_clock import unix_milliseconds
from services.rooms.directory import Directory
from services.rooms.faces import Status, is_hidden, status
from services.rooms.people import Person
from services.rooms.refusals import Denied
from services.rooms.room import Room, fold

STATES: tuple[str, ...] = get_args(Status)

LAST = 5
"""So many of a log's last entries are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which rooms: in these states (none: all that are not closed), of that game, where that person sits."""

    states: frozenset[str] = frozenset()
    game: str | None = None
    person: str | None = None
    as_json: bool = False


async def run_list(events: Events, wanted: Wanted) -> None:
    """Print them, one a line, in the order of their opening. Raises Trouble for what there is not at all."""
    person = None if wanted.person is None else await person_id(events, wanted.person)
    states = wanted.states or set(STATES) - {"closed"}
    rooms = await _rooms(events)
    _require_game(rooms, wanted.game)
    if person is not None and not any(_has(room, person) for room in rooms.values()):
        await require_person(events, person)
    for room in rooms.values():
        if wanted.game not in (None, room.game) or not _has(room, person):
            continue
        fact = await _fact(events, room) if room.closed is None else None
        state = status(room, fact)
        if state not in states:
            continue
        taken = sum(not place.is_free for place in room.places)
        if wanted.as_json:
            place = {"room": room.id, "code": room.code, "game": room.game, "state": state}
            told = {**place, "opened": room.opened_at, "seats": len(room.places), "taken": taken}
            print(to_json(told).decode())
            continue
        seats = f"{taken}/{len(room.places)}"
        print(f"{room.code}  {room.id}  {moment(room.opened_at)}  {state:<8}  {seats:>5}  {room.game}")


def _require_game(rooms: Mapping[str, Room], game: str | None) -> None:
    """Raises Trouble where it is no game here. Rooms may have games that this command was not told of."""
    known = sorted({*GAMES, *(room.game for room in rooms.values())})
    if game is not None and game not in known:
        raise Trouble(f'there is no game "{game}"; there are: {", ".join(known)}.', Exit.USAGE)


async def _rooms(events: Events) -> dict[str, Room]:
    """Every room that ever was, folded."""
    rooms: dict[str, Room] = {}
    async for stored in events.rooms.read_all():
        entry = unpack(LobbyEntry, stored.data)
        rooms[stored.key] = fold(rooms.get(stored.key), stored.key, entry.events)
    return rooms


def _has(room: Room, person: str | None) -> bool:
    return person is None or room.owner == person or room.place_of(person) is not None


async def _fact(events: Events, room: Room) -> TableFact | None:
    kept = await events.tables.get(room.id) if room.has_started else None
    return None if kept is None else unpack(TableFact, kept)


async def _room(events: Events, named: str) -> Room:
    """The room of that code or id. Raises Trouble."""
    id = await room_id(events, named)
    room: Room | None = None
    async for stored in events.rooms.read(id):
        room = fold(room, id, unpack(LobbyEntry, stored.data).events)
    if room is None:
        raise Trouble(f"there is no room {named}.")
    return room


async def run_inspect(
    events: Events,
    named: str,
    archive: Path | None,
    *,
    games: Mapping[str, AnyGame] = GAMES,
    secrets: bool = False,
    operator: str | None = None,
) -> None:
    """Print as JSON what is known of a room; of a game that runs what spectators know, or all with `secrets`.

    Raises Trouble.
    """
    room = await _room(events, named)
    fact = await _fact(events, room)
    runs = status(room, fact) in ("running", "starting")
    async with AsyncExitStack() as stack:
        if secrets and runs:
            await stack.enter_async_context(audit(events, operator).action("inspect", room.id))
        shown = secrets or not runs
        seats_shown = shown or not is_hidden(room, fact, games.get(room.game))
        roll = await call_roll(events, room.id) if seats_shown and room.closed is None else None
        facts = {
            "room": room.id,
            "code": room.code,
            "game": room.game,
            "options": room.options,
            "state": status(room, fact),
            "opened": moment(room.opened_at),
            "started": moment(room.started_at) if room.has_started else None,
            "over": None if fact is None or fact.over_at is None else moment(fact.over_at),
            "result": None if fact is None else fact.result,
            "closed": room.closed,
            "listed": room.listed,
            "owner": room.owner or None,
            "fork": plain(room.fork),
            **await _seats(events, room, roll, shown=seats_shown),
            "sent_away": sorted(room.banned),
            "muted": sorted(room.muted),
            "log": await _log(room, game_logs(events, archive), games, shown=shown),
        }
    print(json.dumps(from_json(to_json(facts)), indent=2, ensure_ascii=False))


async def _seats(events: Events, room: Room, roll: Roll | None, *, shown: bool) -> dict[str, Any]:
    """Who sits where and is connected, and how many look on.

    Where that is a secret of the game, who is there at all, in no order of the seats, and nothing of
    connections: who comes and goes when a seat moves would be known by it. What is None is not known.
    """
    names = {
        place.person: await _name(events, place.person) for place in room.places if place.person is not None
    }
    if not shown:
        return {"seats": len(room.places), "persons": dict(sorted(names.items()))}
    return {
        "seats": [
            {
                "seat": seat,
                "person": place.person,
                "name": names.get(place.person) if place.person is not None else None,
                "bot": place.bot,
                "left": place.left,
                "connected": None if roll is None or place.person is None else roll.connected(place.person),
            }
            for seat, place in enumerate(room.places)
        ],
        "spectators": None if roll is None or not roll.is_whole else len(roll.spectators),
        "edges": None if roll is None else {"answered": len(roll.answered), "silent": len(roll.silent)},
    }


async def _name(events: Events, person: str) -> str | None:
    kept = await events.bucket("accounts").get(person)
    return None if kept is None else unpack(Person, kept.value).name


async def _log(
    room: Room, logs: GameLogs, games: Mapping[str, AnyGame], *, shown: bool
) -> Mapping[str, Any] | None:
    """Length, head, deadline and last entries; None where there is none. A broken log says so."""
    page: Page | None = None
    size = 0
    lines: list[dict[str, Any]] = []
    try:
        async for page in replay(room.id, logs.read(room.id), games):
            size += 1
            lines = [*lines[1 - LAST :], _line(page, shown=shown)]
    except (Broken, Malformed, ValueError) as error:
        return {"entries": size, "broken": str(error)}
    if page is None:
        return None
    ends_at = page.table.state.ends_at
    # The number and the head of the last entry would tell how much was hidden.
    whole = {"entries": size, "head": page.table.hash.hex(), "at": moment(page.table.at)} if shown else {}
    return {**whole, "deadline": None if ends_at is None else moment(ends_at), "last": lines}


def _line(page: Page, *, shown: bool) -> dict[str, Any]:
    if shown:
        asked = page.entry.command
        return {
            "seq": page.entry.seq,
            "at": moment(page.entry.at),
            "origin": asked.origin,
            "seat": asked.seat,
            "command": asked.body,
            "events": [event["type"] for event in page.entry.events],
        }
    heard = sight.told(page.table.game, page.steps, None)
    return {"number": page.table.numbers.get(None, 0), "told": [line["type"] for line in heard]}


async def run_close(events: Events, named: str, reason: str, operator: str | None = None) -> None:
    """End a room's game, or close the room where none has begun. Raises Trouble."""
    room = await _room(events, named)
    fact = await _fact(events, room)
    state = status(room, fact)
    if state in ("closed", "over"):
        raise Trouble(f"the room {room.code} is {state} already.")
    async with audit(events, operator).action("close", room.id, reason) as ending:
        ending.note = state
        if fact is None:
            await _close_room(events, room)
        else:
            answer = await orders.give(
                events, room.id, f"close-{uuid4()}", {"type": "close", "reason": reason}
            )
            if answer.outcome == "rejected":
                raise Trouble(f"the engine refuses to close this game: {answer.message}")
    print(f"{room.code} ({room.id}): {'the room is closed' if fact is None else 'the game is closed'}")


async def _close_room(events: Events, room: Room) -> None:
    directory = Directory(events.rooms, events.bucket("names"))
    try:
        await directory.behind(room.code)
        await directory.change(room.id, lambda _: [Closed(at=unix_milliseconds(), reason="admin")])
    except Denied as denied:
        raise Trouble(f"the room cannot be closed: {denied.code}.", Exit.UNAVAILABLE) from denied
