"""Addresses of NATS servers, as NATS_URL has them."""

from urllib.parse import urlsplit

SCHEMES = ("nats", "tls", "ws", "wss")


def address_fault(url: str) -> str | None:
    """Why nats-py would stumble over it; None: it would not. Several servers stand with commas between."""
    for part in url.split(","):
        try:
            parts = urlsplit(part.strip() if "://" in part else f"nats://{part.strip()}")
            if parts.scheme not in SCHEMES:
                return f"its scheme is none of {', '.join(SCHEMES)}"
            if not parts.hostname or parts.port == 0:
                return "it names no host" if not parts.hostname else "its port is 0"
        except ValueError:
            # The library's words would repeat it, and it may hold a password.
            return "its port is no number from 1 to 65535, or it cannot be read"
    return None
