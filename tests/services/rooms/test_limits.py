"""Limits on rate."""

from services.rooms.limits import Buckets, TokenBucket


class Clock:
    """Time that the test moves."""

    def __init__(self) -> None:
        self.time = 0

    def __call__(self) -> int:
        return self.time


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    bucket = TokenBucket(rate=2, burst=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert bucket.take(0.5) == 0.0
    assert bucket.take(0.5) == 0.5


def test_a_rest_fills_the_bucket_no_further_than_its_burst() -> None:
    bucket = TokenBucket(rate=2, burst=2, now=0)
    assert [bucket.take(1000) for _ in range(3)] == [0.0, 0.0, 0.5]


def test_each_address_has_its_own_bucket_and_the_oldest_is_forgotten() -> None:
    buckets = Buckets(1, 1, Clock(), most=2)
    assert [buckets.take(key) for key in ("a", "b", "a", "c", "b")] == [0.0, 0.0, 1.0, 0.0, 0.0]
