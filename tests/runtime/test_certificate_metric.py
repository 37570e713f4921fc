"""Services tell in a metric when the certificate of a NATS server ends."""

import asyncio
import shutil
import time
from pathlib import Path

import pytest

from libs.events.nats import open_events
from libs.runtime.metrics import REGISTRY
from libs.runtime.watching import Watch, watched
from tests.support.certificates import signed
from tests.support.nats_server import NatsServer

pytestmark = [
    pytest.mark.nats,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here"),
]


async def test_a_service_tells_when_the_certificate_ends_that_its_server_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    with NatsServer(more=signed(tmp_path, 20)) as server:
        name = f"localhost:{server.port}"
        async with open_events(f"tls://{name}", name="test") as events, watched(Watch("ai"), events):
            async with asyncio.timeout(5):
                while (end := _told(name)) is None:  # noqa: ASYNC110  -- a metric gives no event
                    await asyncio.sleep(0.02)
    assert 19 < (end - time.time()) / 86_400 <= 20


def _told(server: str) -> float | None:
    return REGISTRY.get_sample_value("divan_nats_certificate_ends_timestamp_seconds", {"server": server})
