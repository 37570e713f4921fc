"""Run a service until it is told to stop: signals, time of grace, exit code."""

import asyncio
import faulthandler
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from libs.events.ports import EventsError
from libs.runtime.logging import configure, get_logger

GRACE = 10.0
"""Seconds that a service has for leaving its context once it was told to stop."""

LAST_RESORT = 3.0
"""Seconds after GRACE at which a process that still stands (a loop or a thread that hangs) is ended."""


def run(make: Callable[[], AbstractAsyncContextManager[object]], *, grace: float = GRACE) -> None:
    """Enter the service's context, stay until SIGTERM or SIGINT, leave it. Raises SystemExit(1) on failure.

    An exception that ends the service (out of its TaskGroup, say) is logged here, once. `make`
    should be a lambda of the service's own main module: the service's name is read from it.
    """
    configure(_name(make))
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        try:
            runner.run(_stay(make, grace))
        except Exception as error:
            _log_failure(error)
            faulthandler.dump_traceback_later(LAST_RESORT, exit=True)
            raise SystemExit(1) from None


def _log_failure(error: Exception) -> None:
    alone = error
    while isinstance(alone, ExceptionGroup) and len(alone.exceptions) == 1:
        alone = alone.exceptions[0]
    if isinstance(alone, EventsError):
        # The outside said no, in a sentence: where in our code it was heard helps nobody.
        get_logger().critical("service_failed", reason=str(alone))
    else:
        get_logger().critical("service_failed", exc_info=error)


async def _stay(make: Callable[[], AbstractAsyncContextManager[object]], grace: float) -> None:
    log = get_logger()
    loop = asyncio.get_running_loop()
    told_to_stop = asyncio.Event()
    starting = asyncio.current_task()
    assert starting is not None
    entered = False

    def stop(name: str) -> None:
        if told_to_stop.is_set():
            return
        told_to_stop.set()
        log.info("service_stopping", signal=name)
        faulthandler.dump_traceback_later(grace + LAST_RESORT, exit=True)
        if not entered:
            starting.cancel()

    for told in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(told, stop, told.name)
    try:
        async with asyncio.timeout(None) as limit, make():
            entered = True
            _spare_the_collector()
            log.info("service_ready", pid=os.getpid())
            notify("READY=1")
            await told_to_stop.wait()
            notify("STOPPING=1")
            limit.reschedule(loop.time() + grace)
    except asyncio.CancelledError:
        if entered or not told_to_stop.is_set():
            raise
        starting.uncancel()
    finally:
        for told in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(told)
    log.info("service_stopped")


def _spare_the_collector() -> None:
    """Let the garbage collector look less often, and never at what was there at the start.

    Messages live for a moment and hold no cycles; with the usual thresholds the collector took a
    fifth of an engine's time to find nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def notify(state: str) -> None:
    """Tell the supervisor our state, in systemd's protocol, which `divan up` speaks too."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        try:
            sender.sendto(f"{state}\nMAINPID={os.getpid()}".encode(), address)
        except OSError as error:
            get_logger().debug("supervisor_not_told", state=state, why=str(error))


def _name(make: Callable[..., object]) -> str:
    """`engine` for a callable of `services.engine.main`, also where that module is run as a program."""
    spec = sys.modules[make.__module__].__spec__
    parts = (spec.name if spec else make.__module__).split(".")
    return parts[1] if parts[0] == "services" and len(parts) > 1 else parts[-1]


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop
