"""/healthz, /readyz and /metrics."""

import aiohttp

from libs.runtime.health import health_server
from libs.runtime.metrics import counter

ASKED = counter("test_questions", "Questions of this test.")


async def fetch(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def test_a_living_process_may_not_be_ready() -> None:
    ready = False

    async def is_ready() -> bool:
        return ready

    async with health_server(is_ready) as port:
        assert await fetch(port, "/healthz") == (200, "ok\n")
        assert await fetch(port, "/readyz") == (503, "not ready\n")
        ready = True
        assert await fetch(port, "/readyz") == (200, "ready\n")


async def test_metrics_are_in_the_text_format() -> None:
    async def is_ready() -> bool:
        return True

    ASKED.inc()
    async with health_server(is_ready) as port:
        status, text = await fetch(port, "/metrics")
    assert status == 200
    assert "divan_test_questions_total 1.0" in text
    assert "process_resident_memory_bytes" in text
