"""What every service tells of itself over the bus."""

import asyncio
from math import nan

from libs.events import subjects
from libs.events.draining import Drain
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Events, Heard
from libs.events.stats import ServiceStats
from libs.events.wire import pack, unpack
from libs.runtime.draining import Hold
from libs.runtime.metrics import REGISTRY, counter, gauge
from libs.runtime.stats import samples
from libs.runtime.watching import Watch, watched

MOVES = counter("test_moves", "Moves of this test.", ["game", "room"])
UNKNOWN = gauge("test_unknown", "What nobody has reckoned yet.")
STANDING = gauge("test_standing", "Things of this test.", ["state"])


async def told(events: Events) -> list[ServiceStats]:
    """What every process answers to an operator."""
    answers: list[ServiceStats] = []
    more = asyncio.Event()

    def hear(heard: Heard) -> None:
        answers.append(unpack(ServiceStats, heard.data))
        more.set()

    listening = await events.bus.listen(subjects.STATS, hear)
    await events.bus.publish(subjects.ASK_STATS, b"")
    async with asyncio.timeout(5):
        await more.wait()
    await listening.stop()
    return answers


async def test_a_service_tells_who_it_is_and_whether_it_is_ready() -> None:
    events = MemoryEvents(MemoryServer())
    watch = Watch("chat")
    async with watched(watch, events):
        (starting,) = await told(events)
        with watch.health.open():
            (ready,) = await told(events)
    assert (starting.service, starting.ready, starting.faults) == (
        "chat",
        False,
        {"service": "It is starting."},
    )
    assert (ready.ready, ready.faults, ready.pid) == (True, {}, starting.pid)
    assert any(sample.name == "process_resident_memory_bytes" for sample in ready.samples)


async def test_a_service_that_cannot_reach_nats_is_not_ready() -> None:
    server = MemoryServer()
    events = MemoryEvents(server)
    watch = Watch("chat")
    async with watched(watch, events):
        with watch.health.open():
            server.reachable = False
            assert await watch.health.faults() == {
                "nats": "NATS does not answer a request.",
                "streams": "no connection",
            }
            server.reachable = True
            assert await watch.health.faults() == {}


def test_numbers_are_summed_over_labels_that_tell_who_plays_what() -> None:
    MOVES.labels("tictactoe", "one").inc(2)
    MOVES.labels("fetih", "other").inc(3)
    STANDING.labels("waiting").set(4)
    STANDING.labels("over").set(5)
    found = [(sample.labels, sample.value) for sample in samples(REGISTRY) if "test_" in sample.name]
    assert ({}, 5.0) in found
    assert ({"state": "waiting"}, 4.0) in found
    assert ({"state": "over"}, 5.0) in found
    assert not any(labels.keys() & {"game", "room"} for labels, _ in found)


def test_what_is_no_number_is_not_told() -> None:
    UNKNOWN.set(nan)
    assert not [sample for sample in samples(REGISTRY) if sample.name == "divan_test_unknown"]


async def test_who_stops_takes_nothing_again_whatever_it_is_told() -> None:
    server, done = MemoryServer(), list[bool]()
    events, watch = MemoryEvents(server), Watch("chat")
    watch.draining.of(Hold(held=lambda: 1, drain=done.append))
    told = subjects.drain(watch.draining.id)
    async with watched(watch, events):
        with watch.health.open():
            await events.bus.publish(told, pack(Drain()))
            await server.settle()
        await events.bus.publish(told, pack(Drain(undo=True)))
        await server.settle()
    assert done == [True]
