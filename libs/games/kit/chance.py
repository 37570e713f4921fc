"""Chance: named draws whose outcomes can be checked afterwards (docs/chance.md)."""

import hashlib
import hmac
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

CHANCE_VERSION = 1
"""How bytes become outcomes. Frozen in every log: a change raises it and keeps the old way beside it."""

LABEL = b"divan-chance-1"
SEEDS_LABEL = b"divan-seeds-1"
WIDEST = 2**48
"""No draw is among more values than this, so that a verifier whose numbers are doubles stays exact."""

Below = Callable[[int], int]
"""A uniform integer from 0 up to, not including, its argument."""


class Ask(Protocol):
    """What is drawn: a frozen dataclass of asks.py such as Dice, Shuffle, Sample, Spread or Subset."""

    def resolve(self, below: Below) -> Any:
        """The outcome, as plain JSON, made from uniform integers."""
        ...

    def accepts(self, outcome: Any) -> bool:
        """Whether that outcome could have been drawn."""
        ...

    def to_json(self) -> dict[str, Any]:
        """The ask as it stands in the log, so that a draw can be made again without the rules."""
        ...


class Chance(Protocol):
    """The only source of chance that rules have."""

    def draw(self, name: str, ask: Ask) -> Any:
        """Draw once: the outcome is plain JSON, and stands with the name in the entry."""
        ...


class RecordedChance(Chance, Protocol):
    """A chance that keeps what was drawn, as it stands in the entry."""

    @property
    def draws(self) -> list[dict[str, Any]]:
        """For each draw {"name", "ask", "outcome"}."""
        ...


class ByteStream:
    """The bytes of one draw: HMAC-SHA256 blocks of 32, numbered from 0."""

    __slots__ = ("_block", "_bytes", "_key", "_message")

    def __init__(self, key: bytes, entry: int, draw: int) -> None:
        self._key = key
        self._message = LABEL + entry.to_bytes(8, "big") + draw.to_bytes(4, "big")
        self._block = 0
        self._bytes = b""

    def take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            message = self._message + self._block.to_bytes(4, "big")
            self._bytes += hmac.digest(self._key, message, "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken

    def below(self, n: int) -> int:
        """A uniform integer from 0 to n - 1; with n = 1 no byte is taken."""
        if not 1 <= n <= WIDEST:
            raise ValueError(f"a draw is among 1 to 2^48 values, not among {n}")
        if n == 1:
            return 0
        width = ((n - 1).bit_length() + 7) // 8
        space = 256**width
        # Values from here on would favour the small remainders: they are thrown away.
        limit = space - space % n
        while True:
            value = int.from_bytes(self.take(width), "big")
            if value < limit:
                return value % n


class SeededChance:
    """The chance of one entry: outcomes follow from the room's key and the numbers of entry and draw."""

    __slots__ = ("_entry", "_key", "draws")

    def __init__(self, key: bytes, entry: int) -> None:
        self._key = key
        self._entry = entry
        self.draws: list[dict[str, Any]] = []

    def draw(self, name: str, ask: Ask) -> Any:
        outcome = ask.resolve(ByteStream(self._key, self._entry, len(self.draws)).below)
        self.draws.append({"name": name, "ask": ask.to_json(), "outcome": outcome})
        return outcome


class ScriptError(Exception):
    """A scripted outcome does not fit the draw that came."""


class ScriptedChance:
    """Scripted outcomes first, in order and by name; another chance once none is left.

    A deque given as the script is emptied as it is used, so that several entries can share one.
    """

    __slots__ = ("_otherwise", "_script", "draws")

    def __init__(self, script: Iterable[Mapping[str, Any]], otherwise: Chance) -> None:
        self._script = script if isinstance(script, deque) else deque(script)
        self._otherwise = otherwise
        self.draws: list[dict[str, Any]] = []

    def draw(self, name: str, ask: Ask) -> Any:
        outcome = self._scripted(name, ask) if self._script else self._otherwise.draw(name, ask)
        self.draws.append({"name": name, "ask": ask.to_json(), "outcome": outcome})
        return outcome

    def _scripted(self, name: str, ask: Ask) -> Any:
        ((scripted, outcome),) = self._script[0].items()
        if scripted != name:
            raise ScriptError(f"the next scripted draw is {scripted!r}, but {name!r} was drawn")
        if not ask.accepts(outcome):
            raise ScriptError(f"{outcome!r} cannot be drawn as {name!r}: {ask.to_json()}")
        self._script.popleft()
        return outcome


def room_secret(master_key: bytes, room: str) -> bytes:
    """The secret of a room: nothing is stored for it, and only who holds the master key knows it."""
    return hmac.digest(master_key, room.encode(), "sha256")


def commitment(secret: bytes) -> bytes:
    """What is shown of a room's secret before anybody's seed is known."""
    return hashlib.sha256(secret).digest()


def seed_commitment(seed: bytes) -> bytes:
    """What is shown of a player's seed before the game starts."""
    return hashlib.sha256(seed).digest()


def room_key(secret: bytes, seeds: Sequence[bytes | None]) -> bytes:
    """The key of a room's draws, from its secret and the seeds in seat order (None: not given)."""
    message = bytearray(SEEDS_LABEL)
    for seed in seeds:
        if seed is None:
            message += b"\x00"
        else:
            message += b"\x01" + len(seed).to_bytes(4, "big") + seed
    return hmac.digest(secret, bytes(message), "sha256")
