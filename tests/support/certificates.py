"""Certificates for servers of tests."""

import subprocess
from pathlib import Path


def signed(folder: Path, days: int) -> str:
    """A certificate for localhost that signs itself: the server's configuration of it."""
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost"
    written = f"-addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem -days {days}"
    subprocess.run([*made.split(), *written.split()], cwd=folder, check=True, capture_output=True)
    return f'tls {{ cert_file: "{folder}/cert.pem", key_file: "{folder}/key.pem" }}'
