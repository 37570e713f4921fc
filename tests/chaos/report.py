"""What a run has shown, as text; and what is kept of a run that failed."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from libs.events.wire import plain
from tests.chaos.bars import Held
from tests.chaos.run import Outcome
from tests.chaos.stalls import Stalls, percentile
from tests.chaos.world import Ending

WORTH_NAMING = (
    "fence_lost",
    "partition_gained",
    "partition_lost",
    "command_undecided",
    "room_interrupted",
    "bot_not_asked",
)


def text(outcome: Outcome) -> str:
    """The summary."""
    tally = outcome.tally
    lines = [
        f"{outcome.kills} kills and stops in {outcome.faults} faults, {outcome.seconds:.0f} s; "
        f"{outcome.hits} of {outcome.shots} aimed ones fell between append and answer"
        if outcome.kills
        else f"{outcome.faults} faults without a kill, {outcome.seconds:.0f} s",
        f"{tally.rooms} rooms, {tally.entries} entries, {tally.commands} commands: "
        f"{tally.acknowledged} accepted, {tally.repeated} repeated, {tally.refused} refused",
        f"{len(tally.lateness)} deadlines lapsed{_late(tally.lateness)}; "
        f"{tally.views} views and {tally.said} messages checked",
        ", ".join(f"{event} {outcome.logged[event]}" for event in WORTH_NAMING if outcome.logged[event]),
        "",
        *_table("longest wait for an answer, by room and fault", outcome.stalls),
        "",
        *_table("longest wait for a bot's move, by room and fault", outcome.bot_stalls),
    ]
    if outcome.start_stalls:
        lines += ["", *_table("to open, fill and start a room over HTTP", outcome.start_stalls)]
        lines += ["", *_table("from the start to the first view", outcome.begin_stalls)]
        lines += ["", *_table("without a socket: from the cut to the welcome", outcome.socket_stalls)]
    if outcome.endings:
        lines += ["", *_replaced(outcome.endings, outcome.handovers)]
    if outcome.bars:
        lines += ["", *(_bar(each) for each in outcome.bars)]
    lines += ["", *outcome.longest]
    if outcome.failures:
        lines += ["", f"{len(outcome.failures)} FAILURES", *outcome.failures[:40]]
    else:
        lines += ["", "nothing lost, nothing doubled, every promise kept"]
    return "\n".join(lines)


def _late(seconds: list[float]) -> str:
    if not seconds:
        return ""
    return f", {percentile(seconds, 0.5):.2f} s after their end (p99 {percentile(seconds, 0.99):.2f} s)"


def _table(title: str, rows: list[Stalls]) -> list[str]:
    head = f"{title:<50} {'faults':>6} {'waits':>6} {'p50 s':>7} {'p99 s':>7} {'worst':>7}"
    return [
        head,
        *(
            f"{row.kind:<50} {row.faults:>6} {row.count:>6} {row.p50:>7.2f} {row.p99:>7.2f} {row.worst:>7.2f}"
            for row in rows
        ),
    ]


def _replaced(endings: list[Ending], handovers: list[float]) -> list[str]:
    services = sorted({ending.name.partition("-")[0] for ending in endings})
    lines = []
    for service in services:
        of = [ending for ending in endings if ending.name.partition("-")[0] == service]
        seconds = [ending.seconds for ending in of]
        codes = ", ".join(str(code) for code in sorted({str(ending.code) for ending in of}))
        lines.append(
            f"{service}: {len(of)} processes replaced, ended with {codes}, "
            f"{percentile(seconds, 0.5):.2f} s after SIGTERM, at most {max(seconds):.2f} s"
        )
    if handovers:
        lines.append(
            f"{len(handovers)} partitions handed over, without an engine for "
            f"{percentile(handovers, 0.5):.3f} s, p99 {percentile(handovers, 0.99):.3f} s, "
            f"at most {max(handovers):.3f} s"
        )
    return lines


def _bar(each: Held) -> str:
    bars = {"p99": each.bar.p99, "worst": each.bar.worst}
    allowed = ", ".join(f"{name} {limit:g} s" for name, limit in bars.items() if limit is not None)
    return (
        f"{each.bar.name}: {each.found.faults} times, answers away p99 {each.found.p99:.2f} s, "
        f"worst {each.found.worst:.2f} s; allowed {allowed}: {'kept' if each.is_kept else 'BROKEN'}"
    )


def keep(outcome: Outcome, folder: Path) -> None:
    """Histories, logs and violations of a run that failed."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "summary.txt").write_text(text(outcome) + "\n" + "\n".join(outcome.failures) + "\n")
    for history, ledger in outcome.tally.kept:
        found: dict[str, Any] = {"history": plain(asdict(history)), "log": _log(ledger)}
        (folder / f"{history.room}.json").write_text(json.dumps(found, indent=1, default=str))
    for name, lines in outcome.logs.items():
        (folder / f"{name}.log").write_text("\n".join(lines) + "\n")


def _log(ledger: Any) -> dict[str, Any]:
    lines = [
        {
            "seq": line.seq,
            "id": line.id,
            "origin": line.origin,
            "at": line.at,
            "ends_at": line.ends_at,
            "hash": line.hash,
            "numbers": {str(reader): number for reader, number in line.numbers.items()},
            "shown": list(line.shown),
        }
        for line in ledger.lines
    ]
    return {"lines": lines, "broken": ledger.broken, "said": list(ledger.said)}
