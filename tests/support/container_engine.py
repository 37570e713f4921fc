"""Whether a container engine answers here."""

import os
import socket
from urllib.parse import urlsplit


def why_not() -> str | None:
    """Why no container can be run here, or None."""
    host = urlsplit(os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock"))
    # A plain connection: the client library leaves a socket behind where nobody answers.
    local = host.scheme == "unix"
    address = host.path if local else (host.hostname, host.port or 2375)
    with socket.socket(socket.AF_UNIX if local else socket.AF_INET) as probe:
        probe.settimeout(2)
        try:
            probe.connect(address)
        except OSError as error:
            return f"no container engine answers: {error}"
    return None
