"""Registers on streams that keep one message of each subject."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from libs.events.nats.feed import following
from libs.events.nats.link import Link
from libs.events.nats.reading import last_message
from libs.events.nats.storing import store
from libs.events.ports import Feed


class NatsRegister:
    """One value by key."""

    def __init__(self, link: Link, stream: str, subject: Callable[[str], str]) -> None:
        self._link = link
        self._stream = stream
        self._subject = subject

    async def put(self, key: str, data: bytes) -> None:
        await store(self._link, self._stream, self._subject(key), data)

    async def get(self, key: str) -> bytes | None:
        found = await last_message(self._link, self._stream, self._subject(key))
        return found.data if found else None

    async def remove(self, key: str) -> None:
        await self._link.purge(self._stream, self._subject(key))

    def follow(self) -> AbstractAsyncContextManager[Feed]:
        return following(self._link, self._stream, self._subject("*"), 0)
