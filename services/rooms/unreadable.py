"""Requests that are no HTTP: aiohttp answers them with 400, here they are counted instead of logged."""

import logging

from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web import RequestPayloadError

from services.rooms.metrics import REFUSED

NOT_HTTP = "not_http"


class Unreadable(logging.Filter):
    """Anybody can send such requests by the thousand: a traceback for each would fill the disk."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, HttpProcessingError | RequestPayloadError):
            return True
        REFUSED.labels(NOT_HTTP).inc()
        return False


_COUNTED = Unreadable()


def quieten() -> None:
    """Count what aiohttp would log of them."""
    log = logging.getLogger("aiohttp.server")
    log.addFilter(_COUNTED)
    # What does not even begin like HTTP is told at the lowest level, and would not come by here.
    log.setLevel(logging.DEBUG)
