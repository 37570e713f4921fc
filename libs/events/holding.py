"""Holding partitions, as a port beside those of `libs.events.ports`."""

from typing import Protocol


class Partitions(Protocol):
    """The partitions, each pinned to one process by its consumer of due timers.

    The pin is for cache locality only: a process may hold one without knowing that it has lost it.
    """

    async def release(self, partition: int) -> None:
        """Give the pin back at once and do not ask for it again before a second is over.

        `lost` is told for it as for every other, and on leaving for all that are still held.
        """
        ...

    def abstain(self, abstains: bool) -> None:
        """Ask for no partition but those that are held, until told otherwise."""
        ...

    @property
    def held(self) -> frozenset[int]: ...

    @property
    def is_answered(self) -> bool:
        """Whether the server has answered what we ask for, standing, a moment ago, even if by no pin."""
        ...


class PartitionEvents(Protocol):
    """What a holder of partitions is told, one call at a time for each partition."""

    async def gained(self, partition: int) -> None: ...

    async def lost(self, partition: int) -> None: ...

    async def due(self, room: str) -> bool:
        """A timer of that room fired. True: it is dealt with, and its message purged. False: come again."""
        ...
