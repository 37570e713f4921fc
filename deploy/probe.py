"""The images' health check: exits with 0 where /readyz on a port of the container says ready."""

# A program of its own in the images, not a module of ours.
# ruff: noqa: INP001

import socket
import sys

LIMIT = 4.0
"""Seconds for the whole answer."""


def is_ready(port: int) -> bool:
    """Whether the answer is a 200. A bare socket, since Python's HTTP client takes longer to import."""
    with socket.create_connection(("127.0.0.1", port), timeout=LIMIT) as connection:
        connection.sendall(b"GET /readyz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        return b" 200 " in connection.makefile("rb").readline()


if __name__ == "__main__":
    try:
        sys.exit(not is_ready(int(sys.argv[1])))
    except OSError as error:
        sys.exit(f"not ready: {error}")
