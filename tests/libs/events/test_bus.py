"""The contract of the bus, kept by both twins."""

import asyncio
from collections.abc import Callable

import pytest

from libs.events.ports import Events, Heard, Unavailable
from tests.libs.events.twins import Twin, fresh


def answering(with_: Callable[[Heard], bytes]) -> Callable[[Heard], None]:
    """A listener that answers from tasks of its own."""
    tasks: set[asyncio.Task[None]] = set()

    async def answer(heard: Heard) -> None:
        await heard.answer(with_(heard))

    def handle(heard: Heard) -> None:
        task = asyncio.create_task(answer(heard))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    return handle


async def test_who_listens_to_a_pattern_hears_what_fits(twin: Twin, events: Events) -> None:
    room, other = fresh(), await twin.process()
    heard: list[tuple[str, bytes, bool]] = []
    await other.bus.listen(f"view.{room}.*", lambda it: heard.append((it.subject, it.data, it.wants_answer)))
    await twin.settle()
    await events.bus.publish(f"view.{room}.0", b"mine")
    await events.bus.publish(f"view.{room}.0.deep", b"too deep")
    await events.bus.publish(f"view.{room}.public", b"all")
    await twin.until(lambda: len(heard) == 2)
    assert heard == [(f"view.{room}.0", b"mine", False), (f"view.{room}.public", b"all", False)]


async def test_messages_keep_their_order(twin: Twin, events: Events) -> None:
    subject = f"presence.{fresh()}"
    heard: list[int] = []
    await events.bus.listen(subject, lambda it: heard.append(int(it.data)))
    for number in range(200):
        await events.bus.publish(subject, b"%d" % number)
    await twin.until(lambda: len(heard) == 200)
    assert heard == list(range(200))


async def test_one_of_a_queue_hears_each_message(twin: Twin, events: Events) -> None:
    subject, other = f"say.{fresh()}", await twin.process()
    heard: list[bytes] = []
    for process in (events, other):
        await process.bus.listen(subject, lambda it: heard.append(it.data), queue="chat")
    await twin.settle()
    for number in range(50):
        await events.bus.publish(subject, b"%d" % number)
    await twin.until(lambda: len(heard) == 50)
    assert sorted(map(int, heard)) == list(range(50))


async def test_a_request_is_answered(twin: Twin, events: Events) -> None:
    room, other = fresh(), await twin.process()
    await other.bus.listen(f"command.*.3.{room}", answering(lambda it: b"re " + it.data))
    await twin.settle()
    assert await events.bus.request(f"command.player.3.{room}", b"it", within=2) == b"re it"


async def test_many_requests_get_each_its_own_answer(twin: Twin, events: Events) -> None:
    subject, other = f"ask.3.{fresh()}", await twin.process()
    await other.bus.listen(subject, answering(lambda it: it.data))
    await twin.settle()
    answers = await asyncio.gather(
        *(events.bus.request(subject, b"%d" % number, within=5) for number in range(300))
    )
    assert answers == [b"%d" % number for number in range(300)]


async def test_a_request_that_nobody_hears_fails_at_once(events: Events) -> None:
    async with asyncio.timeout(0.5):
        with pytest.raises(Unavailable):
            await events.bus.request(f"ask.3.{fresh()}", b"", within=30)


async def test_a_request_that_nobody_answers_fails_in_time(events: Events) -> None:
    subject = f"ask.3.{fresh()}"
    await events.bus.listen(subject, lambda it: None)
    async with asyncio.timeout(2):
        with pytest.raises(Unavailable):
            await events.bus.request(subject, b"", within=0.1)


async def test_who_stopped_listening_hears_no_more(twin: Twin, events: Events) -> None:
    subject = f"presence.{fresh()}"
    heard: list[bytes] = []
    listening = await events.bus.listen(subject, lambda it: heard.append(it.data))
    await listening.stop()
    await events.bus.publish(subject, b"late")
    with pytest.raises(Unavailable):
        await events.bus.request(subject, b"late", within=5)
    assert heard == []


async def test_a_listener_that_raises_hears_the_next_message(twin: Twin, events: Events) -> None:
    subject = f"presence.{fresh()}"
    heard: list[bytes] = []

    def handle(it: Heard) -> None:
        heard.append(it.data)
        raise ValueError("a bug")

    await events.bus.listen(subject, handle)
    await events.bus.publish(subject, b"1")
    await events.bus.publish(subject, b"2")
    await twin.until(lambda: heard == [b"1", b"2"])
    assert await events.alive()


async def test_headers_come_with_the_message_and_none_where_none_were_sent(
    twin: Twin, events: Events
) -> None:
    subject, heard, other = f"view.{fresh()}.0", list[Heard](), await twin.process()
    await other.bus.listen(subject, heard.append)
    await twin.settle()
    await events.bus.publish(subject, b"1", {"traceparent": "00-a-b-01"})
    await events.bus.publish(subject, b"2")
    await twin.until(lambda: len(heard) == 2)
    assert [it.headers for it in heard] == [{"traceparent": "00-a-b-01"}, None]


async def test_a_request_brings_its_headers(twin: Twin, events: Events) -> None:
    room, other = fresh(), await twin.process()
    await other.bus.listen(
        f"command.*.3.{room}", answering(lambda it: (it.headers or {})["traceparent"].encode())
    )
    await twin.settle()
    answer = await events.bus.request(
        f"command.player.3.{room}", b"it", within=2, headers={"traceparent": "00-a-b-01"}
    )
    assert answer == b"00-a-b-01"
