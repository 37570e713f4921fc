"""What a move does on its way, as spans of one trace; where nobody collects traces, next to nothing.

A span's parent is told by headers, which travel beside the data of messages (W3C traceparent), never by a
context of the task: rooms do their work in tasks of others. A trace is begun where something comes from
outside. What comes without headers belongs to no trace, so that who begins one decides for all services.

Attributes name games, origins and outcomes. Seats, people, rooms, commands and views are no business of
who looks after the machines, and nothing of a trace goes to a browser.
"""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Protocol, Self

from libs.events.ports import Headers
from libs.runtime.logging import get_logger

log = get_logger()

Value = str | int | bool


class Span:
    """Something that takes its time. This one is recorded nowhere."""

    __slots__ = ()

    @property
    def headers(self) -> Headers | None:
        """For what it causes; None where it is not traced."""
        return None

    def note(self, **attributes: Value) -> None:
        """Say more of it."""

    def end(self) -> None:
        """It is over; needed once where it is not used as a context."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            # Its kind alone: the message may hold what is in a hand.
            self.note(raised=kind.__name__)
        self.end()


UNTRACED = Span()


class Tracer(Protocol):
    """Where spans are recorded."""

    def span(self, name: str, within: Headers | None, attributes: dict[str, Value]) -> Span:
        """`within` None: it begins a trace, or is UNTRACED where this one is not in the sample."""
        ...


_tracer: Tracer | None = None


def begin(name: str, **attributes: Value) -> Span:
    """The first span of a trace."""
    return UNTRACED if _tracer is None else _tracer.span(name, None, attributes)


def span(name: str, within: Headers | None, **attributes: Value) -> Span:
    """A span of the trace that those headers tell of; UNTRACED where there are none."""
    return UNTRACED if _tracer is None or not within else _tracer.span(name, within, attributes)


@contextmanager
def recorded_by(tracer: Tracer) -> Generator[None, None, None]:
    """While inside, spans of this process are recorded there."""
    global _tracer
    former, _tracer = _tracer, tracer
    try:
        yield
    finally:
        _tracer = former


@asynccontextmanager
async def traced(service: str, collector: str, ratio: float = 1.0) -> AsyncGenerator[None, None]:
    """While inside, spans go to that collector (the address of its OTLP over HTTP); empty: nowhere.

    `ratio` is the share of traces that are begun here and recorded: 0 to 1.
    """
    if not collector:
        yield
        return
    try:
        from libs.runtime.telemetry import exporting
    except ModuleNotFoundError as error:
        log.warning("traces_not_possible", missing=error.name, extra="pip install 'divan[traces]'")
        yield
        return
    telemetry = exporting(service, collector, ratio)
    log.info("traces_sent", collector=collector, ratio=ratio)
    try:
        with recorded_by(telemetry):
            yield
    finally:
        # It blocks until the last spans are sent, or the collector's time is up.
        await asyncio.to_thread(telemetry.close)
