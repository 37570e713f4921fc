"""Cut the power, many times: `python -m tests.power --cuts 40 --seed 7`, or with games: `--games`.

Exits with 1 where something acknowledged was lost, or erased and came back, 3 where there can be no disk
that forgets on this machine. It ends by itself, leaves no mount behind, and Ctrl-C ends it at once.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter, defaultdict

from tests.chaos import report
from tests.chaos.crowd import Tally
from tests.chaos.faults import POWER, Faults
from tests.chaos.run import run
from tests.power.cuts import ALWAYS, Cut, Outcome, cut_often
from tests.power.disk import lacking

PLAY = (0.3, 2.5)
"""Seconds of writing before a cut."""

NOT_HERE = 3


def main() -> int:
    arguments = _arguments()
    if (why := lacking()) is not None:
        print(f"no power can be cut here: {why}", file=sys.stderr)
        return NOT_HERE
    print(f"seed {arguments.seed}, load average {os.getloadavg()[0]:.1f}", flush=True)
    rng = random.Random(arguments.seed)
    try:
        if arguments.games:
            return asyncio.run(_games(arguments, rng))
        return asyncio.run(_stores(arguments, rng))
    except KeyboardInterrupt:
        return 130


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.power", description=__doc__)
    parser.add_argument("--cuts", type=int, default=40, help="how often the power is cut (40)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the random choices")
    parser.add_argument("--sync", default=ALWAYS, help="the server's sync_interval (always)")
    parser.add_argument(
        "--allow", type=float, default=0.0, help="seconds before a cut in which all may be lost (0)"
    )
    parser.add_argument(
        "--names", choices=("journal", "strict"), default="journal", help="how names are kept (journal)"
    )
    parser.add_argument("--no-torn", action="store_true", help="nothing that was not synced survives, ever")
    parser.add_argument("--games", action="store_true", help="all services and a crowd that plays")
    parser.add_argument("--sockets", action="store_true", help="the crowd plays through sockets")
    parser.add_argument("--rooms", type=int, default=12, help="rooms in play at a time (12)")
    parser.add_argument("--minutes", type=float, default=15, help="after which no more is cut (15)")
    return parser.parse_args()


async def _stores(arguments: argparse.Namespace, rng: random.Random) -> int:
    outcome = await cut_often(
        arguments.sync,
        rng,
        cuts=arguments.cuts,
        play=PLAY,
        names=arguments.names,
        torn=not arguments.no_torn,
        limit=arguments.minutes * 60,
        progress=_say,
    )
    print(_summary(outcome))
    failures = outcome.failures(arguments.allow)
    for each in failures[:40]:
        print(each)
    kept = f", older than {arguments.allow:g} s" if arguments.allow else ""
    print(f"{len(failures)} FAILURES" if failures else f"nothing lost and nothing back{kept}")
    return 1 if failures else 0


def _say(cut: Cut) -> None:
    oldest = max((each.age for each in cut.undone), default=0.0)
    lost = cut.forgotten
    print(
        f"{'torn ' if cut.torn else 'whole'}  {cut.deeds:>6} acknowledged; "
        f"{lost.bytes:>9,} bytes in {lost.files} files and {lost.names} names forgotten; "
        f"{len(cut.undone)} undone" + (f", up to {oldest:.3f} s old" if cut.undone else ""),
        flush=True,
    )


def _summary(outcome: Outcome) -> str:
    """By store: what was undone, and how old it was at most."""
    ages: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for each in (*outcome.undone, *outcome.quick):
        ages[each.deed.store, each.deed.what, each.fault].append(each.age)
    lines = [
        f"{store:<10} {what:<36} {fault:<5} {len(found):>6}   oldest {max(found):.3f} s"
        for (store, what, fault), found in sorted(ages.items())
    ]
    torn = Counter(cut.torn for cut in outcome.cuts)
    head = (
        f"\nsync {outcome.sync}, names {outcome.names}: {torn[False]} whole and {torn[True]} torn cuts, "
        f"{outcome.deeds} writes acknowledged; undone (snapshots are quick, and may be):"
    )
    return "\n".join([head, *lines])


async def _games(arguments: argparse.Namespace, rng: random.Random) -> int:
    outcome = await run(
        [POWER] * arguments.cuts,
        rng,
        sockets=arguments.sockets,
        rooms=arguments.rooms,
        limit=arguments.minutes * 60,
        sync=arguments.sync,
        forgetful=True,
        progress=_say_games,
    )
    print(report.text(outcome))
    return 1 if outcome.failures else 0


def _say_games(faults: Faults, tally: Tally) -> None:
    last = faults.done[-1]
    print(
        f"{faults.kills:>4}  {last.kind}, up again after {(last.ended - last.began) / 1000:.1f} s   "
        f"{tally.rooms} rooms, {tally.acknowledged} accepted, {len(tally.violations)} violations",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
