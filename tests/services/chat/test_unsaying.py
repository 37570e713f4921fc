"""What a person said is taken back: from the journal, from every copy's memory, from open pages."""

import asyncio

from libs.events import subjects
from libs.events.lobby import Closed, SeatLeft
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Heard
from libs.events.tables import TalkChannel
from libs.events.talk import Unsaid, UnsaidMessage, UnsayAnswer
from libs.events.wire import unpack
from services.chat.wiring import chat
from tests.services.chat.saying import CONFIG, ROOM, Edge


async def journal(server: MemoryServer) -> list[bytes]:
    return [stored.data async for stored in MemoryEvents(server).chats.read_all()]


async def test_all_that_one_person_said_goes_from_every_room_and_nothing_else(
    server: MemoryServer, edge: Edge
) -> None:
    for room in ("room1", "room2"):
        await edge.seat("ayşe", "bora", room=room)
        await edge.say("ayşe", "hers", room=room)
        await edge.say("bora", "his", room=room)
    assert await edge.unsay("ayşe") == UnsayAnswer(erased=2)
    for room in ("room1", "room2"):
        assert await edge.texts("bora", room) == ["his"]
    assert not any(b"hers" in data for data in await journal(server))


async def test_it_goes_from_rooms_that_the_person_has_left_or_that_were_closed(
    server: MemoryServer, edge: Edge
) -> None:
    for room, happened in (
        ("left", SeatLeft(at=3, seat=0, person="ayşe")),
        ("closed", Closed(at=3, reason="owner")),
    ):
        await edge.seat("ayşe", "bora", room=room)
        await edge.say("ayşe", room=room)
        await edge.lobby(happened, room=room)
    assert await edge.unsay("ayşe") == UnsayAnswer(erased=2)
    assert await edge.unsay("ayşe") == UnsayAnswer(erased=0)
    assert await journal(server) == []


async def test_edges_are_told_which_messages_and_who_could_read_them(edge: Edge) -> None:
    told: list[Unsaid] = []

    def hear(heard: Heard) -> None:
        told.append(unpack(Unsaid, heard.data))

    await edge.events.bus.listen(subjects.unsaid(ROOM), hear)
    await edge.seat("ayşe", "bora")
    await edge.table(TalkChannel(name="table", seats=None), TalkChannel(name="whisper", seats=(0,)))
    await edge.say("ayşe", id="aloud")
    await edge.say("ayşe", id="low", channel="whisper")
    await edge.unsay("ayşe")
    await asyncio.sleep(0)
    assert told == [
        Unsaid(room=ROOM, messages=(UnsaidMessage(id="aloud"), UnsaidMessage(id="low", seats=(0,))))
    ]


async def test_no_copy_of_the_chat_keeps_it_at_hand(server: MemoryServer, edge: Edge) -> None:
    async with chat(CONFIG, MemoryEvents(server), server.now):
        await edge.seat("ayşe", "bora")
        await edge.say("ayşe", "hers")
        await edge.say("bora", "his")
        # The queue group hands them out by turns: both copies know the room.
        for _ in range(4):
            assert await edge.texts("bora") == ["hers", "his"]
        await edge.unsay("ayşe")
        await server.settle()
        for _ in range(4):
            assert await edge.texts("bora") == ["his"]


async def test_a_copy_that_was_cut_off_meanwhile_does_not_keep_it_either(
    server: MemoryServer, edge: Edge
) -> None:
    await edge.seat("ayşe", "bora")
    await edge.say("ayşe", "hers")
    await edge.say("bora", "his")
    fences = [stored.fence async for stored in MemoryEvents(server).chats.read(ROOM)]
    await MemoryEvents(server).chats.erase(ROOM, fences[0])
    assert await edge.texts("bora") == ["hers", "his"], "nobody has told it"
    server.reachable = False
    server.reachable = True
    assert await edge.texts("bora") == ["his"]


async def test_what_cannot_be_erased_now_is_answered_unavailable_and_erased_when_asked_again(
    server: MemoryServer, edge: Edge
) -> None:
    await edge.seat("ayşe")
    await edge.say("ayşe")
    asked = asyncio.create_task(edge.unsay("ayşe"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    server.reachable = False
    await server.settle()
    server.reachable = True
    await asyncio.gather(asked, return_exceptions=True)
    await edge.unsay("ayşe")
    assert await journal(server) == []
