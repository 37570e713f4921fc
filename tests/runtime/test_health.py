"""/healthz, /readyz and /metrics."""

import json

import aiohttp

from libs.events.ports import Unavailable
from libs.runtime.health import Health, health_server
from libs.runtime.metrics import REGISTRY, counter

ASKED = counter("test_questions", "Questions of this test.")


async def fetch(port: int, path: str, **headers: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}", headers=headers) as answer,
    ):
        return answer.status, await answer.text()


async def test_a_living_process_is_ready_only_while_it_is_at_work() -> None:
    health = Health()
    async with health_server(health) as port:
        assert await fetch(port, "/healthz") == (200, "ok\n")
        assert await fetch(port, "/readyz") == (503, "not ready\n")
        with health.open():
            assert await fetch(port, "/readyz") == (200, "ready\n")
            assert REGISTRY.get_sample_value("divan_ready") == 1
        assert await fetch(port, "/readyz") == (503, "not ready\n")
        assert await fetch(port, "/healthz") == (200, "ok\n")
        assert REGISTRY.get_sample_value("divan_ready") == 0


async def test_it_is_said_which_check_finds_what_amiss() -> None:
    async def well() -> str | None:
        return None

    async def lacking() -> str | None:
        return "Not there: ROOMS."

    async def unavailable() -> str | None:
        raise Unavailable("no connection")

    health = Health()
    health.check("nats", well)
    health.check("streams", lacking)
    health.check("partitions", unavailable)
    async with health_server(health) as port:
        with health.open():
            status, text = await fetch(port, "/readyz?verbose")
    assert status == 503
    assert json.loads(text) == {
        "ready": False,
        "degraded": False,
        "checks": {
            "service": "ok",
            "nats": "ok",
            "streams": "Not there: ROOMS.",
            "partitions": "no connection",
        },
    }


async def test_what_does_not_hinder_is_said_by_a_process_that_stays_ready() -> None:
    async def lacking() -> str | None:
        return "NATS stores nothing."

    health = Health()
    health.check("storing", lacking, hinders=False)
    async with health_server(health) as port:
        with health.open():
            assert await fetch(port, "/readyz") == (200, "ready\n")
            assert REGISTRY.get_sample_value("divan_ready") == 1
            status, text = await fetch(port, "/readyz?verbose")
    assert status == 200
    assert json.loads(text) == {
        "ready": True,
        "degraded": True,
        "checks": {"service": "ok", "storing": "NATS stores nothing."},
    }


async def test_who_stops_says_so_without_asking_anybody() -> None:
    asked: list[str] = []

    async def ask() -> str | None:
        asked.append("nats")
        return None

    health = Health()
    health.check("nats", ask)
    with health.open():
        assert await health.faults() == {}
    assert await health.faults() == {"service": "It is stopping."}
    assert asked == ["nats"]


async def test_metrics_are_in_the_text_format() -> None:
    ASKED.inc()
    async with health_server(Health()) as port:
        status, text = await fetch(port, "/metrics")
    assert status == 200
    assert "divan_test_questions_total 1.0" in text
    assert "process_resident_memory_bytes" in text


async def test_metrics_are_told_to_nobody_behind_a_proxy() -> None:
    async with health_server(Health()) as port:
        status, text = await fetch(port, "/metrics", **{"X-Forwarded-For": "203.0.113.7"})
    assert status == 404
    assert "divan_" not in text
