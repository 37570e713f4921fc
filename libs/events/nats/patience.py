"""How long is waited and what is asked again: every call has a limit, and then raises Unavailable."""

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType

from nats.aio.msg import Msg
from nats.js.api import Header

from libs.events.ports import Unavailable

LIMIT = 5.0
"""Seconds that a call may take in all, over reconnects and repeats."""

ELECTION_LIMIT = 10.0
"""The same where it is asked of several servers, which agree on a new leader within nine seconds."""

PAUSE = 0.25
REPEATS = 3
"""A stream without a leader answers "no responders" for a moment: asked again so often, this far apart."""

AGAIN = 1.0
"""Seconds of silence after which something is asked of several servers again: while they have no leader for
a stream, what is asked of it is dropped without a word."""

NO_RESPONDERS = "503"


class Broken(Unavailable):
    """The connection broke while an answer was awaited; ask again once it is back."""


class Nobody(Unavailable):
    """Nobody listens: no stream has the subject, it has no leader for long, or JetStream is off."""


class within:
    """A limit for what is inside; past it, Unavailable with this text. In every call's way: no generator."""

    __slots__ = ("_text", "_timeout")

    def __init__(self, seconds: float, text: str) -> None:
        self._timeout = asyncio.timeout(seconds)
        self._text = text

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._timeout.__aexit__(kind, error, trace)
        except TimeoutError:
            raise Unavailable(self._text) from None


def status(message: Msg) -> str | None:
    """The server's status code of a message without a body; None for an ordinary message."""
    return message.headers.get(Header.STATUS) if message.headers else None


async def repeated(ask: Callable[[], Awaitable[Msg]], *, clustered: bool = False) -> Msg:
    """Ask, and again over a broken connection or a stream that has no leader for a moment.

    What is asked must bear repetition. Raises Nobody where nobody answers for good; of several servers
    (`clustered`) it asks for as long as the caller's limit lets it.
    """
    silent = 0
    while True:
        try:
            if clustered:
                async with asyncio.timeout(AGAIN):
                    answer = await ask()
            else:
                answer = await ask()
        except (Broken, TimeoutError):
            continue
        if status(answer) != NO_RESPONDERS:
            return answer
        silent += 1
        if silent > REPEATS and not clustered:
            raise Nobody("nobody answers: the stream is not there, or JetStream is off")
        await asyncio.sleep(PAUSE)
