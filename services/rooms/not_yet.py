"""What the public port answers until the service is at work: not yet, and what is waited for."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aiohttp import web

from libs.runtime.health import Health, public_routes
from services.rooms import unreadable

RETRY_AFTER = "2"
"""Seconds, as HTTP has them."""

SHUTDOWN = 0.1


@asynccontextmanager
async def saying_not_yet(health: Health, *, host: str, port: int) -> AsyncGenerator[None, None]:
    """503 with a sentence to every request but those of probes, while inside."""

    async def not_yet(_: web.Request) -> web.Response:
        text = f"This server has not started yet. {health.wait}\n"
        return web.Response(status=503, text=text, headers={"Retry-After": RETRY_AFTER})

    unreadable.quieten()
    app = web.Application()
    app.add_routes([*public_routes(health), web.route("*", "/{anything:.*}", not_yet)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()
