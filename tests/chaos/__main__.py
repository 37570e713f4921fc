"""The long form of the kill tests: `python -m tests.chaos --kills 200 --seed 7`, or `--rolling`.

Exits with 1 where a promise was broken, or clients waited longer than they may.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from pathlib import Path

from tests.chaos import report
from tests.chaos.crowd import Tally
from tests.chaos.faults import KINDS, ONE_SERVER, POWER, ROLLING, THREE_SERVERS, Faults
from tests.chaos.run import Outcome, drawn, run

OUTPUT = Path("test-output/chaos")

SHARES = {"subjects": 0.6, "sockets": 0.4}
"""Of the kills, by the path that the clients take."""

EDGE_ONLY = ("rooms killed", "rooms replaced")


def main() -> int:
    arguments = _arguments()
    print(f"seed {arguments.seed}, load average {os.getloadavg()[0]:.1f}", flush=True)
    failed = False
    for path in [arguments.path] if arguments.path else SHARES:
        share = 1.0 if arguments.path else SHARES[path]
        outcome = asyncio.run(_run(arguments, path, share))
        print(f"\n{path.upper()}\n{report.text(outcome)}\n", flush=True)
        failed = failed or bool(outcome.failures) or not all(each.is_kept for each in outcome.bars)
        if outcome.failures or arguments.keep:
            folder = OUTPUT / f"{arguments.seed}-{path}"
            report.keep(outcome, folder)
            print(f"histories and logs: {folder}", flush=True)
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--rolling", action="store_true", help="kill nothing: replace every process in turn")
    parser.add_argument("--rounds", type=int, default=3, help="of a rolling restart, on each path (3)")
    parser.add_argument("--kills", type=int, default=200, help="processes to kill or stop in all (200)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the random choices")
    parser.add_argument("--rooms", type=int, default=24, help="rooms in play at a time (24)")
    parser.add_argument("--path", choices=sorted(SHARES), help="how clients play: both, unless given")
    parser.add_argument("--minutes", type=float, default=30, help="after which no more is killed (30)")
    parser.add_argument("--servers", type=int, choices=(1, 3), default=1, help="of NATS (1)")
    parser.add_argument("--sync", default=None, help="the server's sync_interval, such as always")
    parser.add_argument(
        "--only", action="append", choices=sorted({*KINDS} - {POWER}), help="faults of this kind alone"
    )
    parser.add_argument("--keep", action="store_true", help="keep histories and logs in any case")
    return parser.parse_args()


async def _run(arguments: argparse.Namespace, path: str, share: float) -> Outcome:
    rng = random.Random(f"{arguments.seed} {path}")
    sockets = path == "sockets"
    other = THREE_SERVERS if arguments.servers == 1 else ONE_SERVER
    possible = [kind for kind in KINDS if (sockets or kind not in EDGE_ONLY) and kind not in other]
    rolling = [kind for kind in ROLLING if kind in possible] * arguments.rounds
    return await run(
        rolling if arguments.rolling else drawn(rng, arguments.only or possible),
        rng,
        kills=round(arguments.kills * share),
        sockets=sockets,
        rooms=arguments.rooms,
        limit=arguments.minutes * 60 * share,
        sync=arguments.sync,
        servers=arguments.servers,
        progress=_say,
    )


def _say(faults: Faults, tally: Tally) -> None:
    last = faults.done[-1]
    print(
        f"{faults.kills:>4}  {last.kind:<42} {(last.ended - last.began) / 1000:>5.1f} s   "
        f"{tally.rooms} rooms, {tally.acknowledged} accepted, {len(tally.violations)} violations",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
