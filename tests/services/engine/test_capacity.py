"""What the engine tells of NATS's disk."""

from libs.events.memory import MemoryEvents, MemoryServer
from libs.runtime.metrics import REGISTRY
from services.engine.capacity import measure


def told(metric: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"divan_{metric}", labels)


async def test_an_engine_tells_what_is_stored_and_the_limit_that_it_was_told() -> None:
    events = MemoryEvents(MemoryServer())
    await events.games.append("r1", b"1" * 1000, id="1", expected=0)
    await events.bots.put("tictactoe.r1", b"1")
    await measure(events, 20)
    assert told("jetstream_bytes") == 1000
    assert told("jetstream_bytes_limit") == 20 * 2**30
    assert told("stream_replicas_whole", stream="GAMES_0") == told("stream_replicas", stream="GAMES_0") == 1
    assert told("stream_fill_ratio", stream="BOTS") == 1 / 50_000
    assert told("stream_fill_ratio", stream="GAMES_0") is None


async def test_a_limit_that_nobody_told_is_none() -> None:
    await measure(MemoryEvents(MemoryServer()), None)
    assert told("jetstream_bytes_limit") == 0
