"""Limits on rate: token buckets."""

from collections import OrderedDict
from collections.abc import Callable


class TokenBucket:
    """So many a second on average, so many at once. Times in seconds, of a clock that never runs back."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def take(self, now: float) -> float:
        """Take one: 0.0, or the seconds until there is one again."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens >= 1:
            self._tokens -= 1
            return 0.0
        return (1 - self._tokens) / self._rate


class Buckets:
    """Token buckets by key (an address); the least recently used are forgotten."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float], *, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str) -> float:
        """Take one of that key's: 0.0, or the seconds until there is one again."""
        now = self._clock()
        bucket = self._buckets.pop(key, None) or TokenBucket(self._rate, self._burst, now)
        self._buckets[key] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take(now)
