"""Whether the public stream holds what the log says it must: everything, in order, each once."""

import asyncio
import time
from collections.abc import Iterable

from libs.events.entry import Sealed
from libs.events.ports import Events, EventsError
from libs.events.public import AnyPublic, PublicEntry, PublicTold, place, unpack_public
from libs.events.wire import unpack
from libs.runtime.replay import replay
from libs.runtime.sight import told
from tests.chaos.engine_process import ALL_GAMES

WITHIN = 30.0
"""Seconds after the last fault within which the stream must have caught up: what a killed engine had in
hand comes again after ten."""


async def deviations(events: Events, rooms: Iterable[str]) -> list[str]:
    """A line for each of these rooms of which the stream does not hold what it must, even after a while."""
    until = time.monotonic() + WITHIN
    wrong = dict.fromkeys(rooms, "")
    while wrong:
        for room in list(wrong):
            try:
                found = await deviation(events, room)
            except EventsError as error:
                found = str(error)
            if found is None:
                del wrong[room]
            else:
                wrong[room] = found
        if time.monotonic() >= until:
            break
        await asyncio.sleep(0.5)
    return [f"public stream: {room}: {text}" for room, text in wrong.items()]


async def deviation(events: Events, room: str) -> str | None:
    """What the stream has of a room otherwise than it must be by its log; None: nothing."""
    due: list[tuple[int, int]] = []
    lines, sealed, over = {}, [], False
    async for page in replay(room, events.games.read(room), ALL_GAMES):
        if page.entry.seq == 1:
            due.append((1, 0))
        if None in page.entry.shown:
            number = page.table.numbers[None]
            due.append((2, number))
            lines[number] = (page.entry.at, told(page.table.game, page.steps, None))
        over = page.table.state.over
    async for stored in events.games.read(room):
        sealed.append(unpack(Sealed, stored.data))
    if over:
        due += [(3, 0), *((4, seq) for seq in range(1, len(sealed) + 1))]
    messages: list[AnyPublic] = [unpack_public(each.data) async for each in events.public.read(room)]
    found = [place(message) for message in messages]
    if found != due:
        return f"{found} in place of {due}"
    for message in messages:
        match message:
            case PublicTold() if (message.at, message.told) != lines[message.number]:
                return f"{message} in place of {lines[message.number]}"
            case PublicEntry() if Sealed(entry=message.entry, hash=message.hash) != sealed[message.seq - 1]:
                return f"entry {message.seq} is not that of the log"
    return None
