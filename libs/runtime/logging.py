"""Log lines: facts in snake_case with ids as fields, readable on a terminal, JSON otherwise.

Exceptions are written without the values of local variables: those hold hands, seeds and keys.
"""

import logging
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TextIO, cast, get_args

import orjson
import structlog
from structlog.types import FilteringBoundLogger, Processor

Level = Literal["debug", "info", "warning", "error", "critical"]
LEVELS: tuple[str, ...] = get_args(Level)


def configure(
    service: str, environment: Mapping[str, str] | None = None, *, stream: TextIO | None = None
) -> None:
    """Write this process's log lines, the libraries' too, to `stream` (standard error).

    DIVAN_LOG_LEVEL is one of LEVELS, `info` by default; DIVAN_LOG_FORMAT `json` or `text` decides
    the form, where it is not set the terminal does.
    """
    environment = os.environ if environment is None else environment
    stream = sys.stderr if stream is None else stream
    level = environment.get("DIVAN_LOG_LEVEL", "info").lower()
    threshold = logging.getLevelNamesMapping()[level.upper() if level in LEVELS else "INFO"]
    form = environment.get("DIVAN_LOG_FORMAT") or ("text" if stream.isatty() else "json")
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    rendering = _readable(stream) if form == "text" else _json()

    structlog.reset_defaults()
    structlog.configure(
        processors=[*shared, *rendering],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(service=service)
    _route_standard_library(shared, rendering, threshold, stream, service)
    if level not in LEVELS:
        get_logger().warning("log_level_unknown", given=level, known=LEVELS)


def get_logger(**ids: object) -> FilteringBoundLogger:
    """A logger, with ids that stand on each of its lines."""
    return cast(FilteringBoundLogger, structlog.get_logger(**ids))


@contextmanager
def bound(**ids: object) -> Iterator[None]:
    """Ids (room, command, ...) on every line written inside, in this task and those that it starts."""
    with structlog.contextvars.bound_contextvars(**ids):
        yield


def _readable(stream: TextIO) -> list[Processor]:
    return [
        structlog.processors.StackInfoRenderer(),
        structlog.dev.ConsoleRenderer(
            colors=stream.isatty() and "NO_COLOR" not in os.environ,
            exception_formatter=structlog.dev.plain_traceback,
            pad_event_to=0,
        ),
    ]


def _json() -> list[Processor]:
    tracebacks = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    return [
        structlog.processors.ExceptionRenderer(tracebacks),
        structlog.processors.JSONRenderer(_dumps),
    ]


def _dumps(line: Any, **_: Any) -> str:
    return orjson.dumps(line, default=repr, option=orjson.OPT_NON_STR_KEYS).decode()


def _route_standard_library(
    shared: list[Processor], rendering: list[Processor], threshold: int, stream: TextIO, service: str
) -> None:
    """Let aiohttp, nats and asyncio, which log by `logging`, come out as our own lines do."""

    def named(logger: Any, method: str, line: structlog.types.EventDict) -> structlog.types.EventDict:
        # Lines from other threads have no context of ours.
        line.setdefault("service", service)
        return line

    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, named, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendering],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(threshold)
    # One line per HTTP request belongs to the metrics, and a cookie or a code may stand in it.
    logging.getLogger("aiohttp.access").setLevel(max(threshold, logging.WARNING))
