"""Times and ages as people type and read them."""

import re
from datetime import UTC, datetime

from divan.exits import Exit, Trouble

AGE = re.compile(r"(\d{1,6})([smhd]?)")
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
DAY = UNITS["d"]


def read_time(typed: str | None) -> int | None:
    """A date or an ISO 8601 time in Unix milliseconds, UTC where it names no zone. Raises Trouble."""
    if typed is None:
        return None
    try:
        time = datetime.fromisoformat(typed)
    except ValueError:
        raise Trouble(f"{typed!r} is no time: 2026-01-31, or 2026-01-31T18:30.", Exit.USAGE) from None
    return round((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000)


def read_age(typed: str) -> float:
    """Seconds of an age such as 30d, 12h, 90m or 0. Raises Trouble."""
    found = AGE.fullmatch(typed)
    if found is None or (not found[2] and found[1] != "0"):
        raise Trouble(f"{typed!r} is no age: 30d, 12h, 90m or 0.", Exit.USAGE)
    return float(found[1]) * UNITS.get(found[2], 1)


def moment(at: int) -> str:
    """A time in Unix milliseconds, to the second, in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
