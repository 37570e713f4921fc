"""`divan doctor` says in time that the certificate of a NATS server ends."""

import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from divan.checks import Check, Place, Status, certificates
from divan.data_folder import DataFolder
from tests.support.certificates import signed
from tests.support.nats_server import NatsServer, free_port

pytestmark = [
    pytest.mark.nats,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here"),
]


def looked_at(server: NatsServer) -> Check:
    """With another one of the same cluster that is away."""
    url = f"tls://localhost:{free_port()},tls://localhost:{server.port}"
    return certificates(Place(data=DataFolder(Path("none")), host="127.0.0.1", port=0, nats_url=url))


@pytest.mark.parametrize(
    ("days", "status", "left"), [(400, Status.OK, "399 days"), (20, Status.WARN, "19 days")]
)
def test_it_says_how_long_a_certificate_is_good(
    days: int, status: Status, left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    with NatsServer(more=signed(tmp_path, days)) as server:
        check = looked_at(server)
    assert (check.status, left in check.found) == (status, True), check


def test_a_server_reads_a_new_certificate_when_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    with NatsServer(more=signed(tmp_path, 20)) as server:
        signed(tmp_path, 400)
        os.kill(server.pid, signal.SIGHUP)
        until = time.monotonic() + 10
        while (check := looked_at(server)).status is not Status.OK and time.monotonic() < until:
            time.sleep(0.02)
    assert "399 days" in check.found


def test_a_certificate_that_is_not_trusted_is_a_failure(tmp_path: Path) -> None:
    with NatsServer(more=signed(tmp_path, 400)) as server:
        check = looked_at(server)
    assert check.status is Status.FAIL
    assert "not trusted: self-signed certificate" in check.found


def test_a_server_without_tls_has_no_certificate() -> None:
    with NatsServer() as server:
        check = looked_at(server)
    assert (check.status, check.found) == (Status.OK, "none: that server speaks without TLS")
