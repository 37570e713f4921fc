"""What `divan up` runs: the programs with their settings, from the first start to the last stop."""

import asyncio
import json
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from divan import nats_server
from divan.data_folder import DataFolder, Running
from divan.exits import Exit, Trouble
from divan.supervisor import Program, Supervisor, first_of, supervising
from libs.runtime.logging import configure, get_logger

START_LIMIT = 60.0
"""Seconds until everything must be ready at a first start, on a slow machine too."""

ENGINE_PORT = "DIVAN_ENGINE_HEALTH_PORT"

PAGE = Path(__file__).parents[1] / "web" / "dist"
"""The built page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The options of `divan up`."""

    host: str
    port: int
    data: DataFolder
    engines: int
    bots_pause: tuple[float, float] | None
    """Seconds from a question to a bot's answer, at least and at most; None: as the service has it."""
    sync: str
    log_level: str
    open_browser: bool
    json_lines: bool


def run_installation(plan: Plan) -> None:
    """Run until SIGINT, SIGTERM or SIGHUP. Raises Trouble where it cannot start or go on."""
    if plan.json_lines:
        os.environ["DIVAN_LOG_FORMAT"] = "json"
    configure("up")
    with suppress(_Interrupted):
        asyncio.run(_until_told(plan))


class _Interrupted(Exception):
    """Told to stop before everything was ready."""


async def _until_told(plan: Plan) -> None:
    told = _signals()
    async with AsyncExitStack() as stack:
        starting = asyncio.create_task(stack.enter_async_context(installation(plan)))
        await _first(starting, told, within=START_LIMIT)
        supervisor, running = starting.result()
        _welcome(plan, running)
        await first_of(told, supervisor.failure)
        if supervisor.failure.done():
            raise supervisor.failure.result()
        get_logger().info("stopping", signal=told.result())
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, supervisor.kill)
    get_logger().info("stopped")


def _signals() -> "asyncio.Future[str]":
    loop = asyncio.get_running_loop()
    told: asyncio.Future[str] = loop.create_future()

    def tell(name: str) -> None:
        if not told.done():
            told.set_result(name)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, tell, number.name)
    return told


async def _first(starting: "asyncio.Task[Any]", told: "asyncio.Future[str]", *, within: float) -> None:
    """Wait for the start; a signal or too long a wait ends it, with all that was started so far."""
    await first_of(starting, told, within=within)
    if starting.done():
        return
    starting.cancel()
    with suppress(asyncio.CancelledError):
        await starting
    if told.done():
        raise _Interrupted
    raise Trouble(f"not everything was ready after {within:.0f} seconds.", Exit.FAILED)


@asynccontextmanager
async def installation(plan: Plan) -> AsyncGenerator[tuple[Supervisor, Running], None]:
    """All services and, where NATS_URL is not set, a NATS server; ready when it yields, gone afterwards."""
    plan.data.prepare()
    async with AsyncExitStack() as stack:
        lock = await stack.enter_async_context(plan.data.locked())
        port = free(plan.host, plan.port)
        supervisor = await stack.enter_async_context(supervising(lock))
        url = os.environ.get("NATS_URL")
        if url:
            await nats_server.require(url)
        else:
            url = await start_nats(plan.data, supervisor, sync=plan.sync)
        await supervisor.start(*_services(plan, url, port))
        address = f"http://{_in_url(plan.host)}:{port}"
        while not await _is_ready(_reachable(plan.host), port):
            if supervisor.failure.done():
                raise supervisor.failure.result()
            await asyncio.sleep(0.05)
        running = Running(pid=os.getpid(), address=address, nats_url=url)
        plan.data.announce(running)
        yield supervisor, running


async def start_nats(folder: DataFolder, supervisor: Supervisor, *, sync: str) -> str:
    """A NATS server of our own on that folder, ready; its URL. Raises Trouble."""
    server = nats_server.configure(folder, sync=sync)

    async def answers() -> bool:
        try:
            await nats_server.greeting(server.url)
        except Trouble:
            return False
        return True

    try:
        await supervisor.start(
            Program(
                name="nats",
                command=server.command,
                environment=dict(os.environ),
                answers=answers,
                needed_by_all=True,
            )
        )
    except Trouble as trouble:
        last = "\n".join(folder.nats_log.read_text(errors="replace").splitlines()[-5:])
        raise Trouble(f"{trouble} The end of {folder.nats_log}:\n{last}", trouble.code) from trouble
    return server.url


def _services(plan: Plan, url: str, port: int) -> list[Program]:
    keys = [name for name in os.environ if "MASTER_KEY" in name]
    common = {name: value for name, value in os.environ.items() if name not in keys} | {
        "NATS_URL": url,
        "DIVAN_LOG_LEVEL": plan.log_level,
    }
    own_key = {} if keys else {"DIVAN_MASTER_KEY_FILE": str(plan.data.master_key)}
    key = {name: os.environ[name] for name in keys} | own_key
    edge = {
        "DIVAN_HTTP_HOST": plan.host,
        "DIVAN_HTTP_PORT": str(port),
        "DIVAN_PAGE_FOLDER": os.environ.get("DIVAN_PAGE_FOLDER", str(PAGE)),
    }
    pause = {}
    if plan.bots_pause is not None:
        pause = dict(
            zip(("DIVAN_BOT_PAUSE_MIN", "DIVAN_BOT_PAUSE_MAX"), map(str, plan.bots_pause), strict=True)
        )
    return [
        *(
            _service("engine", common | key | operators_port(common, number), number)
            for number in range(1, plan.engines + 1)
        ),
        _service("ai", common | pause),
        _service("chat", common),
        _service("rooms", common | edge),
    ]


def operators_port(environment: Mapping[str, str], number: int) -> dict[str, str]:
    """The port for operators of the engine of that number: each of one machine has the next."""
    port = environment.get(ENGINE_PORT, "")
    return {ENGINE_PORT: str(int(port) + number - 1)} if port.isdecimal() and port != "0" else {}


def _service(service: str, environment: dict[str, str], number: int | None = None) -> Program:
    return Program(
        name=service if number is None else f"{service}-{number}",
        # -P: the folder that `divan up` is typed in must not shadow our packages.
        command=(sys.executable, "-P", "-m", "divan", "serve", service),
        environment=environment,
    )


def free(host: str, port: int) -> int:
    """The port, or any free one for 0. Raises Trouble where it is taken or not ours to take."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Trouble(
                f"port {port} of {host} cannot be used: {error.strerror}. Choose another with --port.",
                Exit.UNAVAILABLE,
            ) from error
        return int(probe.getsockname()[1])


async def _is_ready(host: str, port: int) -> bool:
    """Whether /readyz says so."""
    try:
        async with asyncio.timeout(2):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(f"GET /readyz HTTP/1.0\r\nHost: {_in_url(host)}\r\n\r\n".encode())
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


def _reachable(host: str) -> str:
    """Where this machine reaches what listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _in_url(host: str) -> str:
    host = _reachable(host)
    return f"[{host}]" if ":" in host else host


def _welcome(plan: Plan, running: Running) -> None:
    if plan.json_lines:
        print(json.dumps({"event": "ready", "address": running.address, "pid": running.pid}), flush=True)
    else:
        print(f"\n  Divan is ready:  {running.address}", flush=True)
        print(f"  Its data is in {plan.data.path}. Ctrl-C stops it.\n", flush=True)
    if plan.open_browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(running.address,), daemon=True).start()


def _has_screen() -> bool:
    """Without one, a text browser would be started over the log."""
    return sys.platform != "linux" or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))
