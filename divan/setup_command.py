"""Setting an installation up by command, and waiting for its server."""

import asyncio
import sys

from divan.exits import Exit, Trouble
from libs.events.nats import open_events
from libs.events.ports import Refused, Unavailable
from libs.events.streams import BUCKETS, Installation, consumers, streams

TRY_EVERY = 1.0


async def run_setup(url: str, *, replicas: int, within: float) -> None:
    """Set up and say so. Raises Trouble where no server answers for so many seconds, or it refuses."""
    installation = Installation(replicas=replicas)
    clock = asyncio.get_running_loop().time
    until = clock() + within
    while True:
        try:
            async with open_events(url, name="setup", installation=installation):
                print(
                    f"Set up: {len(streams(installation))} streams, {len(BUCKETS)} buckets and "
                    f"{len(consumers(installation))} consumers."
                )
                return
        except Refused as error:
            raise Trouble(str(error), Exit.FAILED) from error
        except Unavailable as error:
            if clock() + TRY_EVERY > until:
                raise Trouble(str(error), Exit.UNAVAILABLE) from error
            print(f"{error}; trying for {until - clock():.0f} more seconds", file=sys.stderr, flush=True)
        await asyncio.sleep(TRY_EVERY)
