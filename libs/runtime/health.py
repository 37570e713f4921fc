"""/healthz, /readyz and /metrics: on a port for operators, the first two also beside a public page."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Literal

from aiohttp import web

from libs.events.ports import EventsError
from libs.runtime.metrics import exposition, gauge

READY = gauge("ready", "Whether the process was ready for work when it was asked last: 1 or 0")

BY_PROXIES = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")

CHECK_LIMIT = 2.5
"""Seconds that a check may take: a probe waits a little longer."""

SHUTDOWN = 1.0

Check = Callable[[], Awaitable[str | None]]
"""A sentence of what is amiss; None: nothing. It may raise EventsError, whose text is the sentence then."""


class Health:
    """Whether work may be sent to this process: it is open, and no check finds anything that hinders it.

    That the process lives needs no check: its event loop answers `/healthz` itself, and one that hangs
    does not answer.
    """

    def __init__(self) -> None:
        self._state: Literal["starting", "open", "stopping"] = "starting"
        self._waits_for: str | None = None
        self._checks: dict[str, Check] = {}
        self._endured: set[str] = set()

    @property
    def state(self) -> Literal["starting", "open", "stopping"]:
        return self._state

    def check(self, name: str, check: Check, *, hinders: bool = True) -> None:
        """Ask this too. Names are those of what may fail: `nats`, `streams`, `partitions` …

        What does not hinder is said, and the process stays ready: it still does better than nobody.
        """
        self._checks[name] = check
        if not hinders:
            self._endured.add(name)

    def waits(self, what: str | None) -> None:
        """It cannot start before that is there; None: it starts."""
        self._waits_for = what

    @property
    def wait(self) -> str:
        """What keeps it from being open, in a sentence."""
        return f"It is {self._state}." if self._waits_for is None else f"It is waiting for {self._waits_for}."

    @contextmanager
    def open(self) -> Iterator[None]:
        """The service is at work while inside. To be entered last, so that it is left first."""
        self._state = "open"
        try:
            yield
        finally:
            self._state = "stopping"
            READY.set(0)

    async def faults(self) -> dict[str, str]:
        """What is amiss, by the name of its check: ready it is where none of it `hinders`."""
        if self._state == "stopping":
            return {"service": "It is stopping."}
        checks = dict(self._checks)
        found = await asyncio.gather(*(_asked(check) for check in checks.values()))
        faults = {name: fault for name, fault in zip(checks, found, strict=True) if fault is not None}
        # It may have begun to stop while it was asked.
        if self.state != "open":
            faults["service"] = self.wait
        READY.set(not self.hinders(faults))
        return faults

    def hinders(self, faults: Iterable[str]) -> bool:
        """Whether no work may be sent here while those checks find something amiss."""
        return not self._endured.issuperset(faults)

    @property
    def checks(self) -> tuple[str, ...]:
        return ("service", *self._checks)


async def _asked(check: Check) -> str | None:
    try:
        async with asyncio.timeout(CHECK_LIMIT):
            return await check()
    except TimeoutError:
        return "It was not known in time."
    except EventsError as error:
        return str(error)


def public_routes(health: Health) -> list[web.RouteDef]:
    """`/healthz` says that the process lives, `/readyz` whether work may be sent to it: no more than that."""

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        if health.hinders(await health.faults()):
            return web.Response(status=503, text="not ready\n")
        return web.Response(text="ready\n")

    return [web.get("/healthz", healthz), web.get("/readyz", readyz)]


def private_routes(health: Health) -> list[web.RouteDef]:
    """The same with `?verbose`, and `/metrics`.

    Where few play, a count that grows tells players that another has moved, even where that is secret: what
    comes through a proxy is not answered, whatever address the port listens on.
    """

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(request: web.Request) -> web.Response:
        faults = await health.faults()
        ready = not health.hinders(faults)
        status = 200 if ready else 503
        if "verbose" not in request.query:
            return web.Response(status=status, text="ready\n" if ready else "not ready\n")
        checks = {name: faults.get(name, "ok") for name in health.checks}
        said = {"ready": ready, "degraded": ready and bool(faults), "checks": checks}
        return web.json_response(said, status=status)

    async def metrics(request: web.Request) -> web.Response:
        if any(name in request.headers for name in BY_PROXIES):
            raise web.HTTPNotFound
        body, content_type = exposition()
        return web.Response(body=body, headers={"Content-Type": content_type})

    return [web.get("/healthz", healthz), web.get("/readyz", readyz), web.get("/metrics", metrics)]


@asynccontextmanager
async def health_server(
    health: Health, *, host: str = "127.0.0.1", port: int = 0
) -> AsyncGenerator[int, None]:
    """Serve the private routes while inside; yields the port, which the system chooses where `port` is 0."""
    app = web.Application()
    app.add_routes(private_routes(health))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
