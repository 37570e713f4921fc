"""/readyz and /healthz while a service's NATS server stands still, dies and comes back."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import aiohttp
import pytest

from divan.setup_command import run_setup
from libs.events.nats.connect import connect
from tests.support.nats_server import NatsServer, free_port
from tests.support.service_process import READY_LIMIT, ServiceProcess, service_process, service_started
from tests.support.shipped_server import ShippedServer

pytestmark = [pytest.mark.nats, pytest.mark.serial, pytest.mark.slow]

WITHIN = 8.0
"""Seconds, on a loaded machine; a check gives up after 2.5."""

SETTINGS = {
    "engine": {"DIVAN_MASTER_KEY": "5e" * 32},
    "chat": {},
}

Answer = tuple[int, dict[str, str]]


class Watched:
    """A service's process, asked on its port for operators."""

    def __init__(self, process: ServiceProcess, http: aiohttp.ClientSession) -> None:
        self.process = process
        self.http = http
        line = next(line for line in process.log.splitlines() if '"health_listening"' in line)
        self._url = f"http://127.0.0.1:{json.loads(line)['port']}"

    async def ready(self) -> Answer:
        """Status, and what each check says."""
        async with self.http.get(f"{self._url}/readyz?verbose") as answer:
            return answer.status, (await answer.json())["checks"]

    async def lives(self) -> bool:
        async with self.http.get(f"{self._url}/healthz") as answer:
            return answer.status == 200


async def becomes(status: int, ask: Callable[[], Awaitable[Answer]]) -> dict[str, str]:
    """What the checks say once that is the status."""
    async with asyncio.timeout(WITHIN):
        while (answer := await ask())[0] != status:  # noqa: ASYNC110  -- another process gives no event
            await asyncio.sleep(0.05)
    return answer[1]


async def health_listening(process: ServiceProcess) -> ServiceProcess:
    """The process once it has opened its port for operators."""
    async with asyncio.timeout(READY_LIMIT):
        while '"health_listening"' not in process.log:  # noqa: ASYNC110  -- the log tells nobody
            await asyncio.sleep(0.05)
    return process


@pytest.fixture
async def services(nats: NatsServer) -> AsyncIterator[list[Watched]]:
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        starting = [
            stack.enter_async_context(
                service_process(name, nats.url, settings | {f"DIVAN_{name.upper()}_HEALTH_PORT": "0"})
            )
            for name, settings in SETTINGS.items()
        ]
        yield [Watched(process, http) for process in await asyncio.gather(*starting)]


async def all_are(status: int, services: list[Watched]) -> list[dict[str, str]]:
    """What the checks of each say once that is the status of all; they live all the while."""
    checks = await asyncio.gather(*(becomes(status, service.ready) for service in services))
    assert all([await service.lives() for service in services])
    return checks


async def all_say(what: str, services: list[Watched]) -> set[int]:
    """Their statuses once all say that they wait for that; they live all the while."""
    async with asyncio.timeout(READY_LIMIT):
        while True:
            answers = [await service.ready() for service in services]
            assert all([await service.lives() for service in services])
            if {checks["service"] for _, checks in answers} == {f"It is waiting for {what}."}:
                return {status for status, _ in answers}
            await asyncio.sleep(0.05)


async def all_say_in(check: str, begins: str, services: list[Watched]) -> list[dict[str, str]]:
    """What the checks of each say once that one begins so at all."""
    async with asyncio.timeout(READY_LIMIT):
        while True:
            answers = [(await service.ready())[1] for service in services]
            if all(answer[check].startswith(begins) for answer in answers):
                return answers
            await asyncio.sleep(0.05)


async def test_services_are_ready_while_nats_answers_and_has_their_streams(
    nats: NatsServer, services: list[Watched]
) -> None:
    await all_are(200, services)

    os.kill(nats.pid, signal.SIGSTOP)
    try:
        await all_are(503, services)
        await all_say_in("nats", "NATS does not answer a request.", services)
    finally:
        os.kill(nats.pid, signal.SIGCONT)
    await all_are(200, services)

    nats.kill()
    await all_are(503, services)
    nats.start()
    await all_are(200, services)

    async with connect(nats.url, name="vandal") as link:
        await link.api("STREAM.DELETE.SNAPSHOTS")
    await all_are(503, services)
    await all_say_in("streams", "Not there: SNAPSHOTS.", services)


async def test_services_that_wait_for_nats_and_for_set_up_live_and_say_so() -> None:
    port = str(free_port())
    own = SETTINGS | {"ai": {"DIVAN_BOT_PROCESSES": "1"}, "rooms": {"DIVAN_HTTP_PORT": port}}
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        server = stack.enter_context(ShippedServer())
        server.kill()
        starting = [
            service_started(
                name,
                server.url_of(name),
                settings | {f"DIVAN_{name.upper()}_HEALTH_PORT": "0", "DIVAN_SET_UP": "false"},
            )
            for name, settings in own.items()
        ]
        processes = [await stack.enter_async_context(each) for each in starting]
        services = [Watched(await health_listening(each), http) for each in processes]
        assert await all_say("NATS", services) == {503}
        async with http.get(f"http://127.0.0.1:{port}/api/games") as answer:
            assert (answer.status, await answer.text()) == (
                503,
                "This server has not started yet. It is waiting for NATS.\n",
            )

        server.start()
        assert await all_say("set-up", services) == {503}
        await run_setup(server.url, replicas=1, within=5)
        for process in processes:
            await process.until_ready()
        await all_are(200, services)
        assert server.refused == []


async def test_a_full_server_is_told_by_all_who_write_and_edges_stay_for_who_reads() -> None:
    port = str(free_port())
    own = SETTINGS | {"rooms": {"DIVAN_HTTP_PORT": port}}
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        server = stack.enter_context(ShippedServer())
        await run_setup(server.url, replicas=1, within=5)
        starting = [
            stack.enter_async_context(
                service_process(
                    name,
                    server.url_of(name),
                    settings | {f"DIVAN_{name.upper()}_HEALTH_PORT": "0", "DIVAN_SET_UP": "false"},
                )
            )
            for name, settings in own.items()
        ]
        engine, chat, rooms = [Watched(process, http) for process in await asyncio.gather(*starting)]
        await all_are(200, [engine, chat, rooms])

        server.may_fill("1KB")
        server.restart()
        for checks in await all_say_in("storing", "NATS stores nothing: ", [engine, chat, rooms]):
            assert "insufficient resources" in checks["storing"]
        assert [(await each.ready())[0] for each in (engine, chat, rooms)] == [503, 503, 200]
        async with http.get(f"http://127.0.0.1:{port}/readyz") as answer:
            assert (answer.status, await answer.text()) == (200, "ready\n")

        server.may_fill("8GB")
        server.restart()
        for checks in await all_say_in("storing", "ok", [engine, chat, rooms]):
            assert checks["nats"] == "ok"
        await all_are(200, [engine, chat, rooms])
        assert server.refused == []
