"""The time of day."""

import time


def unix_milliseconds() -> int:
    return time.time_ns() // 1_000_000
