"""Many games in numbers, and the numbers in lines for people."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from divan.simulation.figures import percentile, wilson
from divan.simulation.record import GameRecord
from divan.simulation.statistics import Statistics
from divan.simulation.timing import merged, percentile_ms


def report(records: Sequence[GameRecord], statistics: Statistics | None = None) -> dict[str, Any]:
    """The games in numbers: shares between 0 and 1, times in milliseconds."""
    finished = [record for record in records if record.reason is not None]
    decisions = merged(record.decisions for record in records)
    told: dict[str, Any] = {
        "games": len(records),
        "unfinished": len(records) - len(finished),
        "seats": _outcomes(records, by_kind=False),
        "kinds": _outcomes(records, by_kind=True),
        "entries": {
            "median": percentile([record.entries for record in records], 0.5),
            "p90": percentile([record.entries for record in records], 0.9),
        },
        "endings": dict(Counter(record.reason for record in finished).most_common()),
        "decisions": {
            "count": decisions.total(),
            "refused": sum(record.refused for record in records),
            "p50_ms": round(percentile_ms(decisions, 0.5), 4),
            "p99_ms": round(percentile_ms(decisions, 0.99), 4),
        },
    }
    if statistics is not None:
        told["statistics"] = statistics.report([record.figures for record in records])
    return told


def _outcomes(records: Sequence[GameRecord], *, by_kind: bool) -> list[dict[str, Any]]:
    """By seat or by kind of bot: the outcomes, and the unfinished games as far as they count for it."""
    counted: dict[int | str, Counter[str]] = {}
    ahead: dict[int | str, float] = {}
    for record in records:
        for seat, kind in enumerate(record.kinds):
            name = kind if by_kind else seat
            outcome = record.outcomes[seat] if record.outcomes else "unfinished"
            counted.setdefault(name, Counter())[outcome] += 1
            if seat in record.ahead:
                ahead[name] = ahead.get(name, 0) + 1 / len(record.ahead)
    return [_row(name, counted[name], ahead.get(name, 0)) for name in sorted(counted, key=str)]


def _row(name: int | str, counts: Counter[str], ahead: float) -> dict[str, Any]:
    of = counts.total() if ahead else counts.total() - counts["unfinished"]
    low, high = wilson(counts["won"] + ahead, of)
    return {
        "name": name,
        "won": counts["won"],
        "drew": counts["drew"],
        "lost": counts["lost"],
        "ahead": ahead,
        "share": round((counts["won"] + ahead) / of, 4) if of else 0.0,
        "low": round(low, 4),
        "high": round(high, 4),
    }


def lines(told: Mapping[str, Any], statistics: Statistics | None = None) -> Iterator[str]:
    yield f"{told['games']} games, {told['unfinished']} unfinished"
    for what, rows in (("seat", told["seats"]), ("bot", told["kinds"])):
        for row in rows:
            ahead = f", ahead when cut off {row['ahead']:g}" if row["ahead"] else ""
            yield (
                f"{what} {row['name']}: won {row['won']}, drew {row['drew']}, lost {row['lost']}{ahead}; "
                f"wins {row['share']:.1%} (95 % between {row['low']:.1%} and {row['high']:.1%})"
            )
    yield f"entries: median {told['entries']['median']}, p90 {told['entries']['p90']}"
    yield "endings: " + ", ".join(f"{reason} {count}" for reason, count in told["endings"].items())
    if statistics is not None:
        yield from statistics.lines(told["statistics"])
    decisions = told["decisions"]
    yield (
        f"decisions: {decisions['count']}, p50 {decisions['p50_ms']} ms, p99 {decisions['p99_ms']} ms, "
        f"{decisions['refused']} refused"
    )
