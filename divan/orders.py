"""An operator's command to the engine that has a room, until it is answered."""

import asyncio
from typing import Any

from divan.exits import Exit, Trouble
from libs.events import subjects
from libs.events.commands import Answer, Command
from libs.events.ports import Events, Unavailable
from libs.events.wire import pack, unpack

TRIES = 20
WITHIN = 1.0
"""So often an engine is asked, and so many seconds it has for each answer."""


async def give(events: Events, room: str, id: str, body: dict[str, Any]) -> Answer:
    """The engine's answer: accepted, repeated or rejected. Raises Trouble where none answers."""
    command = Command(room=room, id=id, origin="admin", body=body)
    subject = subjects.command("admin", subjects.partition(room, events.partitions), room)
    for _ in range(TRIES):
        try:
            answer = unpack(Answer, await events.bus.request(subject, pack(command), within=WITHIN))
        except Unavailable:
            await asyncio.sleep(WITHIN / 2)
            continue
        if answer.outcome != "retry":
            return answer
        await asyncio.sleep(WITHIN / 2)
    raise Trouble("no engine answers for this game.", Exit.UNAVAILABLE)
