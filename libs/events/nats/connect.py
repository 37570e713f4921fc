"""Connecting: the options that nats-py needs to be dependable, and what to say where it does not work."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import SplitResult, urlsplit

import structlog
from nats.aio.client import Client

from libs.events.nats.addresses import address_fault
from libs.events.nats.link import PINGS, Link
from libs.events.nats.patience import LIMIT
from libs.events.permissions import INBOX, user_of
from libs.events.ports import Refused, Unavailable
from libs.events.seals import Calls

log = structlog.get_logger()

AUTHORIZATION = "authorization violation"
CLOSE_LIMIT = 3.0


class _Client(Client):
    """Tells of the servers that it is told of: those that clients may connect to, as they come and go."""

    def __init__(self, told: Callable[[frozenset[str]], None]) -> None:
        super().__init__()
        self._told = told

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:
        await super()._process_info(info, initial_connection)
        self._told(frozenset(info.get("connect_urls") or ()))


@asynccontextmanager
async def connect(url: str, *, name: str, limit: float = LIMIT, waiting: bool = False) -> AsyncIterator[Link]:
    """A connection that comes back by itself for ever, once it was made.

    One that is `waiting` is tried for until it is made, any other for `limit` seconds. `url` may name several
    servers, with commas between. Raises Unavailable, and Refused for a wrong user or password.
    """
    _check(url)
    client = _Client(lambda servers: link.on_servers(servers))
    link = Link(client, _calls(url))
    unwelcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    last: list[str] = []

    async def on_error(error: Exception) -> None:
        last[:] = [str(error) or type(error).__name__]
        if AUTHORIZATION in last[0].lower() and not unwelcome.done():
            unwelcome.set_exception(Refused(f"{_without_password(url)} refuses this user"))
        await link.on_error(error)

    connecting = asyncio.ensure_future(
        client.connect(
            servers=[part.strip() for part in url.split(",")],
            name=name,
            error_cb=on_error,
            disconnected_cb=link.on_disconnected,
            reconnected_cb=link.on_reconnected,
            allow_reconnect=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.1,  # type: ignore[arg-type]  # declared int, used as seconds of any kind
            connect_timeout=2,
            ping_interval=PINGS,
            max_outstanding_pings=2,
            pending_size=8 << 20,
            flush_timeout=2.0,
            inbox_prefix=_inbox(url),
        )
    )
    try:
        while not connecting.done():
            await asyncio.wait({connecting, unwelcome}, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
            if unwelcome.done():
                unwelcome.result()
            if not connecting.done():
                _nobody_answers(url, last, waiting=waiting)
        await connecting
        await link.open()
        yield link
    finally:
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)
        if unwelcome.done():
            unwelcome.exception()
        unwelcome.cancel()
        await _close(link)


def _nobody_answers(url: str, last: list[str], *, waiting: bool) -> None:
    place, why = _without_password(url), "".join(last)
    if not waiting:
        raise Unavailable(f"no NATS server answers at {place}" + (f" ({why})" if why else ""))
    log.warning("waiting_for_nats", servers=place, reason=why)


async def _close(link: Link) -> None:
    try:
        async with asyncio.timeout(CLOSE_LIMIT):
            await link.client.close()
    except TimeoutError:
        return
    except asyncio.CancelledError:
        # Cut off over TLS before, nats-py may wait for something that it has cancelled itself: not for us.
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise


def _check(url: str) -> None:
    """Raises Unavailable for what nats-py would stumble over instead of refusing it."""
    if (fault := address_fault(url)) is not None:
        raise Unavailable(f"{_without_password(url)} is no address of a NATS server: {fault}")


def _inbox(url: str) -> str:
    """Where answers come: the users that we ship have an inbox each, which no other user may hear."""
    user = user_of(_named(url).username or "")
    return user.inbox if user else INBOX


def _calls(url: str) -> Calls:
    """Where JetStream is called: some calls of the users that we ship are sealed."""
    named = _named(url)
    user = user_of(named.username or "")
    return user.calling(named.password or "") if user else Calls()


def _named(url: str) -> SplitResult:
    first = url.split(",")[0].strip()
    return urlsplit(first if "://" in first else f"nats://{first}")


def _without_password(url: str) -> str:
    """Whom it names. A part before another's `@` may be the beginning of a password that has a comma."""
    parts = url.split(",")
    last = max((number for number, part in enumerate(parts) if "@" in part), default=-1)
    return ",".join(
        part.rpartition("@")[2] if "@" in part else part if number > last else "…"
        for number, part in enumerate(parts)
    )
