"""A process that holds partitions and says so, for tests that stop and kill it: `… URL`."""

import asyncio
import sys

from libs.events.nats import open_events


class Speaking:
    """Prints what it is told."""

    async def gained(self, partition: int) -> None:
        print("gained", partition, flush=True)

    async def lost(self, partition: int) -> None:
        print("lost", partition, flush=True)

    async def due(self, room: str) -> bool:
        print("due", room, flush=True)
        return True


async def hold(url: str) -> None:
    async with open_events(url, name="holder") as events, events.hold_partitions(Speaking()):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(hold(sys.argv[1]))
