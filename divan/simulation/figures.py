"""Shares, intervals and percentiles."""

import math
from collections.abc import Mapping, Sequence

from libs.games.kit.game import Json


def wilson(won: float, of: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's, which holds for few games and for 0 and 1 too)."""
    if of == 0:
        return 0.0, 1.0
    share, spread = won / of, z * z / of
    middle = share + spread / 2
    reach = z * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least that share of the values does not exceed; 0 for none."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)] if ordered else 0.0


def spread(values: Sequence[float]) -> Mapping[str, Json]:
    """Mean, median and the tenths at both ends."""
    return {
        "mean": round(sum(values) / len(values), 2) if values else 0.0,
        "median": percentile(values, 0.5),
        "p10": percentile(values, 0.1),
        "p90": percentile(values, 0.9),
    }


def share_with_interval(won: float, of: int) -> Mapping[str, Json]:
    low, high = wilson(won, of)
    return {
        "won": won,
        "of": of,
        "share": round(won / of, 4) if of else 0.0,
        "low": round(low, 4),
        "high": round(high, 4),
    }
