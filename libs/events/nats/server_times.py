"""Times as the server writes them."""

from datetime import datetime


def milliseconds(text: str) -> int:
    """Unix milliseconds of a time in UTC with up to nine digits of a second, as 2026-05-01T10:00:00.5Z."""
    seconds, _, fraction = text.rstrip("Z").partition(".")
    whole = datetime.fromisoformat(f"{seconds}+00:00").timestamp()
    return round(whole) * 1000 + int(fraction[:3].ljust(3, "0"))
