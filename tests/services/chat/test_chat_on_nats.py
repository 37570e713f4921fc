"""The chat on a real server: copies that race, processes and servers that are killed."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from libs.events.nats import open_events
from libs.events.ports import EventsError
from services.chat.turns import PERSON_MAY_WAIT
from services.chat.wiring import chat
from tests.services.chat.saying import CONFIG, Edge, texts
from tests.support.nats_server import NatsServer
from tests.support.service_process import service_process

pytestmark = [pytest.mark.nats, pytest.mark.slow]


@pytest.fixture
async def edge(nats: NatsServer) -> AsyncIterator[Edge]:
    async with open_events(nats.url, name="edge") as events:
        edge = Edge(events)
        await edge.listen()
        await edge.seat("ayşe", "bora")
        yield edge


async def test_two_copies_that_race_accept_five(nats: NatsServer, edge: Edge) -> None:
    async with (
        open_events(nats.url, name="one") as one,
        open_events(nats.url, name="other") as other,
        chat(CONFIG, one),
        chat(CONFIG, other),
    ):
        # No more than may wait at one copy: the server may happen to give it all of them.
        answers = await asyncio.gather(*(edge.say("ayşe") for _ in range(PERSON_MAY_WAIT)))
        assert Counter(answer.code for answer in answers) == {None: 5, "rate_limited": PERSON_MAY_WAIT - 5}
        waits = [answer.details["retry_after_ms"] for answer in answers if answer.code]
        assert all(9_000 < wait <= 10_000 for wait in waits)
        assert len(await edge.texts("bora")) == 5


async def test_a_killed_process_loses_neither_messages_nor_the_limit(nats: NatsServer, edge: Edge) -> None:
    async with service_process("chat", nats.url) as process:
        for number in range(4):
            await edge.say("ayşe", str(number))
        await process.kill()
    async with service_process("chat", nats.url) as process:
        assert await edge.texts("bora") == ["0", "1", "2", "3"]
        assert await edge.codes("ayşe", 2) == [None, "rate_limited"]
        assert await process.stop() == 0
    assert "selam" not in process.log


async def test_messages_while_a_process_is_killed_are_said_once(nats: NatsServer, edge: Edge) -> None:
    async with service_process("chat", nats.url), service_process("chat", nats.url) as other:
        saying = [asyncio.create_task(insisted(edge, number)) for number in range(5)]
        await other.kill()
        await asyncio.gather(*saying)
        assert sorted(await edge.texts("bora")) == ["0", "1", "2", "3", "4"]
        assert sorted(texts(edge.heard)) == ["0", "1", "2", "3", "4"]


async def test_the_chat_goes_on_when_the_server_was_killed(nats: NatsServer, edge: Edge) -> None:
    async with service_process("chat", nats.url):
        assert (await edge.say("ayşe", "before")).code is None
        # The stream acknowledges before the disk has it: what a killed server may lose is its last second.
        await asyncio.sleep(1)
        nats.restart()
        await insisted(edge, 1)
        assert (await edge.texts("bora"))[-1] == "1"


async def insisted(edge: Edge, number: int) -> None:
    """Say it as an edge does: with the same id until it is said."""
    for _ in range(50):
        try:
            answer = await edge.say("ayşe", str(number), id=f"id{number}", within=1)
        except EventsError:
            answer = None
        if answer is not None and answer.said is not None:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{number} was never said")
