"""A copy of the chat that is taken away leaves talk to the others."""

from libs.events.memory import MemoryEvents, MemoryServer
from services.chat.wiring import chat
from tests.services.chat.saying import CONFIG, Edge
from tests.services.taking_away import processes_of, tell


async def test_a_copy_that_is_drained_is_handed_no_talk_until_it_is_told_otherwise(
    server: MemoryServer,
) -> None:
    edge = Edge(MemoryEvents(server))
    await edge.seat("ayşe", "bora")
    async with chat(CONFIG, MemoryEvents(server), server.now):
        (first,) = await processes_of(server, "chat")
        async with chat(CONFIG, MemoryEvents(server), server.now):
            await tell(server, first.id)
            assert await edge.codes("ayşe", 4) == [None] * 4
            (gone,) = [each for each in await processes_of(server, "chat") if each.id == first.id]
            assert (gone.draining, gone.ready, gone.held) == (True, False, 0)
            assert len([ear for ear in server.switchboard.ears if ear.pattern == "say.*"]) == 1
        await tell(server, first.id, undo=True)
        assert await edge.codes("bora", 1) == [None]
