"""Timers as scheduled messages: one to a room, in the stream of its log, that leaves a due message."""

from datetime import UTC, datetime

from libs.events import subjects
from libs.events.nats.link import Link
from libs.events.nats.storing import TARGET, store
from libs.events.streams import FIRED, Installation, games


class NatsTimers:
    """Only schedules go to a timer's subject: all else would silence it until the next restart only."""

    def __init__(self, link: Link, installation: Installation) -> None:
        self._link = link
        self._installation = installation

    async def arm(self, room: str, at: int) -> None:
        partition = self._installation.partition(room)
        shard = subjects.shard(partition, self._installation.shards)
        when = datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        headers = {
            "Nats-Schedule": f"@at {when}.{at % 1000:03d}Z",
            TARGET: subjects.due(shard, partition, room),
        }
        await store(self._link, games(shard).name, subjects.timer(shard, room), FIRED, headers)

    async def cancel(self, room: str) -> None:
        shard = self._installation.shard(room)
        await self._link.purge(games(shard).name, subjects.timer(shard, room))
