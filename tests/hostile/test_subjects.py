"""Garbage, and messages that are well made but not what they should be, on the subjects of the services."""

import os
from typing import Any

import pytest

from libs.events import subjects
from libs.events.nats import open_events
from libs.events.wire import pack, unpack_plain
from tests.hostile.town import Town

pytestmark = [pytest.mark.nats, pytest.mark.serial, pytest.mark.asyncio(loop_scope="package")]

GARBAGE: tuple[bytes, ...] = (
    b"",
    b"\xc1",
    b"\x91" * 5000,
    b"\xdd\xff\xff\xff\xff",
    os.urandom(200_000),
    pack([]),
    pack({}),
    pack({"room": "x", "number": "y", "edge": 5}),
)


async def test_garbage_on_requests_gets_its_code_and_the_room_beside_notices_nothing(site: Town) -> None:
    room = "attacked"
    async with site.room_beside(), open_events(site.world.nats.url, name="attacker") as events:
        partition = subjects.partition(room, events.partitions)
        other = (partition + 1) % events.partitions
        command: dict[str, Any] = {"room": room, "id": "x", "origin": "player", "seat": 0, "body": {}}
        sent = [
            *((subjects.command("player", partition, room), data) for data in GARBAGE),
            *((subjects.ask(partition, room), data) for data in GARBAGE),
            *((subjects.say(room), data) for data in GARBAGE),
            (subjects.command("host", partition, room), pack(command)),
            (subjects.command("clock", partition, room), pack({**command, "origin": "clock"})),
            (subjects.command("player", other, room), pack(command)),
            (subjects.command("player", partition, "elsewhere"), pack(command)),
            (subjects.ask(other, room), pack({"ask": "view", "reader": 0})),
            (subjects.say("elsewhere"), pack({"room": room, "id": "x", "person": "p", "text": "t"})),
        ]
        for subject, data in sent:
            answer = unpack_plain(await events.bus.request(subject, data, within=5))
            assert (answer.get("refused") or answer)["code"] == "malformed", subject


async def test_garbage_that_nobody_answers_is_dropped_and_counted(site: Town) -> None:
    code, (guest, _) = await site.two_play()
    talk = await guest.socket(code)
    before = await site.counted("divan_rooms_malformed_total")
    async with site.room_beside(), open_events(site.world.nats.url, name="attacker") as events:
        heard = ("heard.x", "presence.x", subjects.EDGES)
        for data in GARBAGE:
            for subject in (*heard, subjects.ENGINES, "view.x.0", "public.x"):
                await events.bus.publish(subject, data)
            await events.bots.put("tictactoe.attacked", data)
        await events.rooms.append("forged", b"\xc1", id="forged")
        await events.tables.put("forged", b"\xc1")
        await events.chats.append("forged", b"\xc1", id="forged")
        unheard = 1  # There is no hub for the room x: what is heard of it is passed over.
        least = before + len(GARBAGE) * (len(heard) - unheard) + 2
        await site.has_counted("divan_rooms_malformed_total", least)
    await talk.all_is_told()
