"""Passwords as salted slow hashes, reckoned in a few threads beside the event loop."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from services.rooms.refusals import RATE_LIMITED, Denied

T = TypeVar("T")

WAITING = 64
"""So many may wait for a thread; more are told to come again."""


class Passwords:
    """Hashes and checks with Argon2id, in the threads of the pool."""

    def __init__(self, pool: ThreadPoolExecutor, *, memory_kib: int, rounds: int) -> None:
        self._pool = pool
        self._hasher = PasswordHasher(time_cost=rounds, memory_cost=memory_kib, parallelism=1)
        self._open = 0
        # A name that nobody has takes as long as a wrong password: the time does not tell which it was.
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        return await self._slowly(lambda: self._hasher.hash(_normal(password)))

    async def fits(self, password: str, stored: str | None) -> bool:
        """Whether the password is the one whose hash is stored; None: the hash of nobody."""
        fits = await self._slowly(lambda: self._verified(password, stored or self._nobody))
        return fits and stored is not None

    def _verified(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored, _normal(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _slowly(self, work: Callable[[], T]) -> T:
        if self._open >= WAITING:
            raise Denied(RATE_LIMITED, retry_after_ms=1000)
        self._open += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._open -= 1


def _normal(password: str) -> str:
    return unicodedata.normalize("NFC", password)
