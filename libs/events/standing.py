"""How full the servers of NATS are, and how the streams stand on them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a stream stands on the servers of NATS.

    replicas  servers that are to have it; 0: not known
    whole     servers that have all of it; 0: it has no leader, and is neither read nor written
    fill      share that is reached of its bound of bytes or of messages, the greater; None: it has none
    """

    replicas: int = 1
    whole: int = 1
    fill: float | None = None

    @property
    def is_written(self) -> bool:
        """Whether most servers have it: a leader that is left alone stores nothing."""
        return self.whole > self.replicas // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """What all streams take on the disks of all servers, in `bytes`, and how those asked about stand."""

    bytes: int
    streams: Mapping[str, Standing]

    @property
    def on_each(self) -> int:
        """Bytes on one server, where each has every stream."""
        servers = max((standing.replicas for standing in self.streams.values()), default=1)
        return self.bytes // (servers or 1)
