"""The keys of streams (decision 34) as a connection is told them: only who may write a stream is."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Protocol

from libs.events.nats.patience import PAUSE, REPEATS, Nobody
from libs.events.ports import Refused
from libs.events.write_keys import key_of

LOOK_LIMIT = 0.5
"""Seconds for one look: what a stream without a leader was asked it does not answer later either."""

AWAY = frozenset({404, 503})


class Api(Protocol):
    @property
    def is_clustered(self) -> bool: ...

    async def api(self, subject: str, request: dict[str, Any] | None = None) -> dict[str, Any]: ...


@dataclass(slots=True)
class WriteKeys:
    """What is known, by stream; empty: the stream was made without a key."""

    _known: dict[str, str] = field(default_factory=dict)
    _looking: dict[str, asyncio.Lock] = field(default_factory=dict)
    """By stream: one that has no leader for a while holds up no other."""

    def forget(self, stream: str) -> None:
        """Nobody takes what is sent under its key: it may have been made again under another."""
        self._known.pop(stream, None)

    async def of(self, link: Api, stream: str) -> str:
        """Sets no limit itself: call it under `within`. Raises Refused where this user may not write the
        stream, Nobody where it is not there.
        """
        key = self._known.get(stream)
        if key is None:
            async with self._looking.setdefault(stream, asyncio.Lock()):
                key = self._known.get(stream)
                if key is None:
                    key = self._known[stream] = await _told(link, stream)
        return key


async def _told(link: Api, stream: str) -> str:
    away = 0
    while True:
        try:
            async with asyncio.timeout(LOOK_LIMIT):
                info = await link.api(f"STREAM.INFO.{stream}")
        except TimeoutError:
            continue
        error = info.get("error")
        if error is None:
            return key_of(info["config"])
        text = f"where {stream} is written is not told: {error.get('description')}"
        if error.get("code") not in AWAY:
            raise Refused(text)
        away += 1
        if away > REPEATS and not link.is_clustered:
            raise Nobody(text)
        await asyncio.sleep(PAUSE)
