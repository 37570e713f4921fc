"""/healthz, /readyz and /metrics: as routes for a service with HTTP, as a small server for one without."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address

from aiohttp import web

from libs.runtime.metrics import exposition

BY_PROXIES = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")

Ready = Callable[[], Awaitable[bool]]
"""Whether the service can do its work now: its connection answers, it knows what it must know."""


def routes(ready: Ready) -> list[web.RouteDef]:
    """`/healthz` says that the process runs, `/readyz` that work may be sent to it.

    `/metrics` is for this machine alone: where few play, a count that grows tells players that another has
    moved, even where that is secret.
    """

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        if await ready():
            return web.Response(text="ready\n")
        return web.Response(status=503, text="not ready\n")

    async def metrics(request: web.Request) -> web.Response:
        if not is_from_here(request):
            raise web.HTTPNotFound
        body, content_type = exposition()
        return web.Response(body=body, headers={"Content-Type": content_type})

    return [web.get("/healthz", healthz), web.get("/readyz", readyz), web.get("/metrics", metrics)]


def is_from_here(request: web.Request) -> bool:
    """Whether a program of this machine asks, and no proxy for somebody else."""
    if any(name in request.headers for name in BY_PROXIES):
        return False
    try:
        return ip_address(request.remote or "").is_loopback
    except ValueError:
        return False


@asynccontextmanager
async def health_server(ready: Ready, *, host: str = "127.0.0.1", port: int = 0) -> AsyncGenerator[int, None]:
    """Serve the three routes while inside; yields the port, which the system chooses where `port` is 0."""
    app = web.Application()
    app.add_routes(routes(ready))
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
