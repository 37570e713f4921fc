"""Alerts, metrics and the dashboard on a real Prometheus: `python -m tests.sight`, some ten minutes at most.

Exits with 1 where an alert does not come, one comes that should not, or a document says something else.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
from collections.abc import Coroutine
from typing import Any

from tests.sight.trial import STEPS, Seen, documents, trial
from tests.support.prometheus import program

LIMIT = 900.0
"""Seconds after which it is given up."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.sight", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the crowd's choices (1)")
    parser.add_argument("--only", action="append", choices=[step.__name__ for step in STEPS])
    arguments = parser.parse_args()
    found = program("prometheus")
    if found is None:
        print("SKIPPED: no prometheus here; .ci/prometheus fetches it on Debian")
        return 0
    return asyncio.run(_until_told(_run(found, arguments.seed, arguments.only)))


async def _until_told(run: Coroutine[Any, Any, int]) -> int:
    """Told to stop, it leaves no process behind."""
    task = asyncio.create_task(run)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        return await asyncio.wait_for(task, LIMIT)
    except TimeoutError as error:
        # Of the whole, of a process that did not get ready, or of alerts that did not end.
        print(f"not done in time, at a load average of {os.getloadavg()[0]:.1f}: {error}")
        return 1


async def _run(found: str, seed: int, only: list[str] | None) -> int:
    failed = False
    async with trial(found, random.Random(seed)) as made:
        for step in STEPS:
            if only and step.__name__ not in only:
                continue
            known = len(made.seen)
            await step(made)
            for seen in made.seen[known:]:
                failed = failed or bool(seen.missing or seen.unexpected)
                _say(seen)
            sys.stdout.flush()
            await made.calm()
            if step is STEPS[0]:
                for text in (differing := await documents(made)):
                    print(f"    {text}")
                failed = failed or bool(differing)
    return 1 if failed else 0


def _say(seen: Seen) -> None:
    awaited = f"; those awaited within {seen.seconds:.0f} s" if seen.expected else ""
    print(f"{seen.what} (load average {os.getloadavg()[0]:.1f})")
    print(f"    fired: {', '.join(sorted(seen.fired)) or 'nothing'}{awaited}")
    for what, names in (("did not come", seen.missing), ("should not have come", seen.unexpected)):
        if names:
            print(f"    {what}: {', '.join(sorted(names))}")


if __name__ == "__main__":
    sys.exit(main())
