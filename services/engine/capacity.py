"""How full NATS is, and whether its servers have what they should, as far as the engine may ask.

It may ask about the streams that it writes. Every server has the others too, so that they tell of those.
"""

from libs.events.ports import Events
from libs.events.streams import ANALYTICS, ASIDE, BOTS, SNAPSHOTS, TABLES, games
from services.engine.metrics import FILL, REPLICAS, STORED, STORED_LIMIT, WHOLE

GIB = 1 << 30
"""What NATS takes a GB for."""


async def measure(events: Events, disk_gb: int | None) -> None:
    """Set the gauges. Raises EventsError."""
    log = (games(shard).name for shard in range(events.shards))
    written = (stream.name for stream in (TABLES, SNAPSHOTS, BOTS, ASIDE, ANALYTICS))
    found = await events.storage(*log, *written)
    STORED.set(found.on_each)
    STORED_LIMIT.set((disk_gb or 0) * GIB)
    for name, standing in found.streams.items():
        WHOLE.labels(name).set(standing.whole)
        if standing.replicas:
            REPLICAS.labels(name).set(standing.replicas)
        if standing.fill is not None:
            FILL.labels(name).set(standing.fill)
