"""Limits and messages hold over restarts, over several copies, and while the server is out of reach."""

import asyncio
from collections import Counter

from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Unavailable
from services.chat.wiring import chat
from tests.services.chat.saying import CONFIG, ROOM, Edge, texts


async def test_the_limit_holds_over_a_restart(server: MemoryServer) -> None:
    edge = Edge(MemoryEvents(server))
    await edge.seat("ayşe")
    async with chat(CONFIG, MemoryEvents(server), server.now):
        assert await edge.codes("ayşe", 5) == [None] * 5
    await server.advance(9_000)
    async with chat(CONFIG, MemoryEvents(server), server.now):
        assert (await edge.say("ayşe")).details == {"retry_after_ms": 1_000}


async def test_two_copies_that_race_accept_five(server: MemoryServer) -> None:
    edge = Edge(MemoryEvents(server))
    await edge.listen()
    await edge.seat("ayşe", "bora")
    async with (
        chat(CONFIG, MemoryEvents(server), server.now),
        chat(CONFIG, MemoryEvents(server), server.now),
    ):
        answers = await asyncio.gather(*(edge.say("ayşe") for _ in range(12)))
        await server.settle()
    assert Counter(answer.code for answer in answers) == {None: 5, "rate_limited": 7}
    assert len(edge.heard) == 5
    assert {answer.details["retry_after_ms"] for answer in answers if answer.code} == {10_000}


async def test_two_copies_of_which_each_knows_half_reckon_with_all(server: MemoryServer) -> None:
    edge = Edge(MemoryEvents(server))
    await edge.seat("ayşe")
    async with (
        chat(CONFIG, MemoryEvents(server), server.now),
        chat(CONFIG, MemoryEvents(server), server.now),
    ):
        # The queue group hands them out by turns.
        codes = await edge.codes("ayşe", 7)
    assert codes == [None] * 5 + ["rate_limited"] * 2


async def test_a_message_repeated_at_another_copy_is_said_once(server: MemoryServer) -> None:
    edge = Edge(MemoryEvents(server))
    await edge.seat("ayşe")
    async with (
        chat(CONFIG, MemoryEvents(server), server.now),
        chat(CONFIG, MemoryEvents(server), server.now),
    ):
        await edge.texts("ayşe")
        await edge.texts("ayşe")
        answers = [await edge.say("ayşe", "once", id="same") for _ in range(4)]
        assert len({answer.said for answer in answers}) == 1
        assert await edge.texts("ayşe") == ["once"]


async def test_copies_whose_clocks_differ_keep_one_order(server: MemoryServer) -> None:
    edge = Edge(MemoryEvents(server))
    await edge.seat("ayşe")
    async with chat(CONFIG, MemoryEvents(server), server.now):
        assert await edge.codes("ayşe", 5) == [None] * 5
    async with chat(CONFIG, MemoryEvents(server), lambda: server.now() - 3_000):
        assert (await edge.say("ayşe")).details == {"retry_after_ms": 13_000}
        await server.advance(10_000)
        assert (await edge.say("ayşe")).details == {"retry_after_ms": 3_000}
        await server.advance(3_000)
        assert (await edge.say("ayşe")).code is None


async def test_a_message_whose_acknowledgement_was_lost_is_said_once(
    edge: Edge, server: MemoryServer
) -> None:
    await edge.seat("ayşe")
    server.drop_next_ack(key=ROOM)
    assert (await edge.say("ayşe", "once", id="same")).code == "unavailable"
    await server.advance(500)
    repeated = await edge.say("ayşe", "once", id="same")
    await server.settle()
    assert repeated.said is not None
    assert repeated.said.at == server.now() - 500
    assert texts(edge.heard) == ["once"]
    assert await edge.texts("ayşe") == ["once"]


async def test_an_append_that_failed_counts_for_nothing(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe")
    server.fail_next_append(Unavailable("gone"), key=ROOM)
    assert await edge.codes("ayşe", 7) == ["unavailable"] + [None] * 5 + ["rate_limited"]


async def test_messages_lost_with_the_server_are_noticed(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe")
    await edge.codes("ayşe", 5)
    # A stream that acknowledges before the disk has it may lose its end when its server is killed.
    await edge.events.chats.purge(ROOM)
    await server.advance(10_000)
    assert (await edge.say("ayşe", "again")).code is None
    assert await edge.texts("ayşe") == ["again"]
