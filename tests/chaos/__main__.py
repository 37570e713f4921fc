"""The long form of the kill tests: `python -m tests.chaos --kills 200 --seed 7`."""

import argparse
import asyncio
import sys
import time
from pathlib import Path

from tests.chaos import report
from tests.chaos.crowd import Tally
from tests.chaos.faults import KINDS, Faults
from tests.chaos.run import run

OUTPUT = Path("test-output/chaos")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="processes to kill or stop (200)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the random choices")
    parser.add_argument("--rooms", type=int, default=24, help="rooms in play at a time (24)")
    parser.add_argument("--sockets", action="store_true", help="through rooms and WebSockets")
    parser.add_argument("--minutes", type=float, default=20, help="after which no more is killed (20)")
    parser.add_argument("--sync", default=None, help="the server's sync_interval, such as always")
    parser.add_argument("--only", action="append", choices=sorted(KINDS), help="faults of this kind alone")
    parser.add_argument("--keep", action="store_true", help="keep histories and logs in any case")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    outcome = asyncio.run(
        run(
            kills=arguments.kills,
            seed=arguments.seed,
            sockets=arguments.sockets,
            rooms=arguments.rooms,
            limit=arguments.minutes * 60,
            kinds=arguments.only,
            sync=arguments.sync,
            progress=_say,
        )
    )
    print()
    print(report.text(outcome))
    if not outcome.failures and not arguments.keep:
        return 0
    folder = OUTPUT / str(arguments.seed)
    report.keep(outcome, folder)
    print(f"histories and logs: {folder}")
    return 1 if outcome.failures else 0


def _say(faults: Faults, tally: Tally) -> None:
    last = faults.done[-1]
    print(
        f"{faults.kills:>4}  {last.kind:<42} {(last.ended - last.began) / 1000:>5.1f} s   "
        f"{tally.rooms} rooms, {tally.acknowledged} accepted, {len(tally.violations)} violations",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
