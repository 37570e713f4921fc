"""Times counted in classes, each five percent longer than the one before."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping

STEP = 1.05


def time_class(seconds: float) -> int:
    return round(math.log(max(seconds * 1e6, 1.0), STEP))


def milliseconds(number: int) -> float:
    """The middle of that class."""
    return float(STEP**number) / 1000


def merged(counted: Iterable[Mapping[int, int]]) -> Counter[int]:
    total: Counter[int] = Counter()
    for classes in counted:
        total.update(classes)
    return total


def percentile_ms(classes: Counter[int], share: float) -> float:
    """The time that at least that share of those counted did not exceed, to within a class; 0 for none."""
    rank = max(math.ceil(share * classes.total()), 1)
    for number in sorted(classes):
        rank -= classes[number]
        if rank <= 0:
            return milliseconds(number)
    return 0.0
