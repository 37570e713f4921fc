"""Times as people type them."""

from datetime import UTC, datetime

from divan.exits import Exit, Trouble


def read_time(typed: str | None) -> int | None:
    """A date or an ISO 8601 time in Unix milliseconds, UTC where it names no zone. Raises Trouble."""
    if typed is None:
        return None
    try:
        time = datetime.fromisoformat(typed)
    except ValueError:
        raise Trouble(f"{typed!r} is no time: 2026-01-31, or 2026-01-31T18:30.", Exit.USAGE) from None
    return round((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000)
