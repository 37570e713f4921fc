"""The long form of the kill tests: `python -m tests.chaos --kills 200 --seed 7`."""

import argparse
import asyncio
import random
import sys
import time
from pathlib import Path

from tests.chaos import report
from tests.chaos.crowd import Tally
from tests.chaos.faults import KINDS, Faults
from tests.chaos.run import Outcome, drawn, run

OUTPUT = Path("test-output/chaos")

SHARES = {"subjects": 0.6, "sockets": 0.4}
"""Of the kills, by the path that the clients take."""

EDGE_ONLY = ("rooms killed",)


def main() -> int:
    arguments = _arguments()
    print(f"seed {arguments.seed}", flush=True)
    failed = False
    for path in [arguments.path] if arguments.path else SHARES:
        share = 1.0 if arguments.path else SHARES[path]
        outcome = asyncio.run(_run(arguments, path, share))
        print(f"\n{path.upper()}\n{report.text(outcome)}\n", flush=True)
        failed = failed or bool(outcome.failures)
        if outcome.failures or arguments.keep:
            folder = OUTPUT / f"{arguments.seed}-{path}"
            report.keep(outcome, folder)
            print(f"histories and logs: {folder}", flush=True)
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="processes to kill or stop in all (200)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the random choices")
    parser.add_argument("--rooms", type=int, default=24, help="rooms in play at a time (24)")
    parser.add_argument("--path", choices=sorted(SHARES), help="how clients play: both, unless given")
    parser.add_argument("--minutes", type=float, default=30, help="after which no more is killed (30)")
    parser.add_argument("--sync", default=None, help="the server's sync_interval, such as always")
    parser.add_argument("--only", action="append", choices=sorted(KINDS), help="faults of this kind alone")
    parser.add_argument("--keep", action="store_true", help="keep histories and logs in any case")
    return parser.parse_args()


async def _run(arguments: argparse.Namespace, path: str, share: float) -> Outcome:
    rng = random.Random(f"{arguments.seed} {path}")
    sockets = path == "sockets"
    kinds = arguments.only or [kind for kind in KINDS if sockets or kind not in EDGE_ONLY]
    return await run(
        drawn(rng, kinds),
        rng,
        kills=round(arguments.kills * share),
        sockets=sockets,
        rooms=arguments.rooms,
        limit=arguments.minutes * 60 * share,
        sync=arguments.sync,
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
