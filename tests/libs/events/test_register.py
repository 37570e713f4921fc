"""The contract of a register, kept by both twins."""

from libs.events.ports import Events
from tests.libs.events.twins import fresh


async def test_the_last_value_counts(events: Events) -> None:
    room = fresh()
    assert await events.snapshots.get(room) is None
    await events.snapshots.put(room, b"1")
    await events.snapshots.put(room, b"2")
    assert await events.snapshots.get(room) == b"2"


async def test_a_removed_value_is_gone(events: Events) -> None:
    room, other = fresh(), fresh()
    for key in (room, other):
        await events.tables.put(key, b"1")
    await events.tables.remove(room)
    assert await events.tables.get(room) is None
    assert await events.tables.get(other) == b"1"


async def test_a_feed_gives_each_present_value_once_then_the_changes(events: Events) -> None:
    one, other = fresh(), fresh()
    await events.tables.put(one, b"old")
    await events.tables.put(other, b"kept")
    await events.tables.put(one, b"present")
    heard: list[tuple[str, bytes]] = []
    async with events.tables.follow() as feed:
        async for stored in feed:
            if stored.key in (one, other):
                heard.append((stored.key, stored.data))
            if stored.fence == feed.caught_up:
                await events.tables.put(other, b"changed")
            if stored.data == b"changed":
                break
    assert heard == [(other, b"kept"), (one, b"present"), (other, b"changed")]
